// Decides which addresses `public` may connect to, using only the canonical binary form (OUTBOUND-2).
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Decides whether an address resolved from a user's URL may be connected to. */
export interface AddressPolicy {
  /** `address` is an IPv4 or IPv6 literal from a resolver; anything else is refused. */
  allows(address: string): boolean
}

/** IANA special-purpose registries (RFC 6890 and successors), and metadata addresses of cloud providers. */
const FORBIDDEN_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; holds Alibaba's metadata address 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's wire server
  '169.254.0.0/16', // link-local; holds 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; holds Oracle's 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** Exceptions within 2000::/3, the only public IPv6 space. */
const FORBIDDEN_V6 = [
  '2001::/23', // protocol assignments; holds Teredo (2001::/32) and ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '3fff::/20', // documentation
]
const PUBLIC_V6 = '2000::/3'
/** Networks of organisations. */
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']
/** Metadata services of cloud providers within them. */
const METADATA = ['100.100.100.200/32', 'fd00:ec2::/32']
const NAT64 = '64:ff9b::/96'
const V4_MAPPED = '::ffff:0:0/96'

/** Returns the 4 or 16 bytes of an IP literal; undefined for anything else, including zone ids. */
export function addressBytes(address: string): Uint8Array | undefined {
  const version = isIP(address)
  if (version === 4) return Uint8Array.from(address.split('.'), Number)
  if (version !== 6 || address.includes('%')) return undefined
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Uint8Array.from(
    groups.flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    }),
  )
}

export interface Range {
  readonly bytes: Uint8Array
  readonly bits: number
}

/** Parses an address or a range in CIDR notation. @throws Error that names it */
export function range(cidr: string): Range {
  const [address = '', length] = cidr.split('/')
  const bytes = addressBytes(address)
  if (!bytes) throw new Error(`Not an address or address range: ${cidr}`)
  const bits = length === undefined ? bytes.length * 8 : Number(length)
  if (!Number.isInteger(bits) || bits < 0 || bits > bytes.length * 8) {
    throw new Error(`Not an address or address range: ${cidr}`)
  }
  return { bytes, bits }
}

export function within(address: Uint8Array, { bytes, bits }: Range): boolean {
  if (address.length !== bytes.length) return false
  const whole = bits >> 3
  for (let i = 0; i < whole; i++) if (address[i] !== bytes[i]) return false
  const rest = bits & 7
  if (rest === 0) return true
  const shift = 8 - rest
  return (address[whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift
}

const forbiddenV4 = FORBIDDEN_V4.map(range)
const forbiddenV6 = FORBIDDEN_V6.map(range)
const publicV6 = range(PUBLIC_V6)
const nat64 = range(NAT64)
const mapped = range(V4_MAPPED)
const privateRanges = PRIVATE.map(range)
const metadata = METADATA.map(range)

/** Returns the IPv4 address embedded in an IPv6 address: mapped and NAT64 (last four bytes). */
function carried(address: Uint8Array): Uint8Array | undefined {
  return within(address, mapped) || within(address, nat64) ? address.slice(12) : undefined
}

/**
 * Returns whether an address has an ISATAP interface id (::0:5efe:a.b.c.d, RFC 5214), which tunnels to IPv4 under any
 * prefix.
 */
function isatap(address: Uint8Array): boolean {
  return (
    (address[8] === 0 || address[8] === 2) && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe
  )
}

function isPublic(address: Uint8Array): boolean {
  const inner = address.length === 16 ? carried(address) : undefined
  if (inner) return isPublic(inner)
  if (address.length === 4) return !forbiddenV4.some((entry) => within(address, entry))
  return within(address, publicV6) && !forbiddenV6.some((entry) => within(address, entry)) && !isatap(address)
}

function isPrivate(address: Uint8Array): boolean {
  const inner = address.length === 16 ? carried(address) : undefined
  if (inner) return isPrivate(inner)
  const isIn = (ranges: readonly Range[]) => ranges.some((entry) => within(address, entry))
  return isIn(privateRanges) && !isIn(metadata) && !(address.length === 16 && isatap(address))
}

/** Returns an address and the IPv4 address in it, for comparisons with ranges in either notation. */
export function formsOf(address: Uint8Array): readonly Uint8Array[] {
  const inner = address.length === 16 ? carried(address) : undefined
  return inner ? [address, inner] : [address]
}

function ownAddresses(): Uint8Array[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .flatMap((entry) => addressBytes(entry.address.split('%', 1)[0] ?? '') ?? [])
}

/**
 * Returns the product's policy: public unicast addresses only, except this machine's own and `forbid` (addresses or ranges
 * that only the administrator knows, such as a NAT's public address). Throws on a malformed entry.
 */
export function publicAddresses(forbid: readonly string[] = []): AddressPolicy {
  return policyOf(isPublic, forbid)
}

/**
 * Returns the policy for hosts that the administrator allows: the networks of organisations, except metadata services, this
 * machine's own addresses and `forbid`. Throws on a malformed entry.
 */
export function privateAddresses(forbid: readonly string[] = []): AddressPolicy {
  return policyOf(isPrivate, forbid)
}

function policyOf(isAmong: (address: Uint8Array) => boolean, forbid: readonly string[]): AddressPolicy {
  const extra = forbid.map(range)
  return {
    allows(address) {
      const bytes = addressBytes(address)
      if (!bytes || !isAmong(bytes)) return false
      // Read at each use, because addresses change at run time.
      const own = ownAddresses().map((entry) => ({ bytes: entry, bits: entry.length * 8 }))
      const forms = formsOf(bytes)
      return ![...own, ...extra].some((entry) => forms.some((form) => within(form, entry)))
    },
  }
}
