// The addresses of the configuration, and the keys that are sent to them.
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseAllowedHost } from './platform/outbound/allowed-hosts.ts'

/** A key that is sent as a header. */
export const keySchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must consist of letters, digits and signs without spaces')

/** An address of a page that people open. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(500)

/** Whether an address has nothing besides protocol, host, port and path; keys are sent as headers. */
export const isPlainAddress = (value: string): boolean => !/[?#]|^[^/]*\/\/[^/]*@/.test(value)

/** The base address of a server that this one calls. */
export const serviceAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(isPlainAddress, 'must have no user name, query or fragment')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

/** A numeric loopback address; a name could resolve to another machine. */
export const loopback = z
  .url({ protocol: /^https?$/ })
  .max(100)
  .refine(isLoopback, 'must be a loopback address such as http://127.0.0.1:11434')
  .transform((value) => new URL(value).origin)

function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === ''
  return (
    isPlain && (url.hostname === '[::1]' || (isIP(url.hostname) === 4 && url.hostname.startsWith('127.')))
  )
}

/** The issuer URL of an identity provider. */
export const issuerAddress = z
  .url({ protocol: /^https?$/ })
  .refine(isSafeIssuer, 'must begin with https://, but on this machine')

function isSafeIssuer(issuer: string): boolean {
  // Invalid URLs are reported earlier, but this check still runs for them.
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
}

/** A host of the intranet whose pages data sources may use (OUTBOUND-7). */
export const allowedHost = z
  .string()
  .trim()
  .max(300)
  .superRefine((text, context) => {
    try {
      parseAllowedHost(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
  })

/** The names of networks that Fastify knows. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** An address or a range of addresses, as Fastify takes them for trusted proxies. */
export const proxyAddress = z
  .string()
  .refine(
    isProxyAddress,
    'must be an IP address such as 10.0.0.5 or a range such as 10.0.0.0/8; a host name cannot be used',
  )

function isProxyAddress(text: string): boolean {
  if (NETWORKS.includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const version = isIP(address)
  // A zone index names an interface of this machine only.
  if (version === 0 || address.includes('%') || more.length > 0) return false
  if (range === undefined) return true
  if (/^\d{1,3}$/.test(range)) return Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128)
  return version === 4 && isNetmask(range)
}

function isNetmask(text: string): boolean {
  if (isIP(text) !== 4) return false
  const bits = text.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'))
  return /^1+0*$/.test(bits.join(''))
}
