import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { BodyTooLarge, openOutbound, readBody, type TrustedClient } from './index.ts'

const outbound = openOutbound({ log: openLog('silent') })
let server: Server
let url: string
let last: IncomingMessage | undefined

beforeAll(async () => {
  server = createServer((req, res) => {
    last = req
    if (req.url?.endsWith('/redirect'))
      return void res.writeHead(302, { location: '/elsewhere', 'set-cookie': 'a=b' }).end()
    res.end('x'.repeat(1_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

test('appends paths to the base and sends its headers', async () => {
  const client = outbound.trusted({ baseUrl: `${url}/base/`, headers: { authorization: 'Bearer key' } })
  const { status, body } = await client.request({ path: '/call?a=1', headers: { 'x-more': 'yes' } })
  expect([status, (await readBody(body, 1_000)).length]).toEqual([200, 1_000])
  expect([last?.url, last?.headers.authorization, last?.headers['x-more']]).toEqual([
    '/base/call?a=1',
    'Bearer key',
    'yes',
  ])
  await client.close()
})

test('follows no redirect and keeps no cookie', async () => {
  const client = outbound.trusted({ baseUrl: url })
  const { status, body } = await client.request({ path: '/redirect' })
  await readBody(body, 1_000)
  expect([status, last?.url]).toEqual([302, '/redirect'])
  await readBody((await client.request({ path: '/' })).body, 1_000)
  expect(last?.headers.cookie).toBeUndefined()
  await client.close()
})

test.each([
  'ftp://x',
  'x',
  '',
  'http://user:pw@127.0.0.1',
  'http://127.0.0.1/?a=1',
  'file:///etc',
  'http://127.0.0.1/#a',
])('refuses a base address like %j', (baseUrl) =>
  expect(() => outbound.trusted({ baseUrl })).toThrow(TypeError),
)

test.each(['call', 'http://elsewhere/', '@elsewhere/'])('refuses a path like %j', async (path) => {
  const client = outbound.trusted({ baseUrl: url })
  await expect(client.request({ path })).rejects.toThrow(TypeError)
  await client.close()
})

test('a path with two slashes stays on the host', async () => {
  const client = outbound.trusted({ baseUrl: url })
  await readBody((await client.request({ path: '//elsewhere/x' })).body, 1_000)
  expect(last?.url).toBe('//elsewhere/x')
  await client.close()
})

/** Starts a server with one scripted response, and a client for it. */
async function withAnswer(
  work: (client: TrustedClient, answer: Promise<ServerResponse>, closed: Promise<void>) => Promise<void>,
): Promise<void> {
  const answer = Promise.withResolvers<ServerResponse>()
  const closed = Promise.withResolvers<void>()
  const one = createServer((_, response) => {
    response.once('close', () => closed.resolve())
    answer.resolve(response)
  })
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  const client = outbound.trusted({ baseUrl: `http://127.0.0.1:${(one.address() as AddressInfo).port}` })
  try {
    await work(client, answer.promise, closed.promise)
  } finally {
    await client.close()
    await new Promise((resolve) => one.close(resolve))
  }
}

test('stops reading a body beyond its limit, and closes the connection', () =>
  withAnswer(async (client, answer, closed) => {
    const asked = client.request({ path: '/' })
    ;(await answer).write('x'.repeat(1_000))
    await expect(readBody((await asked).body, 999)).rejects.toThrow(BodyTooLarge)
    await closed
  }))

test('destroying an unread body closes the connection', () =>
  withAnswer(async (client, answer, closed) => {
    const asked = client.request({ path: '/' })
    ;(await answer).write('x')
    const { body } = await asked
    body.destroy()
    await closed
    await expect(readBody(body, 1_000)).resolves.toHaveLength(0)
  }))

test('slow reading slows the sender down, and no data is lost', () =>
  withAnswer(async (client, answer) => {
    const asked = client.request({ path: '/' })
    const response = await answer
    const piece = Buffer.alloc(1_000_000, 'x')
    // When the buffers of both sides are full, the sender gets no more drain events.
    let sent = 0
    const fill = async () => {
      for (; sent < 100; sent++) if (!response.write(piece)) await once(response, 'drain')
      response.end()
    }
    const filled = fill()
    const { body } = await asked
    const pieces = body[Symbol.asyncIterator]()
    const first = await pieces.next()
    const before = first.done === true ? 0 : first.value.length
    await expect.poll(() => stoodStill(() => sent)).toBe(true)
    expect(sent).toBeLessThan(50)
    expect(before + (await readBody({ [Symbol.asyncIterator]: () => pieces }, 200_000_000)).length).toBe(
      100_000_000,
    )
    await filled
  }))

/** Returns whether a count is unchanged for a tenth of a second. */
async function stoodStill(count: () => number): Promise<boolean> {
  const before = count()
  await new Promise((resolve) => setTimeout(resolve, 100))
  return count() === before
}

test('data sent before the connection broke is returned before the error', () =>
  withAnswer(async (client, answer) => {
    const asked = client.request({ path: '/' })
    const response = await answer
    response.write('before')
    const { body } = await asked
    const pieces = body[Symbol.asyncIterator]()
    expect((await pieces.next()).value).toEqual(Buffer.from('before'))
    response.destroy()
    await expect(pieces.next()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
    await expect(pieces.next()).resolves.toEqual({ value: undefined, done: true })
  }))

test('an abort signal ends a request in every phase with its reason', () =>
  withAnswer(async (client, answer, closed) => {
    const reason = new Error('enough')
    await expect(client.request({ path: '/', signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const early = new AbortController()
    const connecting = expect(client.request({ path: '/', signal: early.signal })).rejects.toBe(reason)
    early.abort(reason)
    await connecting
    const late = new AbortController()
    const asked = client.request({ path: '/', signal: late.signal })
    ;(await answer).write('x')
    const { body } = await asked
    const pieces = body[Symbol.asyncIterator]()
    await pieces.next()
    const next = expect(pieces.next()).rejects.toBe(reason)
    late.abort(reason)
    await next
    await closed
  }))

test('gives up connecting after its time limit', async () => {
  const mute = createTcpServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const client = outbound.trusted({ baseUrl: `https://127.0.0.1:${port}`, connectTimeoutMs: 100 })
  await expect(client.request({ path: '/' })).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  await client.close()
  await new Promise((resolve) => mute.close(resolve))
})

test('closing the client ends open requests', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const client = outbound.trusted({ baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const open = expect(client.request({ path: '/' })).rejects.toThrow('destroyed')
  await client.close()
  await open
  await new Promise((resolve) => silent.close(resolve))
})
