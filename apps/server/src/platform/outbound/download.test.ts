import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { openOutbound, type Download, type OutboundOptions } from './index.ts'
import { OutboundRefused } from './public.ts'

const log = openLog('silent')
let server: Server
let port = 0
let requests: IncomingMessage[] = []
let respond: (req: IncomingMessage, res: ServerResponse) => void

beforeAll(async () => {
  server = createServer((req, res) => {
    requests.push(req)
    res.on('error', () => undefined)
    respond(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  requests = []
  respond = (_req, res) => res.end('canary')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Names lead to this machine, which counts as public where `pretends`. */
function download(
  path: string,
  {
    trusted = false,
    pretends = false,
    signal = new AbortController().signal,
    headers = {},
    idleMs = 5_000,
  } = {},
): Promise<Download> {
  const policy = { allows: (address: string) => pretends && address === '127.0.0.1' }
  const options: OutboundOptions = { log, ports: [port], policy, resolve: async () => ['127.0.0.1'] }
  const url = path.startsWith('/') ? `http://files.test:${port}${path}` : path
  return openOutbound(options).download(url, { trusted, signal, headers, idleMs })
}

async function bytesOf({ body, close }: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part)
  await close()
  return Buffer.concat(parts)
}

const textOf = async (answer: Download): Promise<string> => (await bytesOf(answer)).toString()

test('a body is given as it is sent, with its status and headers', async () => {
  respond = (_req, res) => res.writeHead(206, { 'content-range': 'bytes 3-5/6', etag: '"e"' }).end('ary')
  const answer = await download('/file?x=1', { pretends: true, headers: { range: 'bytes=3-' } })
  expect(answer).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 3-5/6', etag: '"e"' } })
  expect(await textOf(answer)).toBe('ary')
  expect(requests[0]).toMatchObject({
    url: '/file?x=1',
    headers: { range: 'bytes=3-', 'accept-encoding': 'identity', host: `files.test:${port}` },
  })
  const packed = gzipSync('canary')
  respond = (_req, res) => res.writeHead(404, { 'content-encoding': 'gzip' }).end(packed)
  const other = await download('/', { pretends: true })
  expect(other.status).toBe(404)
  expect(await bytesOf(other)).toEqual(packed)
})

test('every hop is guarded, and sends what the first sent', async () => {
  respond = (req, res) =>
    req.url === '/' ? res.writeHead(302, { location: `/far?${'s'.repeat(4_000)}` }).end() : res.end('canary')
  expect(await textOf(await download('/', { pretends: true, headers: { range: 'bytes=0-' } }))).toBe('canary')
  expect(requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-', 'bytes=0-'])
  for (const location of [
    'http://169.254.169.254/',
    'file:///etc/passwd',
    `http://files.test:${port + 1}/`,
  ]) {
    respond = (_req, res) => res.writeHead(307, { location }).end()
    await expect(download('/', { pretends: true })).rejects.toThrow(OutboundRefused)
  }
  respond = (_req, res) => res.writeHead(302, { location: '/' }).end()
  requests = []
  await expect(download('/', { pretends: true })).rejects.toThrow(OutboundRefused)
  expect(requests).toHaveLength(6)
})

test('a private address is reached when the configuration names it, and only that one', async () => {
  await expect(download('/')).rejects.toThrow(OutboundRefused)
  expect(requests).toHaveLength(0)
  const own = `http://127.0.0.1:${port}`
  expect(await textOf(await download(`${own}/`, { trusted: true }))).toBe('canary')
  requests = []
  respond = (req, res) =>
    res.writeHead(302, { location: req.url === '/' ? '/next' : `http://files.test:${port}/` }).end()
  await expect(download(`${own}/`, { trusted: true })).rejects.toThrow(OutboundRefused)
  expect(requests.map(({ url }) => url)).toEqual(['/', '/next'])
  for (const odd of ['file:///etc/passwd', `http://user:word@127.0.0.1:${port}/`, 'nothing'])
    await expect(download(odd, { trusted: true })).rejects.toThrow(OutboundRefused)
})

test('leaving ends it in every phase', async () => {
  const before = AbortSignal.abort(new Error('left'))
  await expect(download('/', { pretends: true, signal: before })).rejects.toThrow('left')
  const waiting = new AbortController()
  respond = () => waiting.abort(new Error('left'))
  await expect(download('/', { pretends: true, signal: waiting.signal })).rejects.toThrow('left')
  const reading = new AbortController()
  respond = (_req, res) => res.writeHead(200, { 'content-length': 100 }).write('can')
  const answer = await download('/', { pretends: true, signal: reading.signal })
  const read = textOf(answer)
  reading.abort(new Error('left'))
  await expect(read).rejects.toThrow('left')
})
