// The package of an EPUB: which documents it has, in the order of reading, and which of them are encrypted.
import { resolved } from '../ooxml/package.ts'
import type { Zip } from '../unzip.ts'
import { allOf, childrenOf, decodeXml, firstOf, innerText, type ParseXml, type XmlNode } from '../xml.ts'

export interface Chapter {
  readonly path: string
  readonly mediaType: string
  /** Whether it is the table of contents for programs. */
  readonly isNavigation: boolean
}

export interface Book {
  readonly title: string
  /** In the order of reading; what is only opened from elsewhere comes last. */
  readonly chapters: readonly Chapter[]
  /** Whether each document is one page. */
  readonly isPaged: boolean
  readonly encrypted: ReadonlySet<string>
}

const CONTAINER = 'META-INF/container.xml'
/** Fonts are only made unusable outside of their book. */
const FONTS = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/
const MAX_FALLBACKS = 10
const READ = /xhtml|html|dtbook|svg/

/** Reads the package. Throws if there is none. */
export function openBook(zip: Zip, parse: ParseXml): Book {
  const part = (name: string): XmlNode | undefined => {
    const bytes = zip.part(name)
    return bytes && parse(decodeXml(bytes))
  }
  const rootFile = firstOf(part(CONTAINER), 'rootfile')?.attributes['full-path']
  const path = rootFile ?? zip.names.find((name) => /\.opf$/i.test(name)) ?? ''
  const root = part(path)
  if (!root) throw new Error('a part is missing')
  return {
    title: innerText(firstOf(root, 'title')).replace(/\s+/g, ' ').trim(),
    chapters: chaptersOf(root, path),
    isPaged: allOf(root, 'meta').some(
      (meta) =>
        meta.attributes['property'] === 'rendition:layout' && innerText(meta).trim() === 'pre-paginated',
    ),
    encrypted: encryptedIn(part('META-INF/encryption.xml')),
  }
}

/** Returns the documents in the order of reading, each once. */
function chaptersOf(root: XmlNode, from: string): Chapter[] {
  const items = new Map(
    childrenOf(firstOf(root, 'manifest'), 'item').map((item) => [item.attributes['id'] ?? '', item]),
  )
  const places = childrenOf(firstOf(root, 'spine'), 'itemref')
  const isAside = ({ attributes }: XmlNode) => attributes['linear'] === 'no'
  const chapters = new Map<string, Chapter>()
  for (const place of [...places.filter((one) => !isAside(one)), ...places.filter(isAside)]) {
    const item = readable(items, place.attributes['idref'] ?? '')
    if (!item) continue
    const path = resolved(decoded(item.attributes['href'] ?? ''), from)
    const isNavigation = (item.attributes['properties'] ?? '').split(/\s/).includes('nav')
    if (!chapters.has(path))
      chapters.set(path, { path, mediaType: item.attributes['media-type'] ?? '', isNavigation })
  }
  return [...chapters.values()]
}

/** Returns an item, or the first of its substitutes that is read. */
function readable(items: ReadonlyMap<string, XmlNode>, id: string): XmlNode | undefined {
  const first = items.get(id)
  let item = first
  for (let count = 0; item && count < MAX_FALLBACKS; count++) {
    if (READ.test(item.attributes['media-type'] ?? '')) return item
    item = items.get(item.attributes['fallback'] ?? '')
  }
  return first
}

function encryptedIn(root: XmlNode | undefined): ReadonlySet<string> {
  const paths = allOf(root, 'EncryptedData').map((data) => {
    const method = firstOf(data, 'EncryptionMethod')?.attributes['Algorithm'] ?? ''
    const address = firstOf(data, 'CipherReference')?.attributes['URI'] ?? ''
    return FONTS.test(method) ? '' : decoded(address)
  })
  return new Set(paths.filter(Boolean))
}

/** Returns an address within the book without its fragment. */
function decoded(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
