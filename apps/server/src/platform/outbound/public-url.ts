// The only place that parses a user's URL (OUTBOUND-3).

const LONGEST_URL = 2048
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Returns whether a host can be asked at a port, before its name is resolved. */
export type MayUse = (host: string, port: number) => boolean

/** Returns the host of a URL without brackets and the final dot, and its port. */
export function hostAndPort(url: URL): { readonly host: string; readonly port: number } {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return { host, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port) }
}

/**
 * Parses a URL as typed, once, by the WHATWG rules; without a scheme it uses https. Returns undefined for what `public`
 * never fetches: other schemes, user names, ports that `mayUse` refuses, no host.
 * The resolved address is checked at every fetch.
 */
export function parsePublicUrl(text: string, mayUse: MayUse): URL | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST_URL) return undefined
  return check(URL.parse(withScheme(trimmed)), mayUse)
}

/** Parses a redirect target by the same rules; relative URLs are allowed. */
export function parseRedirect(
  location: string,
  from: URL,
  mayUse: MayUse,
  longest = LONGEST_URL,
): URL | undefined {
  if (location.length > longest) return undefined
  return check(URL.parse(location, from.href), mayUse)
}

/** A URL parser takes `host:port/…` for a scheme; the number after the colon distinguishes it. */
function withScheme(text: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i.test(text)
  return hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
}

function check(url: URL | null, mayUse: MayUse): URL | undefined {
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  if (DEFAULT_PORTS[url.protocol] === undefined) return undefined
  const { host, port } = hostAndPort(url)
  if (!mayUse(host, port)) return undefined
  url.hash = ''
  return url
}
