import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { BodyTooLarge, openOutbound, readBody } from './index.ts'

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
  const door = outbound.trusted({ baseUrl: `${url}/base/`, headers: { authorization: 'Bearer key' } })
  const { status, body } = await door.request({ path: '/call?a=1', headers: { 'x-more': 'yes' } })
  expect([status, (await readBody(body, 1_000)).length]).toEqual([200, 1_000])
  expect([last?.url, last?.headers.authorization, last?.headers['x-more']]).toEqual([
    '/base/call?a=1',
    'Bearer key',
    'yes',
  ])
  await door.close()
})

test('follows no redirect and keeps no cookie', async () => {
  const door = outbound.trusted({ baseUrl: url })
  const { status, body } = await door.request({ path: '/redirect' })
  await readBody(body, 1_000)
  expect([status, last?.url]).toEqual([302, '/redirect'])
  await readBody((await door.request({ path: '/' })).body, 1_000)
  expect(last?.headers.cookie).toBeUndefined()
  await door.close()
})

test.each([
  'ftp://x',
  'x',
  '',
  'http://user:pw@127.0.0.1',
  'http://127.0.0.1/?a=1',
  'file:///etc',
  'http://127.0.0.1/#a',
])('takes no base address like %j', (baseUrl) =>
  expect(() => outbound.trusted({ baseUrl })).toThrow(TypeError),
)

test.each(['call', 'http://elsewhere/', '@elsewhere/'])('a path like %j leads nowhere else', async (path) => {
  const door = outbound.trusted({ baseUrl: url })
  await expect(door.request({ path })).rejects.toThrow(TypeError)
  await door.close()
})

test('a path with two slashes stays on the host', async () => {
  const door = outbound.trusted({ baseUrl: url })
  await readBody((await door.request({ path: '//elsewhere/x' })).body, 1_000)
  expect(last?.url).toBe('//elsewhere/x')
  await door.close()
})

test('stops reading a body beyond its limit', async () => {
  const door = outbound.trusted({ baseUrl: url })
  const { body } = await door.request({ path: '/' })
  await expect(readBody(body, 999)).rejects.toThrow(BodyTooLarge)
  expect(body.destroyed).toBe(true)
  await door.close()
})

test('gives up connecting after its limit', async () => {
  const mute = createTcpServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const door = outbound.trusted({ baseUrl: `https://127.0.0.1:${port}`, connectTimeoutMs: 100 })
  await expect(door.request({ path: '/' })).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  await door.close()
  await new Promise((resolve) => mute.close(resolve))
})

test('closing the door ends what is open', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const door = outbound.trusted({ baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const open = expect(door.request({ path: '/' })).rejects.toThrow('destroyed')
  await door.close()
  await open
  await new Promise((resolve) => silent.close(resolve))
})
