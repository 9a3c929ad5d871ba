// Reads a Word document as a test needs it: its parts, checked to be XML, and what they say.
import { strFromU8, unzipSync } from 'fflate'

export interface ReadWord {
  /** The XML of the text and of its footnotes, without the declarations. */
  document: string
  footnotes: string
  styles: string
  settings: string
  numbering: string
  /** All names in the file. */
  names: string[]
  /** The text of each paragraph of the document. */
  paragraphs: string[]
  /** The text of each footnote. */
  notes: string[]
}

export function readWord(bytes: Uint8Array): ReadWord {
  const files = unzipSync(bytes)
  for (const [name, file] of Object.entries(files))
    if (/\.(?:xml|rels)$/.test(name)) checkXml(name, strFromU8(file))
  const part = (name: string) => strFromU8(files[`word/${name}.xml`] ?? new Uint8Array())
  const [document, footnotes] = [part('document'), part('footnotes')]
  return {
    document: document.slice(document.indexOf('<w:body>')),
    footnotes,
    styles: part('styles'),
    settings: part('settings'),
    numbering: part('numbering'),
    names: Object.keys(files),
    paragraphs: document.split('</w:p>').map(textOf).filter(Boolean),
    notes: footnotes
      .split('</w:footnote>')
      .map(textOf)
      .map((text) => text.trim())
      .filter(Boolean),
  }
}

/** Returns the text of some XML of Word, with a slash for a line break. */
export const textOf = (xml: string): string =>
  [...xml.matchAll(/<(?:w|m):t(?: [^>]*)?>([^<]*)<|<w:br\/>/g)]
    .map(([whole, text]) => (whole === '<w:br/>' ? '/' : (text ?? '')))
    .join('')
    .replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll('\u200b', '')

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const TOKEN =
  /<\?[^?]*\?>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|&(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);|[^<&]+/gi
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Throws where a text is no well-formed XML. */
function checkXml(name: string, xml: string): void {
  const open: string[] = []
  let at = 0
  for (const found of xml.matchAll(TOKEN)) {
    if (found.index !== at) throw new Error(`${name}: no XML at ${xml.slice(at, at + 80)}`)
    at += found[0].length
    const [, end, tag, attributes, empty] = found
    const names = [...(attributes ?? '').matchAll(/([\w:-]+)=/g)].map(([, attribute]) => attribute)
    if (new Set(names).size < names.length) throw new Error(`${name}: an attribute twice in ${found[0]}`)
    if (tag === undefined) continue
    if (end && open.pop() !== tag) throw new Error(`${name}: </${tag}> closes another element`)
    if (!end && !empty) open.push(tag)
  }
  if (at < xml.length || open.length > 0) throw new Error(`${name}: ends at ${xml.slice(at, at + 80)}`)
  const odd = FORBIDDEN.exec(xml)
  if (odd) throw new Error(`${name}: a character that XML does not have: ${odd[0].codePointAt(0)}`)
}
