import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openLog } from '../log.ts'
import { openOutbound } from './index.ts'
import { OutboundRefused } from './public.ts'
import { failureOf, outboundTo } from './test/outbound.ts'

const log = openLog('silent')

const web = answeringServer()
const { pretending } = outboundTo(() => web)

describe('responses', () => {
  const small = { maxBytes: 100_000, totalMs: 2_000, idleMs: 1_000 }
  const fetched = (limits: object = small): Promise<unknown> =>
    failureOf(pretending().public(`http://site.test:${web.port}/`, limits))

  test('are returned complete, decompressed and with their content type', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      web.respond = (_req, res) =>
        res.writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/plain' }).end(pack('päge'))
      const page = await pretending().public(`http://site.test:${web.port}/`)
      expect([page.body.toString(), page.contentType]).toEqual(['päge', 'text/plain'])
    }
  })

  test('an endless body fails at the size limit', async () => {
    let sent = 0
    web.respond = (_req, res) => {
      const block = Buffer.alloc(16_384)
      const more = (): void => {
        while (!res.destroyed) {
          sent += block.length
          if (!res.write(block)) return void res.once('drain', more)
        }
      }
      more()
    }
    expect(await fetched()).toMatchObject({ name: 'OutboundFailed', code: 'too-large' })
    expect(sent).toBeLessThan(20_000_000)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('a %s bomb fails at the size limit', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(60_000)
    web.respond = (_req, res) => res.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    const before = process.memoryUsage().rss
    expect(await fetched()).toMatchObject({ code: 'too-large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  test('a Content-Length above the limit fails without waiting for the body', async () => {
    web.respond = (_req, res) => res.writeHead(200, { 'content-length': '10000000000' }).write('x')
    expect(await fetched()).toMatchObject({ code: 'too-large' })
  })

  test('a body that is shorter than its Content-Length is reported as broken', async () => {
    web.respond = (_req, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('short')
      setImmediate(() => res.socket?.destroy())
    }
    expect(await fetched()).toMatchObject({ code: 'broken' })
  })

  test.each([
    ['compressed twice', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['compressed in an unknown way', 'zstd', Buffer.from('x')],
    ['cut short', 'gzip', gzipSync('x'.repeat(500)).subarray(0, 20)],
    ['not compressed at all', 'gzip', Buffer.from('plain')],
  ])('a body that is %s is reported as broken', async (_what, encoding, body) => {
    web.respond = (_req, res) => res.writeHead(200, { 'content-encoding': encoding }).end(body)
    expect(await fetched()).toMatchObject({ name: 'OutboundFailed', code: 'broken' })
  })

  test('a slow body ends at the total time limit, a stalled one at the idle limit', async () => {
    web.respond = (_req, res) => {
      const timer = setInterval(() => res.write('.'), 20)
      res.on('close', () => clearInterval(timer))
    }
    expect(await fetched({ totalMs: 200 })).toMatchObject({ code: 'timeout' })
    web.respond = (_req, res) => void res.write('.')
    const began = performance.now()
    expect(await fetched({ idleMs: 100 })).toMatchObject({ code: 'timeout' })
    expect(performance.now() - began).toBeLessThan(1_500)
  })

  test('headers that never arrive or are too large are refused', async () => {
    web.respond = () => undefined
    expect(await fetched({ idleMs: 100 })).toBeInstanceOf(OutboundRefused)
    web.respond = (_req, res) => {
      for (let i = 0; i < 2_000; i++) res.setHeader(`x-${i}`, 'y'.repeat(20))
      res.end()
    }
    expect(await fetched()).toBeInstanceOf(OutboundRefused)
  })

  test('gives up on a TLS handshake that never ends', async () => {
    const mute = createTcpServer((socket) => socket.on('error', () => undefined).resume())
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port: mutePort } = mute.address() as AddressInfo
    const outbound = openOutbound({ log, ports: [mutePort], policy: { allows: () => true } })
    const error = await failureOf(outbound.public(`https://127.0.0.1:${mutePort}/`, { idleMs: 150 }))
    expect(error).toBeInstanceOf(OutboundRefused)
    await new Promise((resolve) => mute.close(resolve))
  })

  test.each([404, 500, 204])('status %i fails unless it is a success', async (status) => {
    web.respond = (_req, res) => res.writeHead(status).end()
    const error = await fetched()
    if (status === 204) expect(error).toBeUndefined()
    else expect(error).toMatchObject({ name: 'OutboundFailed', code: 'status', status })
  })

  test('the caller can abort a request and gets the abort reason', async () => {
    web.respond = (_req, res) => void res.write('.')
    const reason = new Error('stopped')
    const stop = new AbortController()
    const failed = failureOf(pretending().public(`http://site.test:${web.port}/`, { signal: stop.signal }))
    await new Promise<void>((resolve) => {
      const wait = setInterval(() => {
        if (web.requests.length === 0) return
        clearInterval(wait)
        resolve()
      }, 5)
    })
    stop.abort(reason)
    expect(await failed).toBe(reason)
  })
})

describe('conditional requests', () => {
  const conditions = () => {
    const { headers } = web.requests.at(-1) ?? {}
    return [headers?.['if-none-match'], headers?.['if-modified-since']]
  }
  const fetching = () => pretending({ 'site.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })

  test('an unchanged page is not sent again', async () => {
    web.respond = (req, res) => {
      const isKnown = req.headers['if-none-match'] === '"one"'
      res.writeHead(isKnown ? 304 : 200, { etag: '"one"', 'last-modified': 'Tue, 01 Jan 2030 00:00:00 GMT' })
      res.end(isKnown ? undefined : 'first')
    }
    const url = `http://site.test:${web.port}/page`
    const first = await fetching().public(url)
    expect(first).toMatchObject({ isUnchanged: false, validators: { url, etag: '"one"' } })
    expect(conditions()).toEqual([undefined, undefined])
    const second = await fetching().public(url, { known: first.validators })
    expect(second).toMatchObject({ isUnchanged: true, body: Buffer.alloc(0) })
    expect(conditions()).toEqual(['"one"', 'Tue, 01 Jan 2030 00:00:00 GMT'])
  })

  test('validators are sent only to the URL they came from', async () => {
    const known = { url: `http://other.test:${web.port}/end`, etag: '"secret"', lastModified: null }
    const seen: unknown[] = []
    web.respond = (req, res) => {
      seen.push([req.url, req.headers['if-none-match']])
      if (req.url === '/start') res.writeHead(302, { location: known.url }).end()
      else res.writeHead(304).end()
    }
    await fetching().public(`http://site.test:${web.port}/start`, { known })
    expect(seen).toEqual([
      ['/start', undefined],
      ['/end', '"secret"'],
    ])
  })

  test('a 304 without a condition fails, and validators that are too long are not kept', async () => {
    web.respond = (_, res) => void res.writeHead(304).end()
    await expect(fetching().public(`http://site.test:${web.port}/`)).rejects.toMatchObject({ code: 'status' })
    web.respond = (_, res) => void res.writeHead(200, { etag: `"${'x'.repeat(600)}"` }).end('x')
    const page = await fetching().public(`http://site.test:${web.port}/`)
    expect(page.validators).toMatchObject({ etag: null, lastModified: null })
  })
})
