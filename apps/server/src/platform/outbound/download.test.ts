import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openLog } from '../log.ts'
import { openOutbound, type Download, type OutboundOptions } from './index.ts'
import { OutboundRefused } from './public.ts'

const log = openLog('silent')
const web = answeringServer()

/** Resolves all names to this machine, which counts as public with `pretends`. */
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
  const options: OutboundOptions = { log, ports: [web.port], policy, resolve: async () => ['127.0.0.1'] }
  const url = path.startsWith('/') ? `http://files.test:${web.port}${path}` : path
  return openOutbound(options).download(url, { trusted, signal, headers, idleMs })
}

async function bytesOf({ body, close }: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part)
  await close()
  return Buffer.concat(parts)
}

const textOf = async (answer: Download): Promise<string> => (await bytesOf(answer)).toString()

test('returns the body as it was sent, with status and headers', async () => {
  web.respond = (_req, res) => res.writeHead(206, { 'content-range': 'bytes 3-5/6', etag: '"e"' }).end('ary')
  const answer = await download('/file?x=1', { pretends: true, headers: { range: 'bytes=3-' } })
  expect(answer).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 3-5/6', etag: '"e"' } })
  expect(await textOf(answer)).toBe('ary')
  expect(web.requests[0]).toMatchObject({
    url: '/file?x=1',
    headers: { range: 'bytes=3-', 'accept-encoding': 'identity', host: `files.test:${web.port}` },
  })
  const packed = gzipSync('canary')
  web.respond = (_req, res) => res.writeHead(404, { 'content-encoding': 'gzip' }).end(packed)
  const other = await download('/', { pretends: true })
  expect(other.status).toBe(404)
  expect(await bytesOf(other)).toEqual(packed)
})

test('checks every redirect, repeats the request headers and stops after five', async () => {
  web.respond = (req, res) =>
    req.url === '/' ? res.writeHead(302, { location: `/far?${'s'.repeat(4_000)}` }).end() : res.end('canary')
  expect(await textOf(await download('/', { pretends: true, headers: { range: 'bytes=0-' } }))).toBe('canary')
  expect(web.requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-', 'bytes=0-'])
  for (const location of [
    'http://169.254.169.254/',
    'file:///etc/passwd',
    `http://files.test:${web.port + 1}/`,
  ]) {
    web.respond = (_req, res) => res.writeHead(307, { location }).end()
    await expect(download('/', { pretends: true })).rejects.toThrow(OutboundRefused)
  }
  web.respond = (_req, res) => res.writeHead(302, { location: '/' }).end()
  web.requests = []
  await expect(download('/', { pretends: true })).rejects.toThrow(OutboundRefused)
  expect(web.requests).toHaveLength(6)
})

test('reaches a private address only if it is trusted, and no other one through a redirect', async () => {
  await expect(download('/')).rejects.toThrow(OutboundRefused)
  expect(web.requests).toHaveLength(0)
  const own = `http://127.0.0.1:${web.port}`
  expect(await textOf(await download(`${own}/`, { trusted: true }))).toBe('canary')
  web.requests = []
  web.respond = (req, res) =>
    res.writeHead(302, { location: req.url === '/' ? '/next' : `http://files.test:${web.port}/` }).end()
  await expect(download(`${own}/`, { trusted: true })).rejects.toThrow(OutboundRefused)
  expect(web.requests.map(({ url }) => url)).toEqual(['/', '/next'])
  for (const odd of ['file:///etc/passwd', `http://user:word@127.0.0.1:${web.port}/`, 'nothing'])
    await expect(download(odd, { trusted: true })).rejects.toThrow(OutboundRefused)
})

test('aborting ends a download in every phase', async () => {
  const before = AbortSignal.abort(new Error('left'))
  await expect(download('/', { pretends: true, signal: before })).rejects.toThrow('left')
  const waiting = new AbortController()
  web.respond = () => waiting.abort(new Error('left'))
  await expect(download('/', { pretends: true, signal: waiting.signal })).rejects.toThrow('left')
  const reading = new AbortController()
  web.respond = (_req, res) => res.writeHead(200, { 'content-length': 100 }).write('can')
  const answer = await download('/', { pretends: true, signal: reading.signal })
  const read = textOf(answer)
  reading.abort(new Error('left'))
  await expect(read).rejects.toThrow('left')
})
