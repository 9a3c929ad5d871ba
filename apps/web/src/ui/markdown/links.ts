// Restricts the targets of links and pictures in an answer. Answers are untrusted: models generate them from texts of
// strangers.

export interface SafeLink {
  href: string
  /** The target host, or a mail address; '' for this installation. */
  host: string
}

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
const RASTER = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+=*$/i
/** Maximum characters of a picture in a data URL: about 700 kB. */
const RASTER_LIMIT = 1_000_000
/** For comparison only: the base against which a URL without a host resolves. */
const NOWHERE = 'https://nowhere.invalid'

/** Returns the URL as the browser parses it, or undefined; allows http(s), mailto and paths of this origin. */
export function safeLink(address: string, origin: string = originHere()): SafeLink | undefined {
  const url = parse(address, origin)
  if (!url || !PROTOCOLS.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:') return { href: url.href, host: decodeMail(url.pathname) }
  if (url.origin !== origin) return isAbsolute(address) ? { href: url.href, host: url.host } : undefined
  // For this origin only absolute paths: a bare name would resolve below the current page.
  const path = `${url.pathname}${url.search}${url.hash}`
  return isAbsolute(address) || /^\s*\//.test(address) ? { href: path, host: '' } : undefined
}

/** Returns a picture that may be shown at once: of this origin, or a small data URL. */
export function safePicture(address: string, origin: string = originHere()): string | undefined {
  if (RASTER.test(address)) return address.length <= RASTER_LIMIT ? address : undefined
  const link = safeLink(address, origin)
  return link?.host === '' ? link.href : undefined
}

/** Returns whether a link's text names another host than its target. */
export function misleads(words: string, host: string): boolean {
  const named = /(?:^|[\s/(@])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[\s/:?#)])/iu.exec(words.trim())?.[1]
  if (!named || host === '') return false
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, '')
  return (
    plain(named) !== plain(host) &&
    !plain(host).endsWith(`@${plain(named)}`) &&
    plain(words.trim()) !== plain(host)
  )
}

const isAbsolute = (address: string): boolean => /^\s*https?:\/\//i.test(address)

function parse(address: string, origin: string): URL | undefined {
  return URL.parse(address, origin) ?? undefined
}

function decodeMail(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const originHere = (): string => (typeof location === 'undefined' ? NOWHERE : location.origin)
