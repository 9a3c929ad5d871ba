import { describe, expect, test } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openLog } from '../log.ts'
import { openOutbound } from './index.ts'
import { OutboundRefused } from './public.ts'
import { failureOf, outboundTo } from './test/outbound.ts'

const log = openLog('silent')
const REFUSAL = 'Could not reach this address.'

const web = answeringServer()
const { guarded, pretending } = outboundTo(() => web)

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
