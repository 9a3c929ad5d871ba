// Word documents, read from their XML: numbers, notes, heads and feet are what libraries leave out.
import type { BlockDocument } from '../../blocks.ts'
import { openPackage, titleOf } from '../ooxml/package.ts'
import { Counts } from '../outline.ts'
import type { PicturePlaces, Reader } from '../reader.ts'
import { childOf, loadXml, nodesOf, type ParseXml } from '../xml.ts'
import { readMargins } from './margins.ts'
import { openNotes } from './notes.ts'
import { openNumbering } from './numbering.ts'
import { Story, type Shared } from './story.ts'
import { readStyles } from './styles.ts'

/** Loads the reader of docx, docm, dotx and dotm. */
export async function loadWord(): Promise<Reader> {
  const parse = await loadXml()
  return (bytes, _, places) => Promise.resolve(read(bytes, parse.anew(), places))
}

function read(bytes: Uint8Array, parse: ParseXml, places: PicturePlaces | undefined): BlockDocument {
  const parts = openPackage(bytes, parse)
  const document = parts.linked('', 'officeDocument') ?? 'word/document.xml'
  const body = childOf(parts.part(document, true), 'body')
  const styles = readStyles(parts.part(parts.linked(document, 'styles')))
  const numbering = openNumbering(parts.part(parts.linked(document, 'numbering')), styles)
  const counts = new Counts(places)
  const note = openNotes(document, () => shared)
  const shared: Shared = { parts, styles, numbering, counts, seen: new Set(), note }
  const text = new Story(shared, document).blocksOf(nodesOf(body))
  // Heads and feet have numbers of their own: they are read after the text.
  const { heads, feet } = readMargins(body, document, shared)
  counts.objects += parse.takeDeep()
  const title = text.some(({ kind }) => kind === 'heading') || text.length === 0 ? '' : titleOf(parts)
  return {
    blocks: [
      ...(title ? [{ kind: 'heading' as const, text: title, level: 1 }] : []),
      ...heads,
      ...text,
      ...feet,
    ],
    pages: null,
    warnings: counts.warnings(),
  }
}
