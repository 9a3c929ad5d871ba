// The hosts outside of the internet that users' URLs may lead to: entries of the configuration (OUTBOUND-7, decision 150). Pure.
import { isIP } from 'node:net'
import {
  addressBytes,
  formsOf,
  privateAddresses,
  publicAddresses,
  range,
  within,
  type Range,
} from './address.ts'

/** An entry. Without a port it stands for the usual ports. */
export type AllowedHost = { readonly port: number | undefined } & (
  | { readonly name: string; readonly isSuffix: boolean }
  | { readonly range: Range; readonly isSingle: boolean }
)

const FORM =
  'must be a host name, “*.” with a domain, an IP address, or a range such as 10.1.2.0/24, each with “:port” if it is not 80 or 443'

/** Parses an entry such as `wiki.intern:8080`, `*.intern`, `10.1.2.0/24` or `[fd00::5]:8443`. @throws Error with a sentence */
export function parseAllowedHost(text: string): AllowedHost {
  const { host, port } = parts(text.trim())
  const name = host.startsWith('*.') ? host.slice(2) : host
  if (host.includes('/') || isIP(host) !== 0) return rangeOf(host, port)
  const canonical = canonicalName(name)
  if (canonical === 'localhost' || canonical.endsWith('.localhost'))
    throw new Error('must name this machine by its address and port, such as 127.0.0.1:8080')
  return { name: canonical, isSuffix: name !== host, port }
}

function parts(text: string): { host: string; port: number | undefined } {
  if (isIP(text.split('/')[0] ?? '') === 6) return { host: text, port: undefined }
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:./]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const port = digits === undefined ? undefined : Number(digits)
  const isRange = host?.includes('/') || isIP(host ?? '') === 6
  if (host === undefined || (bracketed !== undefined && !isRange)) throw new Error(FORM)
  if (port !== undefined && (port < 1 || port > 65_535)) throw new Error('must have a port from 1 to 65535')
  return { host, port }
}

function rangeOf(host: string, port: number | undefined): AllowedHost {
  const [address = '', bits, ...more] = host.split('/')
  const isWhole = more.length === 0 && isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
  const limit = isIP(address) === 4 ? 32 : 128
  if (!isWhole || address.includes('%') || Number(bits ?? limit) > limit) throw new Error(FORM)
  const entry = { range: range(host), isSingle: Number(bits ?? limit) === limit, port }
  if (
    entry.isSingle &&
    port === undefined &&
    !publicAddresses().allows(address) &&
    !isPlainlyPrivate(address)
  )
    throw new Error('must have its port: addresses of this machine and special ones are allowed one by one')
  return entry
}

const isPlainlyPrivate = (address: string) => privateAddresses().allows(address)

/** Returns a name as URLs have it: in lower case, as punycode, without the final dot. */
function canonicalName(name: string): string {
  const canonical = URL.parse(`http://${name}/`)?.hostname.replace(/\.$/, '') ?? ''
  const isName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(canonical) && isIP(canonical) === 0
  // The parser drops what follows a slash or precedes an @.
  if (!isName || /[/\\?#@%*\s]/.test(name)) throw new Error(FORM)
  return canonical
}

/** Returns whether an entry names this host, whose port is its own or a usual one. */
export function isNamed(entry: AllowedHost, host: string): boolean {
  if (!('name' in entry)) return false
  return entry.isSuffix ? host.endsWith(`.${entry.name}`) : host === entry.name
}

/** Returns whether an address is in the range of an entry, in either notation. */
export function isInRange(entry: AllowedHost, address: string): boolean {
  const bytes = addressBytes(address)
  if (!('range' in entry) || !bytes) return false
  return formsOf(bytes).some((form) => within(form, entry.range))
}
