// The only place that parses a user's URL (OUTBOUND-3).

const LONGEST_URL = 2048
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Parses a URL as typed, once, by the WHATWG rules; without a scheme it uses https. Returns undefined for what `public`
 * never fetches: other schemes, user names, ports not in `ports`, no host.
 * The resolved address is checked at every fetch.
 */
export function parsePublicUrl(text: string, ports: readonly number[]): URL | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST_URL) return undefined
  return check(URL.parse(withScheme(trimmed)), ports)
}

/** Parses a redirect target by the same rules; relative URLs are allowed. */
export function parseRedirect(
  location: string,
  from: URL,
  ports: readonly number[],
  longest = LONGEST_URL,
): URL | undefined {
  if (location.length > longest) return undefined
  return check(URL.parse(location, from.href), ports)
}

/** A URL parser takes `host:port/…` for a scheme; the number after the colon distinguishes it. */
function withScheme(text: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i.test(text)
  return hasScheme ? text : `https://${text.replace(/^\/\//, '')}`
}

function check(url: URL | null, ports: readonly number[]): URL | undefined {
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  const defaultPort = DEFAULT_PORTS[url.protocol]
  if (defaultPort === undefined) return undefined
  const port = url.port === '' ? defaultPort : Number(url.port)
  if (!ports.includes(port)) return undefined
  url.hash = ''
  return url
}
