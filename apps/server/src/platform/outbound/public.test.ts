import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openLog } from '../log.ts'
import { openOutbound, type Outbound, type OutboundOptions } from './index.ts'
import { OutboundRefused } from './public.ts'

const log = openLog('silent')
const REFUSAL = 'Could not reach this address.'

const web = answeringServer()

/** As in the product except for the port. Names resolve to `names`. */
function guarded(
  names: Readonly<Record<string, readonly string[]>> = {},
  more: Partial<OutboundOptions> = {},
): Outbound {
  const resolve = async (host: string): Promise<readonly string[]> => {
    const found = names[host]
    if (!found) throw new Error('ENOTFOUND')
    return found
  }
  return openOutbound({ log, ports: [80, 443, web.port], resolve, ...more })
}

/** Treats 127.0.0.1 as the only public address. */
function pretending(
  names: Readonly<Record<string, readonly string[]>> = { 'site.test': ['127.0.0.1'] },
): Outbound {
  return guarded(names, { policy: { allows: (address) => address === '127.0.0.1' } })
}

const failureOf = async (fetched: Promise<unknown>): Promise<unknown> =>
  fetched.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('internal addresses', () => {
  const names = {
    localhost: ['127.0.0.1'],
    'localhost.': ['127.0.0.1'],
    'www.127.0.0.1.nip.io': ['127.0.0.1'],
    'metadata.google.internal': ['169.254.169.254'],
    'metadata.google.internal.': ['169.254.169.254'],
    'v6.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'nat64.test': ['64:ff9b::7f00:1'],
    'both.test': ['93.184.216.34', '127.0.0.1'],
    'both6.test': ['2606:4700::1111', 'fd00::1'],
    'odd.test': ['127.1'],
    'zone.test': ['fe80::1%eth0'],
    'none.test': [],
  }
  const P = '{port}'
  test.each([
    // plain
    `http://127.0.0.1:${P}/`,
    `http://127.9.9.9:${P}/`,
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    `http://0.0.0.0:${P}/`,
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    // alternative spellings
    `http://127.1:${P}/`,
    `http://127.0.1:${P}/`,
    `http://2130706433:${P}/`,
    `http://0x7f.1:${P}/`,
    `http://0x7f000001:${P}/`,
    `http://0177.0.0.1:${P}/`,
    `http://017700000001:${P}/`,
    `http://0:${P}/`,
    `http://127.0.0.1.:${P}/`,
    `http://①②⑦.⓪.⓪.①:${P}/`,
    `http://１２７.０.０.１:${P}/`,
    `http://127。0。0。1:${P}/`,
    `http://%31%32%37.0.0.1:${P}/`,
    `http:127.0.0.1:${P}/`,
    'http:169.254.169.254',
    `http:/127.0.0.1:${P}/`,
    `http:\\\\127.0.0.1:${P}\\`,
    `http:///127.0.0.1:${P}/`,
    `http://12\t7.0.0.1:${P}/`,
    `http://127.0.0.1\n:${P}/`,
    `ht\ntp://127.0.0.1:${P}/`,
    `  http://127.0.0.1:${P}/  `,
    `HTTP://127.0.0.1:${P}/`,
    // without a scheme
    `127.0.0.1:${P}/x`,
    '169.254.169.254/latest',
    '//169.254.169.254/latest',
    `localhost:${P}`,
    'localhost',
    `[::1]:${P}/`,
    // IPv6
    `http://[::1]:${P}/`,
    `http://[::]:${P}/`,
    `http://[::ffff:7f00:1]:${P}/`,
    `http://[::ffff:127.0.0.1]:${P}/`,
    `http://[::127.0.0.1]:${P}/`,
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    `http://[64:ff9b::127.0.0.1]:${P}/`,
    `http://[2002:7f00:1::]:${P}/`,
    'http://[2001:0:53aa:64c:0:0:80ff:fffe]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://[fe80::1%25eth0]/',
    // names
    `http://localhost:${P}/`,
    `http://LOCALHOST:${P}/`,
    `http://localhost.:${P}/`,
    `http://ⓛocalhost:${P}/`,
    `http://www.127.0.0.1.nip.io:${P}/`,
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
    `http://v6.test:${P}/`,
    `http://mapped.test:${P}/`,
    `http://nat64.test:${P}/`,
    `http://both.test:${P}/`,
    'http://both6.test/',
    `http://odd.test:${P}/`,
    `http://zone.test:${P}/`,
    `http://none.test:${P}/`,
    `http://unknown.test:${P}/`,
    // ambiguous for parsers
    `http://a@127.0.0.1:${P}@b/`,
    `http://b\\@127.0.0.1:${P}/`,
    `http://b#@127.0.0.1:${P}/`,
    `http://127.0.0.1:${P}#@site.test/`,
    `http://127.0.0.1%00.b:${P}/`,
    `http://127.0.0.1%2f.b:${P}/`,
    `http://site.test@127.0.0.1:${P}/`,
    `http://:secret@127.0.0.1:${P}/`,
    // other schemes and ports, and invalid URLs
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'ftp://127.0.0.1/',
    'data:text/html,hi',
    'javascript:alert(1)',
    'blob:http://x/1',
    'http://93.184.216.34:22/',
    'http://93.184.216.34:5432/',
    'http://93.184.216.34:99999/',
    'http://',
    'https:',
    '',
    ' ',
    'http://[::1',
    '://x',
    'x'.repeat(5_000),
  ])('%j is refused with the same error and without a connection', async (address) => {
    const error = await failureOf(guarded(names).public(address.replace(P, String(web.port))))
    expect(error).toBeInstanceOf(OutboundRefused)
    expect((error as Error).message).toBe(REFUSAL)
    expect(Object.keys(error as object)).toEqual(['name'])
    expect(web.connections).toBe(0)
  })

  test.each(['user@', 'user:password@', ':password@'])(
    'a public address with the credentials %j is refused',
    async (user) => {
      const refused = await failureOf(pretending().public(`http://${user}site.test:${web.port}/`))
      expect(refused).toBeInstanceOf(OutboundRefused)
      expect(web.connections).toBe(0)
    },
  )

  test('open, closed and filtered internal ports give the same error', async () => {
    const outbound = guarded(names, { ports: [web.port, 1, 9] })
    const errors = await Promise.all(
      [web.port, 1, 9].map(
        (which) => failureOf(outbound.public(`http://127.0.0.1:${which}/`)) as Promise<Error>,
      ),
    )
    expect(new Set(errors.map((error) => `${error.name}: ${error.message}`)).size).toBe(1)
  })

  test('a closed public port gives the same error as a forbidden address', async () => {
    const closed = openOutbound({ log, ports: [1], policy: { allows: () => true } })
    expect(await failureOf(closed.public('http://127.0.0.1:1/'))).toMatchObject({
      name: 'OutboundRefused',
      message: REFUSAL,
    })
  })
})

describe('DNS rebinding', () => {
  test('connects to the address that was checked, and resolves the name once', async () => {
    let lookups = 0
    const outbound = guarded(
      {},
      {
        resolve: async () => (lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
        policy: { allows: (address) => address === '127.0.0.1' },
      },
    )
    const page = await outbound.public(`http://rebind.test:${web.port}/`)
    expect(page.body.toString()).toBe('canary')
    expect(web.requests[0]?.headers.host).toBe(`rebind.test:${web.port}`)
    expect(lookups).toBe(1)
    // The next fetch resolves again and sees the changed address.
    expect(await failureOf(outbound.public(`http://rebind.test:${web.port}/`))).toBeInstanceOf(
      OutboundRefused,
    )
    expect(web.connections).toBe(1)
  })

  test('gives up on a look-up that never ends', async () => {
    const outbound = guarded({}, { resolve: () => new Promise(() => undefined) })
    expect(await failureOf(outbound.public('http://slow.test/', { totalMs: 60 }))).toBeInstanceOf(
      OutboundRefused,
    )
  })
})

describe('redirects', () => {
  const redirect = (status: number, location: string): void => {
    web.respond = (req, res) =>
      req.url === '/' ? res.writeHead(status, { location }).end() : res.end(`reached ${req.url}`)
  }

  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    redirect(status, '/next')
    const page = await pretending().public(`http://site.test:${web.port}/#fragment`)
    expect([page.body.toString(), page.url]).toEqual(['reached /next', `http://site.test:${web.port}/next`])
  })

  test.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://inside.test/',
    'http://[::1]/',
    '//127.0.0.2/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://site.test/',
    'data:text/html,x',
    'http://user:pw@site.test:{port}/next',
    'http://user@site.test:{port}/next',
    'http://site.test:22/',
    'http://[',
    '',
  ])('to %j is refused', async (location) => {
    redirect(302, location.replace('{port}', String(web.port)))
    const outbound = pretending({ 'site.test': ['127.0.0.1'], 'inside.test': ['127.0.0.2'] })
    const error = await failureOf(outbound.public(`http://site.test:${web.port}/`))
    // An empty Location leads to the same page, until the redirect limit.
    expect(error).toMatchObject({ name: 'OutboundRefused', message: REFUSAL })
    expect(web.connections).toBe(location === '' ? 6 : 1)
  })

  test('are followed five times at most, and not at all with a limit of 0', async () => {
    web.respond = (req, res) => res.writeHead(302, { location: `${req.url}x` }).end()
    expect(await failureOf(pretending().public(`http://site.test:${web.port}/`))).toBeInstanceOf(
      OutboundRefused,
    )
    expect(web.requests).toHaveLength(6)
    expect(
      await failureOf(pretending().public(`http://site.test:${web.port}/`, { redirects: 0 })),
    ).toBeInstanceOf(OutboundRefused)
    expect(web.requests).toHaveLength(7)
  })

  test('by a refresh header or meta element are not followed', async () => {
    web.respond = (_req, res) =>
      res.setHeader('refresh', '0; url=/next').end('<meta http-equiv="refresh" content="0; url=/next">')
    await pretending().public(`http://site.test:${web.port}/`)
    expect(web.requests).toHaveLength(1)
  })

  test('send only the headers of every request, without cookies', async () => {
    web.respond = (req, res) =>
      req.url === '/' ? res.writeHead(302, { location: '/next', 'set-cookie': 'a=b' }).end() : res.end()
    await pretending().public(`http://site.test:${web.port}/`)
    for (const { headers } of web.requests) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ])
    }
  })
})

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
