// Unread replies: they are ended, and their client gets no more (STREAM-6).
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROOT, contract } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'

const LARGE = 'x'.repeat(17_000_000)
/** Longer than a busy machine keeps a client from reading. */
const UNREAD_MS = 1_000

/** The reply of the next list call, and the number of calls. */
let list: () => Promise<unknown>
let asked = 0
/** The `gone` signal of the latest call. */
let gone: AbortSignal | undefined
let server: HttpServer
beforeAll(async () => void (server = await open(UNREAD_MS)))
afterAll(() => server.close())

function open(unreadMs: number): Promise<HttpServer> {
  const handler = (_: unknown, _input: unknown, facts: { gone: AbortSignal }) => {
    gone = facts.gone
    asked++
    return list()
  }
  return httpServer(
    everyCall(() => undefined as never, { users: { list: handler } }),
    {
      limits: { replyBytes: 64_000_000, unreadMs },
      checkReplies: false,
    },
  )
}

const large = () => Promise.resolve({ data: LARGE, meta: {} })
const request = (more = '') =>
  `GET ${API_ROOT}/${contract.users.list.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\n${more}\r\n`

/** Sends a request over its own connection and reads nothing. */
async function askUnread(text = request(), { port } = server): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(text)
  return socket
}
const get = ({ url } = server) =>
  fetch(`${url}${API_ROOT}/${contract.users.list.path}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })

test('a reply that is not read is ended, and one that is read arrives complete', async () => {
  list = large
  const socket = await askUnread()
  // Sending does not keep the connection alive.
  const isGone = () => {
    socket.write('\r\n')
    return gone?.aborted
  }
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true)
  let got = 0
  socket.on('data', (piece) => (got += piece.length))
  socket.resume()
  await expect.poll(() => socket.closed).toBe(true)
  expect(got).toBeLessThan(LARGE.length)
  expect((await (await get()).text()).length).toBeGreaterThan(LARGE.length)
})

test('a slow handler is not ended, not even behind another request on its connection', async () => {
  let calls = 0
  list = async () => {
    if (calls++ > 0) await new Promise((resolve) => setTimeout(resolve, 3 * UNREAD_MS))
    return { data: `call ${calls}`, meta: {} }
  }
  const socket = await askUnread(request() + request('connection: close\r\n'))
  let text = ''
  socket.on('data', (piece) => (text += piece.toString()))
  socket.resume()
  await once(socket, 'close')
  expect(text).toContain('call 1')
  expect(text).toContain('call 2')
})

test('a client with unread replies is refused with 429 before any work, until they are gone', async () => {
  list = large
  const mayWait = await open(60_000)
  const socket = await askUnread(request(), mayWait)
  const status = async () => {
    const reply = await get(mayWait)
    await reply.text()
    return reply.status
  }
  await expect.poll(status, { interval: 20 }).toBe(429)
  const before = asked
  const reply = await get(mayWait)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await reply.json()).toMatchObject({ errorCode: 'TOO_MANY_ATTEMPTS' })
  expect(asked).toBe(before)
  socket.destroy()
  await expect.poll(status).toBe(200)
  await mayWait.close()
})
