// The process that starts the readers of documents.
import { afterEach, expect, test, vi } from 'vitest'
import { openHost, type Host } from './host.ts'
import { processes } from './test/processes.ts'

const LIMITS = { smallMs: 60_000, perMegabyteMs: 0, timeMs: 60_000, memoryMb: 700, characters: 1_000 }
const HOW = { as: 'text', isSecond: false } as const
let host: Host
afterEach(() => host.close())

const page = Buffer.from('<p>Los 2</p>')
/** Takes the reader some seconds. */
const slow = Buffer.from('<b>x</b>'.repeat(1_000_000))
const read = (bytes: Buffer) =>
  host.read({ mimeType: 'text/html', size: bytes.length, bytes: () => [bytes] }, HOW, LIMITS, undefined)

const hosts = async () => (await processes('documents-host')).filter(({ parent }) => parent === process.pid)
const pidOfHost = async () => (await hosts())[0]?.pid ?? 0
const readersOf = async (pid: number) =>
  (await processes('extract-child')).filter(({ parent }) => parent === pid)

const LOS_2 = { text: 'Los 2', hasText: true, pagesWithoutText: [] }

test('one process, started in advance, starts all readers', async () => {
  host = openHost()
  host.prepare()
  const pid = await vi.waitFor(async () => {
    expect(await hosts()).toHaveLength(1)
    return pidOfHost()
  }, 20_000)
  expect(await Promise.all([read(page), read(page)])).toEqual([LOS_2, LOS_2])
  expect((await hosts()).map((one) => one.pid)).toEqual([pid])
})

test('a crash of the process fails running reads, and later reads work', async () => {
  host = openHost()
  const failed = expect(read(slow)).rejects.toThrow('the process that starts the readers')
  await vi.waitFor(async () => expect(await hosts()).toHaveLength(1), 20_000)
  process.kill(await pidOfHost(), 'SIGKILL')
  await failed
  expect(await read(page)).toEqual(LOS_2)
})

test('closing ends the process and its readers', async () => {
  host = openHost()
  const failed = expect(read(slow)).rejects.toThrow('the process that starts the readers')
  const reader = await vi.waitFor(async () => {
    const [one] = await readersOf(await pidOfHost())
    expect(one).toBeDefined()
    return one
  }, 20_000)
  host.close()
  await failed
  expect(await hosts()).toHaveLength(0)
  const isThere = async () => (await processes('extract-child')).some((one) => one.pid === reader?.pid)
  await vi.waitFor(async () => expect(await isThere()).toBe(false), 20_000)
})

test('a failing source of bytes fails the read and ends its reader', async () => {
  host = openHost()
  const file = {
    mimeType: 'text/html',
    size: 1,
    bytes: async function* () {
      yield page
      await vi.waitFor(async () => expect(await readersOf(await pidOfHost())).toHaveLength(1), 20_000)
      throw new Error('the store of files is gone')
    },
  }
  await expect(host.read(file, HOW, LIMITS, undefined)).rejects.toThrow('the store of files is gone')
  await vi.waitFor(async () => expect(await readersOf(await pidOfHost())).toHaveLength(0), 20_000)
})
