// Where a link or a picture of an answer may lead. An answer is written by a machine from texts of strangers.

export interface SafeLink {
  href: string
  /** The host it leads to, or the address of a mail; '' for this installation. */
  host: string
}

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
const RASTER = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+=*$/i
/** Characters of a picture that stands inside the text itself: about 700 kB. */
const RASTER_LIMIT = 1_000_000
/** Only compared with: what an address without a host would resolve to. */
const NOWHERE = 'https://nowhere.invalid'

/** The address as the browser will read it, or nothing: http(s), mailto and paths of this origin pass. */
export function safeLink(address: string, origin: string = originHere()): SafeLink | undefined {
  const url = parse(address, origin)
  if (!url || !PROTOCOLS.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:') return { href: url.href, host: decodeMail(url.pathname) }
  if (url.origin !== origin) return isAbsolute(address) ? { href: url.href, host: url.host } : undefined
  // Of this origin only what is written as a path: a name alone would lead somewhere below the page of the moment.
  const path = `${url.pathname}${url.search}${url.hash}`
  return isAbsolute(address) || /^\s*\//.test(address) ? { href: path, host: '' } : undefined
}

/** A picture that may be shown at once: of this origin, or small and inside the text. */
export function safePicture(address: string, origin: string = originHere()): string | undefined {
  if (RASTER.test(address)) return address.length <= RASTER_LIMIT ? address : undefined
  const link = safeLink(address, origin)
  return link?.host === '' ? link.href : undefined
}

/** Whether a link's words name another host than the one it leads to. */
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
