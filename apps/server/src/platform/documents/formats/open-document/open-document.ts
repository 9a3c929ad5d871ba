// OpenDocument texts and presentations, read from their XML.
import { warningOf, type Block, type BlockDocument } from '../../blocks.ts'
import type { Loads, PicturePlaces, Reader } from '../reader.ts'
import { childOf, loadXml, nodesOf, type ParseXml } from '../xml.ts'
import { Counts } from '../outline.ts'
import { readMargins } from './margins.ts'
import { openNumbering } from './numbering.ts'
import { openOpenDocument } from './package.ts'
import { readPages } from './pages.ts'
import { Hidden, type Shared } from './shared.ts'
import { Story } from './story.ts'
import { readStyles } from './styles.ts'

/** Loads the reader of odt, ott and odp, also as one XML file. */
export const loadOpenDocument: Loads = async (): Promise<Reader> => {
  const parse = await loadXml()
  return (bytes, _, places) => Promise.resolve(read(bytes, parse.anew(), places))
}

function read(bytes: Uint8Array, parse: ParseXml, places: PicturePlaces | undefined): BlockDocument {
  const { content, stylesPart, object } = openOpenDocument(bytes, parse)
  const styles = readStyles(content, stylesPart)
  const body = childOf(content, 'body')
  const [counts, hidden] = [new Counts(places), new Hidden()]
  const shared: Shared = {
    styles,
    object,
    counts,
    hidden,
    controls: new Map(),
    numbering: openNumbering(styles),
  }
  counts.objects += parse.takeDeep()
  const presentation = childOf(body, 'presentation') ?? childOf(body, 'drawing')
  if (presentation) {
    const { blocks, pages, hiddenSlides, emptyPages } = readPages(presentation, shared)
    return {
      blocks,
      pages,
      warnings: [
        ...counts.warnings(),
        ...hidden.warnings(),
        ...warningOf('hidden_slides', { names: hiddenSlides }),
        ...warningOf('pages_without_text', { pages: emptyPages }),
      ],
    }
  }
  const text = new Story(shared).blocksOf(nodesOf(childOf(body, 'text') ?? body))
  const { heads, feet } = readMargins(shared)
  const blocks: Block[] = [...heads, ...text, ...feet]
  return { blocks, pages: null, warnings: [...counts.warnings(), ...hidden.warnings()] }
}
