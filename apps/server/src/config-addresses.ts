// The addresses of the configuration file.
import { isIP } from 'node:net'
import { z } from 'zod'

/** An address of a page that people open. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(500)

/** The base address of a server that this one calls; keys are sent as headers. */
export const serviceAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((value) => !/[?#]|^[^/]*\/\/[^/]*@/.test(value), 'must have no user name, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''))

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
