// Finds the addresses in pages and site maps. Both are scanned, not parsed: in linear time, without entities of their own.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DATASOURCE_TYPES } from '@polylogue/contract'

/** Characters of a page that are searched for links, and bytes that have them. */
const MOST_TEXT = 2_000_000
export const PAGE_BYTES = 2 * MOST_TEXT
const LONGEST_URL = 2_000
/** File name extensions of pages that are made by a program. */
const PAGES = new Set(['php', 'asp', 'aspx', 'jsp', 'cgi', 'xhtml', 'shtml', 'do'])

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns a text with the five named references of XML and those by number replaced. */
function withoutReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
      const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
}

/** Characters that are scanned in one step, and of the longest match. */
const SLICE = 100_000
const LONGEST = 4_200

/**
 * Yields the matches of a pattern. The event loop gets a turn between two slices of the text. Bytes become text slice by slice, one
 * character for each.
 */
async function* matchesIn(text: string | Buffer, pattern: RegExp): AsyncGenerator<RegExpExecArray> {
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) await nextTurn()
    const to = from + SLICE + LONGEST
    const slice =
      typeof text === 'string'
        ? text.slice(from, to)
        : text.toString('latin1', from, Math.min(to, text.length))
    for (const match of slice.matchAll(pattern)) {
      // The next slice has it, too.
      if (match.index >= SLICE) break
      yield match
    }
  }
}

/** Returns at most `most` addresses of a site map, and whether they are further site maps. */
export async function locationsOf(xml: Buffer, most: number): Promise<{ isIndex: boolean; urls: URL[] }> {
  const urls: URL[] = []
  for await (const [, text = ''] of matchesIn(xml, /<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,3000})/gi)) {
    if (urls.length === most) break
    const url = URL.parse(withoutReferences(Buffer.from(text, 'latin1').toString().trim()))
    if (url) urls.push(url)
  }
  return { isIndex: /<sitemapindex[\s>]/i.test(xml.toString('latin1', 0, 10_000)), urls }
}

/** Returns the addresses that a page links to, in their order, without links with `rel="nofollow"`. */
export async function linksOf(html: string, pageUrl: string): Promise<URL[]> {
  const text = html.slice(0, MOST_TEXT)
  const base = await baseOf(text, pageUrl)
  const links: URL[] = []
  for await (const [, attributes] of matchesIn(text, /<a\s([^<>]{1,4000})/gi)) {
    if (/\bnofollow\b/i.test(attribute(attributes, 'rel') ?? '')) continue
    const href = attribute(attributes, 'href')
    const url = href === undefined ? null : URL.parse(href.trim(), base)
    if (url) links.push(url)
  }
  return links
}

/** Returns the address to which the links of a page are relative. */
async function baseOf(html: string, pageUrl: string): Promise<string> {
  for await (const [, attributes] of matchesIn(html, /<base\s([^<>]{1,4000})/gi))
    return URL.parse(attribute(attributes, 'href') ?? '', pageUrl)?.href ?? pageUrl
  return pageUrl
}

const ATTRIBUTES = {
  href: /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i,
  rel: /(?:^|\s)rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i,
}

function attribute(text: string | undefined, name: keyof typeof ATTRIBUTES): string | undefined {
  const found = ATTRIBUTES[name].exec(text ?? '')
  return found ? withoutReferences(found[1] ?? found[2] ?? found[3] ?? '') : undefined
}

/** Treats a host with and without “www” as the same. */
const hostOf = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, '')}:${port}`

/** Returns the path of a folder of pages, with a slash at its end. */
export function folderOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  if (last === '') return pathname
  return last.includes('.') ? pathname.slice(0, -last.length) : `${pathname}/`
}

/** Returns those addresses that are pages of the site of `start`, each once, without fragments. */
export function pagesAmong(
  urls: readonly URL[],
  start: URL,
  { kind }: { readonly kind: 'sitemap' | 'below' },
): string[] {
  const folder = folderOf(start)
  const pages = new Set<string>()
  for (const url of urls) {
    const isPage =
      /^https?:$/.test(url.protocol) &&
      url.username === '' &&
      url.password === '' &&
      hostOf(url) === hostOf(start) &&
      (kind === 'sitemap' || `${url.pathname}/`.startsWith(folder)) &&
      isReadable(url)
    if (!isPage) continue
    url.hash = ''
    if (url.href.length <= LONGEST_URL) pages.add(url.href)
  }
  return [...pages]
}

/** Pages and documents, not pictures, archives, and the style sheets and data of pages. */
function isReadable({ pathname }: URL): boolean {
  const extension = /\.([a-z][a-z\d]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase()
  if (extension === undefined || PAGES.has(extension)) return true
  const type = Object.hasOwn(DATASOURCE_TYPES, extension) ? DATASOURCE_TYPES[extension] : undefined
  return extension === 'txt' || (type !== undefined && !/^(?:image\/|text\/plain)/.test(type))
}
