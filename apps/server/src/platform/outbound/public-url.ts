// The one place where an address that a person gave becomes a URL (quality bar S72, S75).

const LONGEST_URL = 2048
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Reads an address as people type it, once, by the WHATWG rules; without a scheme it means https. Gives undefined for
 * what the public door never fetches: other schemes, user names in the address, ports not in `ports`, no host.
 * Where the name leads is checked when it is fetched, at every use.
 */
export function parsePublicUrl(text: string, ports: readonly number[]): URL | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST_URL) return undefined
  return check(URL.parse(withScheme(trimmed)), ports)
}

/** The next stop of a redirect: same rules; only the browser's own reading of a relative address is added. */
export function parseRedirect(
  location: string,
  from: URL,
  ports: readonly number[],
  longest = LONGEST_URL,
): URL | undefined {
  if (location.length > longest) return undefined
  return check(URL.parse(location, from.href), ports)
}

/** `host:port/…` looks like a scheme to a URL parser; a number after the colon tells it apart. */
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
