// The memory of replies of /v1 is reserved before the work, and what an engine has worked for is sent (decisions 138, 143).
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'

const MB = 1_000_000
/** A person may use 16 MB. */
const REPLY_BYTES = 64 * MB

/** What the next calls do, in their order. */
interface Work {
  readonly reserves?: number
  /** The characters of its reply, or pieces until the work is finished. */
  readonly sends: number | 'pieces'
  readonly waits?: Promise<void>
}

let server: HttpServer
let works: Work[]
/** The calls whose work has begun, whose reply was made, and whose pieces are being written. */
let begun: number
let made: number
let writing: Work[]
let finished: Set<Work>
const open: Socket[] = []

beforeEach(async () => {
  ;[works, begun, made, writing, finished] = [[], 0, 0, [], new Set()]
  server = await httpServer([], {
    limits: { replyBytes: REPLY_BYTES },
    v1: {
      models: () => Promise.reject(new Error('not asked')),
      model: () => Promise.reject(new Error('not asked')),
      complete: () => Promise.reject(new Error('not asked')),
      respond: () => Promise.reject(new Error('not asked')),
      async embed(_viewer, _body, { memory }) {
        const work = works.shift()
        if (!work) throw new Error('nothing to do')
        if (work.reserves !== undefined) memory.reserve(work.reserves)
        begun += 1
        await work.waits
        made += 1
        return work.sends === 'pieces' ? { pieces: pieces(work) } : 'x'.repeat(work.sends)
      },
    },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of open.splice(0)) socket.destroy()
  await server.close()
})

async function* pieces(work: Work): AsyncGenerator<Uint8Array> {
  writing.push(work)
  for (; !finished.has(work); await nextTurn()) yield Buffer.alloc(65_536, 'x')
  writing.splice(writing.indexOf(work), 1)
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
const until = async (holds: () => boolean) => {
  while (!holds()) await nextTurn()
}

async function ask(work: Work): Promise<number> {
  works.push(work)
  const reply = await fetch(`${server.url}/v1/embeddings`, {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  })
  for await (const _ of reply.body ?? []);
  return reply.status
}

/** Asks, and reads nothing of the reply. */
async function askUnread(work: Work): Promise<void> {
  works.push(work)
  const socket = connect(server.port, '127.0.0.1')
  open.push(socket)
  socket.pause()
  socket.write(
    `POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  )
  const before = made
  await until(() => made > before)
}

test('work for which a person has no memory left is refused before it begins', async () => {
  const first = Promise.withResolvers<void>()
  const slow = ask({ reserves: 10 * MB, sends: 10, waits: first.promise })
  await until(() => begun === 1)
  expect(await ask({ reserves: 10 * MB, sends: 10 })).toBe(429)
  expect(begun).toBe(1)
  first.resolve()
  expect(await slow).toBe(200)
  expect(await ask({ reserves: 10 * MB, sends: 10 })).toBe(200)
})

test('a reply that memory was reserved for is sent, whatever its size and what else is unread meanwhile', async () => {
  const first = Promise.withResolvers<void>()
  const slow = ask({ reserves: 1_000, sends: 2 * MB, waits: first.promise })
  await until(() => begun === 1)
  await askUnread({ reserves: 1_000, sends: 60 * MB })
  expect(await ask({ reserves: 1_000, sends: 10 })).toBe(429)
  first.resolve()
  expect(await slow).toBe(200)
})

test('a reply that nothing was reserved for is refused, because it cost nothing', async () => {
  const first = Promise.withResolvers<void>()
  const slow = ask({ sends: 2 * MB, waits: first.promise })
  await until(() => begun === 1)
  await askUnread({ reserves: 1_000, sends: 60 * MB })
  first.resolve()
  expect(await slow).toBe(429)
})

test('long replies of a person are written one after the other', async () => {
  // A slow client would leave its turn after a time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const both: Work[] = [
    { reserves: 1_000, sends: 'pieces' },
    { reserves: 1_000, sends: 'pieces' },
  ]
  const asked = both.map(ask)
  await until(() => made === 2 && writing.length > 0)
  const [first] = writing
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  expect(writing).toEqual([first])
  for (const work of both) finished.add(work)
  expect(await Promise.all(asked)).toEqual([200, 200])
})
