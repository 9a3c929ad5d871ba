// The parts of an OpenDocument: its content, its styles, and the documents inside of it.
import { openZip } from '../unzip.ts'
import { allOf, childOf, decodeXml, firstOf, type ParseXml, type XmlNode } from '../xml.ts'

export interface OpenDocument {
  readonly content: XmlNode
  readonly stylesPart: XmlNode | undefined
  /** Returns the root of an embedded document by its link; undefined if it is missing or no XML. */
  readonly object: (link: string) => XmlNode | undefined
}

export function openOpenDocument(bytes: Uint8Array, parse: ParseXml): OpenDocument {
  // The form of one XML file.
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) {
    const root = parse(decodeXml(bytes))
    return { content: root, stylesPart: root, object: () => undefined }
  }
  const zip = openZip(bytes)
  const part = (name: string): XmlNode | undefined => {
    const found = zip.part(name)
    if (!found) return undefined
    try {
      return parse(decodeXml(found))
    } catch {
      return undefined
    }
  }
  const manifest = part('META-INF/manifest.xml')
  if (isEncrypted(manifest)) throw new Error('the document is encrypted')
  const content = zip.part('content.xml')
  if (!content) throw new Error('a part is missing')
  return {
    content: parse(decodeXml(content)),
    stylesPart: part('styles.xml'),
    object: (link) => part(`${link.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`),
  }
}

/** The part with the text; in documents that are encrypted as a whole, the one with all parts. */
const MAIN_PARTS: ReadonlySet<string | undefined> = new Set(['content.xml', 'encrypted-package'])

/** Whether the manifest of an OpenDocument says that its text is encrypted. */
export function isEncrypted(manifest: XmlNode | undefined): boolean {
  const isMain = (entry: XmlNode) =>
    MAIN_PARTS.has(entry.attributes['full-path']) && childOf(entry, 'encryption-data') !== undefined
  return allOf(manifest, 'file-entry').some(isMain) || firstOf(manifest, 'encrypted-key') !== undefined
}
