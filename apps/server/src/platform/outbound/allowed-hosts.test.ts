// Attacks on the hosts that the configuration allows (OUTBOUND-7).
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openLog } from '../log.ts'
import { publicAddresses } from './address.ts'
import { parseAllowedHost } from './allowed-hosts.ts'
import { openGuard } from './guard.ts'
import { openOutbound, type OutboundOptions } from './index.ts'

const web = answeringServer()
const P = '{port}'
const withPort = (text: string) => text.replaceAll(P, String(web.port))

/** The guard of the product with these entries. */
const guardOf = (...allowedHosts: string[]) =>
  openGuard({ policy: publicAddresses(), ports: [80, 443], allowedHosts: () => allowedHosts })
const allows = (entry: string, host: string, port: number, address = host) => {
  const guard = guardOf(entry)
  return guard.mayUse(host, port) && guard.allows(address, { host, port })
}

/** An outbound client in which names resolve to `names`; without a policy, only `allowedHosts` lead to this machine. */
function outboundOf(
  allowedHosts: readonly string[],
  names: Readonly<Record<string, readonly string[]>> = {},
  more: Partial<OutboundOptions> = {},
) {
  const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('ENOTFOUND'))
  return openOutbound({
    log: openLog('silent'),
    allowedHosts: () => allowedHosts.map(withPort),
    resolve,
    ...more,
  })
}
const REFUSED = { name: 'OutboundRefused', message: 'Could not reach this address.' }

describe('entries', () => {
  test.each([
    ['a name at the usual ports', 'wiki.intern', 'wiki.intern', 443, '10.1.2.3'],
    ['a name at its port', 'wiki.intern:8080', 'wiki.intern', 8080, '192.168.7.1'],
    ['a name with a public address', 'files.example.org:8443', 'files.example.org', 8443, '93.184.216.34'],
    ['a name in capitals with a final dot', 'WIKI.Intern.', 'wiki.intern', 80, 'fd12::5'],
    ['an internationalised name', 'bücher.intern', 'xn--bcher-kva.intern', 80, '10.0.0.1'],
    ['a name below a domain', '*.intern:8080', 'a.b.intern', 8080, '172.16.0.9'],
    ['an address', '10.1.2.3', '10.1.2.3', 80, '10.1.2.3'],
    ['an address in a range', '10.1.2.0/24:8080', '10.1.2.255', 8080, '10.1.2.255'],
    ['an IPv6 range', '[fd00::/16]:8080', 'fd00::7', 8080, 'fd00::7'],
    ['a name that leads into a range', '10.1.2.0/24:8080', 'any.example.org', 8080, '10.1.2.7'],
    ['a mapped address of a range', '10.1.2.0/24', '::ffff:a01:207', 80, '::ffff:10.1.2.7'],
    ['loopback with its port', '127.0.0.1:8080', '127.0.0.1', 8080, '127.0.0.1'],
    ['metadata with its port', '169.254.169.254:80', '169.254.169.254', 80, '169.254.169.254'],
  ])('open %s', (_, entry, host, port, address) => expect(allows(entry, host, port, address)).toBe(true))

  test.each([
    ['another port', 'wiki.intern', 'wiki.intern', 8080, '10.1.2.3'],
    ['a usual port of an entry with a port', 'wiki.intern:8080', 'wiki.intern', 443, '10.1.2.3'],
    ['a longer name', 'wiki.intern', 'evilwiki.intern', 443, '10.1.2.3'],
    ['a name that begins with it', 'wiki.intern', 'wiki.intern.evil.org', 443, '10.1.2.3'],
    ['the domain of a suffix', '*.intern', 'intern', 443, '10.1.2.3'],
    ['a name that ends alike', '*.intern', 'evilintern', 443, '10.1.2.3'],
    ['the address of a listed name', 'wiki.intern', '10.1.2.3', 443, '10.1.2.3'],
    ['an address beside a range', '10.1.2.0/24', '10.1.3.0', 80, '10.1.3.0'],
    ['a public address at the port of a range', '10.1.2.0/24:8080', 'a.org', 8080, '93.184.216.34'],
    ['loopback by a name', 'wiki.intern', 'wiki.intern', 80, '127.0.0.1'],
    ['loopback by a name, as IPv6', 'wiki.intern', 'wiki.intern', 80, '::1'],
    ['loopback by a name, mapped', 'wiki.intern', 'wiki.intern', 80, '::ffff:127.0.0.1'],
    ['loopback by a name, as NAT64', 'wiki.intern', 'wiki.intern', 80, '64:ff9b::7f00:1'],
    ['loopback by a range', '0.0.0.0/0', '127.0.0.1', 80, '127.0.0.1'],
    ['loopback at another port', '127.0.0.1:8080', '127.0.0.1', 80, '127.0.0.1'],
    ['another loopback address', '127.0.0.1:8080', '127.0.0.2', 8080, '127.0.0.2'],
    ['this network by a range', '0.0.0.0/0', '0.0.0.0', 80, '0.0.0.0'],
    ['metadata by a name', '*.intern', 'a.intern', 80, '169.254.169.254'],
    ['metadata by a name, mapped', '*.intern', 'a.intern', 80, '::ffff:169.254.169.254'],
    ['metadata by a range', '169.254.0.0/16', '169.254.169.254', 80, '169.254.169.254'],
    ['IPv6 metadata by a range', 'fc00::/7', 'fd00:ec2::254', 80, 'fd00:ec2::254'],
    ["Alibaba's metadata by a name", '*.intern', 'a.intern', 80, '100.100.100.200'],
    ["Azure's wire server by a name", '*.intern', 'a.intern', 80, '168.63.129.16'],
    ['link-local by a name', '*.intern', 'a.intern', 80, 'fe80::1'],
    ['multicast by a range', '224.0.0.0/4', '224.0.0.1', 80, '224.0.0.1'],
    ['a tunnel to IPv4 by a range', 'fd00::/8', 'fd00::5efe:7f00:1', 80, 'fd00::5efe:7f00:1'],
    ['6to4 by a range', '2002::/16', '2002:7f00:1::', 80, '2002:7f00:1::'],
    ['an address with a zone', 'fc00::/7', 'a.intern', 80, 'fd00::1%eth0'],
  ])('do not open %s', (_, entry, host, port, address) =>
    expect(allows(entry, host, port, address)).toBe(false),
  )

  test("open this machine's own addresses one by one only", () => {
    const own = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ address, family }) => family === 'IPv4' && address !== '127.0.0.1')
    for (const { address } of own) {
      expect(allows('0.0.0.0/0', address, 80)).toBe(false)
      expect(allows('wiki.intern', 'wiki.intern', 80, address)).toBe(false)
      expect(allows(`${address}:80`, address, 80)).toBe(true)
    }
  })

  test.each([
    '',
    '*',
    '*.',
    '*.*.intern',
    'a.*.intern',
    'http://wiki.intern',
    'wiki.intern/page',
    'user@wiki.intern',
    'wiki.intern:',
    'wiki.intern:0',
    'wiki.intern:65536',
    'wiki.intern:80:80',
    'wiki..intern',
    'wiki intern',
    'wiki%2eintern',
    'localhost',
    'LOCALHOST.:8080',
    'a.localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1:80',
    '127.0.0.1.:80',
    '127.1:80',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fd00::/129',
    '[10.0.0.1]:80',
    '[wiki]:80',
    '[fd00::1',
    'fe80::1%eth0',
    '127.0.0.1',
    '::1',
    '169.254.169.254',
  ])('%j is not accepted', (text) => expect(() => parseAllowedHost(text)).toThrow(/^must /))
})

describe('requests', () => {
  test.each([
    `http://127.0.0.1:${P}/`,
    `http://2130706433:${P}/`,
    `http://0x7f.1:${P}/`,
    `http://0177.0.0.1:${P}/`,
    `http://①②⑦.0.0.1:${P}/`,
    `http://wiki.intern:${P}/`,
    `http://WIKI.INTERN.:${P}/`,
  ])('%s reaches the listed address in every notation', async (url) => {
    const outbound = outboundOf([`127.0.0.1:${P}`], {
      'wiki.intern': ['127.0.0.1'],
      'wiki.intern.': ['127.0.0.1'],
    })
    expect((await outbound.public(withPort(url))).body.toString()).toBe('canary')
  })

  test.each([
    `http://127.0.0.2:${P}/`,
    `http://[::ffff:127.0.0.2]:${P}/`,
    `http://2130706434:${P}/`,
    `http://user:pw@127.0.0.1:${P}/`,
    `http://user@wiki.intern:${P}/`,
    `http://wiki.intern:${P}/`,
    `http://both.intern:${P}/`,
    'http://127.0.0.1/',
    'http://127.0.0.1:22/',
    `ftp://127.0.0.1:${P}/`,
  ])('%s is refused beside it, without a connection', async (url) => {
    const names = { 'wiki.intern': ['127.0.0.2'], 'both.intern': ['127.0.0.1', '127.0.0.2'] }
    const outbound = outboundOf([`127.0.0.1:${P}`, `*.intern:${P}`], names)
    await expect(outbound.public(withPort(url))).rejects.toMatchObject(REFUSED)
    expect(web.connections).toBe(0)
  })

  test.each([
    `http://127.0.0.2:${P}/`,
    `http://other.intern:${P}/`,
    'http://127.0.0.1:22/',
    'http://wiki.intern:22/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    `http://user:pw@127.0.0.1:${P}/`,
    'file:///etc/passwd',
  ])('a redirect from a listed host to %s is refused', async (location) => {
    web.respond = (_, res) => res.writeHead(302, { location: withPort(location) }).end()
    const names = { 'wiki.intern': ['127.0.0.1'], 'other.intern': ['127.0.0.2'] }
    const outbound = outboundOf([`127.0.0.1:${P}`, `wiki.intern:${P}`], names)
    await expect(outbound.public(withPort(`http://wiki.intern:${P}/`))).rejects.toMatchObject(REFUSED)
    expect(web.connections).toBe(1)
  })

  test('a listed name that is rebound to this machine is refused, and resolved once for each request', async () => {
    let lookups = 0
    const policy = { allows: (address: string) => address === '127.0.0.1' }
    const resolve = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    const outbound = outboundOf([`wiki.intern:${P}`], {}, { policy, resolve })
    expect((await outbound.public(withPort(`http://wiki.intern:${P}/`))).body.toString()).toBe('canary')
    expect(lookups).toBe(1)
    await expect(outbound.public(withPort(`http://wiki.intern:${P}/`))).rejects.toMatchObject(REFUSED)
    expect(web.connections).toBe(1)
  })

  test('downloads of model files do not use the list', async () => {
    const outbound = outboundOf([`127.0.0.1:${P}`])
    const signal = AbortSignal.timeout(5_000)
    const download = outbound.download(withPort(`http://127.0.0.1:${P}/`), { idleMs: 1_000, signal })
    await expect(download).rejects.toMatchObject(REFUSED)
    expect(web.connections).toBe(0)
  })
})

describe('what a form learns without a look-up', () => {
  const never = () => Promise.reject(new Error('a look-up'))
  const judge = (url: string, ...allowedHosts: string[]) =>
    outboundOf(allowedHosts, {}, { resolve: never }).judge(url)?.isAllowed

  test.each([
    'http://10.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://intranet/',
    'https://wiki.INTERNAL./',
    'https://wiki.local/',
    'https://example.org:8443/',
  ])('%s is private as it is written', (url) => expect(judge(url)).toBe(false))

  test.each(['https://example.org/', 'https://inner.example.org/', 'http://127.0.0.1.nip.io/'])(
    '%s may be public: where the name leads is not told',
    (url) => expect(judge(url)).toBe(true),
  )

  test('what is listed is allowed, and what is never fetched has no judgement', () => {
    expect(judge('http://intranet/', 'intranet')).toBe(true)
    expect(judge('http://intranet:8080/', 'intranet')).toBe(false)
    expect(judge('http://intranet/', '10.0.0.0/8')).toBe(true)
    expect(judge('http://10.9.9.9/', '10.0.0.0/8')).toBe(true)
    expect(judge('http://user@example.org/')).toBe(undefined)
    expect(judge('ftp://example.org/')).toBe(undefined)
  })
})
