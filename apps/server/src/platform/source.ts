import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the key for counting requests or attempts of an address: the IPv4 address, also when embedded in IPv6; for other
 * IPv6 addresses the /64 network that one connection usually has.
 */
export function sourceOf(address: string): string {
  const plain = (address.split('%', 1)[0] ?? '').toLowerCase()
  if (!isIPv6(plain)) return plain.slice(0, 64)
  const groups = groupsOf(plain)
  const mapped = ipv4In(groups)
  return mapped ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = withoutDots(address).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const written =
    after === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return written.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** The last 32 bits may be written as an IPv4 address. */
function withoutDots(address: string): string {
  const dotted = address.slice(address.lastIndexOf(':') + 1)
  if (!isIPv4(dotted)) return address
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16))
  return address.slice(0, -dotted.length) + groups.join(':')
}

/** Prefixes of addresses whose last 32 bits are an IPv4 address: mapped, and NAT64 (RFC 6052). */
const BEFORE_IPV4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/** Returns the IPv4 address embedded in an IPv6 address; for 6to4 (RFC 3056) it follows the first 16 bits. */
function ipv4In(groups: readonly string[]): string | undefined {
  const at = groups[0] === '2002' ? 1 : BEFORE_IPV4.has(groups.slice(0, 6).join(':')) ? 6 : undefined
  if (at === undefined) return undefined
  return groups
    .slice(at, at + 2)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
