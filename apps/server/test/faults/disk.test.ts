// A full disk: running answers end and are kept, Stop and SIGTERM work, and the server starts again (FAULT-4).
import { contract, type Message } from '@polylogue/contract'
import { statfsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryDir } from '../db.ts'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { mount } from '../small-disk.ts'
import { again, askHere, begin, messagesHere, slowModel, type Fixture } from './fixture.ts'

const ANSWERS = 20
const GRACE_SECONDS = 2
let modelServer: ModelServer
let disk: string
let env: Record<string, string>
let fixture: Fixture
/** Undefined where the user may not mount. */
let unmount: (() => void) | undefined
beforeAll(async () => {
  modelServer = await startModelServer({ models: [slowModel, 'mock'] })
  disk = await temporaryDir()
  if (!mount(disk, '160m', (end) => (unmount = end))) return
  env = await configured()
  fixture = await begin(modelServer, env, join(disk, 'data'))
})
afterAll(async () => {
  if (unmount) await fixture.product.kill()
  unmount?.()
  await modelServer.close()
})

interface Heard {
  queryId: number
  text: string
  last: string
}

/** Asks several questions at once and reads their events to the end. */
function ask(fixture: Fixture, count: number) {
  const leave = new AbortController()
  const heard = Array.from({ length: count }, (): Heard => ({ queryId: 0, text: '', last: '' }))
  const streams = heard.map(async (one, index) => {
    for await (const { queryId, event } of askHere(fixture, { prompt: `Question ${index}` }, leave.signal)) {
      one.queryId = queryId
      if (event.type === 'text') one.text += event.text
      one.last = event.type === 'error' ? event.errorCode : event.type
    }
  })
  void fixture.product.ended.then(() => leave.abort())
  return { heard, ended: Promise.allSettled(streams) }
}

const free = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Takes the space of the disk but for so many bytes, as another program does. */
async function fill(left: number): Promise<void> {
  // The product writes meanwhile: the last bytes may be gone.
  await writeFile(join(disk, 'ballast'), Buffer.alloc(Math.max(0, free() - left))).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  })
}

const health = async ({ product }: Fixture) => {
  const reply = await fetch(`${product.url}/api/v1/health`)
  return (await reply.json()) as { status: string }
}

async function stop({ client }: Fixture, id: number): Promise<Message> {
  return (await client.call(contract.answers.stop, { params: { id } })).data.query
}

const configured = async () => {
  const path = join(disk, 'config.json')
  await writeFile(
    path,
    JSON.stringify({ limits: { streamsPerUser: ANSWERS }, shutdownGraceSeconds: GRACE_SECONDS }),
  )
  return { OPENAI_BASE_URL: modelServer.url, POLYLOGUE_CONFIG: path }
}

test('below the reserve answers are stored, the process stops, starts and signs in', async ({ skip }) => {
  if (!unmount) return skip()
  const { heard, ended } = ask(fixture, 3)
  await vi.waitFor(() => expect(heard.every(({ text }) => text.length > 200)).toBe(true), { timeout: 60_000 })
  // The reserve of this disk is 16.8 MB, and its floor 12.6 MB.
  await fill(15_500_000)
  await vi.waitFor(async () => expect(await health(fixture)).toMatchObject({ status: 'degraded' }), 10_000)
  await expect(
    fixture.client.call(contract.projects.create, { body: { name: 'One more' } }),
  ).rejects.toMatchObject({ code: 'STORAGE_FULL' })
  const [first, second] = heard as [Heard, Heard]
  expect(await stop(fixture, first.queryId)).toMatchObject({ state: 4 })
  const began = performance.now()
  expect(await fixture.product.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan((GRACE_SECONDS + 5) * 1_000)
  await ended
  fixture = await again(fixture, env)
  await rm(join(disk, 'ballast'))
  const message = (await messagesHere(fixture)).find(({ id }) => id === second.queryId)
  expect(message).toMatchObject({ state: 3, errorCode: 'INTERRUPTED' })
  expect(message?.responseText.startsWith(second.text)).toBe(true)
})

test('on a full disk answers end and are kept, and SIGTERM ends the process', async ({ skip }) => {
  if (!unmount) return skip()
  await vi.waitFor(async () => expect(await health(fixture)).toMatchObject({ status: 'ok' }), 10_000)
  const before = await messagesHere(fixture)
  const { heard, ended } = ask(fixture, ANSWERS)
  await vi.waitFor(() => expect(heard.every(({ text }) => text.length > 200)).toBe(true), { timeout: 60_000 })
  await fill(0)
  await vi.waitFor(async () => expect(await health(fixture)).toMatchObject({ status: 'degraded' }), 10_000)

  // Stop ends the answer at once for its readers, and it is stored when there is room.
  const first = heard[0] as Heard
  const stopped = await stop(fixture, first.queryId)
  expect(stopped).toMatchObject({ state: 3, errorCode: 'ANSWER_NOT_STORED' })
  expect(stopped.responseText).toContain(first.text)
  await vi.waitFor(() => expect(first.last).toBe('ANSWER_NOT_STORED'))
  await rm(join(disk, 'ballast'))
  const found = async (id: number) => (await messagesHere(fixture)).find((message) => message.id === id)
  await vi.waitFor(async () => expect(await found(first.queryId)).toMatchObject({ state: 4 }), {
    timeout: 30_000,
    interval: 200,
  })
  expect((await found(first.queryId))?.responseText).toBe(stopped.responseText)

  await fill(0)
  await vi.waitFor(async () => expect(await health(fixture)).toMatchObject({ status: 'degraded' }), 10_000)
  const began = performance.now()
  expect(await fixture.product.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan((GRACE_SECONDS + 5) * 1_000)
  await ended
  await rm(join(disk, 'ballast'))
  fixture = await again(fixture, env)
  const messages = await messagesHere(fixture)
  expect(messages).toHaveLength(before.length + ANSWERS)
  for (const { queryId, text } of heard.slice(1)) {
    const message = messages.find(({ id }) => id === queryId)
    expect(message).toMatchObject({ state: 3, errorCode: 'INTERRUPTED' })
    expect(message?.responseText.startsWith(text)).toBe(true)
  }
  expect(await readdir(join(disk, 'data', 'unstored'))).toHaveLength(1)
})
