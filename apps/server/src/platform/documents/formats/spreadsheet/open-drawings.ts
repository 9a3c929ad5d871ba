// What stands above the cells of an OpenDocument sheet: charts, text boxes and shapes.
import type { Block } from '../../blocks.ts'
import { openNumbering } from '../open-document/numbering.ts'
import { Hidden, type Shared } from '../open-document/shared.ts'
import { Story } from '../open-document/story.ts'
import { readStyles } from '../open-document/styles.ts'
import { Counts } from '../outline.ts'
import { openZip } from '../unzip.ts'
import { childOf, decodeXml, firstOf, type ParseXml, type XmlNode } from '../xml.ts'
import { MAX_CHARACTERS, MAX_CHARTS, NONE, type Drawings } from './drawings.ts'
import type { OpenSheet } from './open-content.ts'

/** Opens the drawings of an OpenDocument sheet. */
export function openSheetDrawings(
  bytes: Uint8Array,
  sheets: readonly OpenSheet[],
  parse: ParseXml,
): Drawings {
  if (sheets.every(({ drawings }) => drawings.length === 0)) return NONE
  const objects = objectsOf(bytes, parse)
  const styles = readStyles()
  const shared: Shared = {
    styles,
    numbering: openNumbering(styles),
    counts: new Counts(),
    hidden: new Hidden(),
    controls: new Map(),
    object: objects.object,
  }
  let characters = 0
  const blocksOf = (drawing: Buffer, page: number): readonly Block[] => {
    if (characters >= MAX_CHARACTERS) return []
    try {
      const blocks = new Story(shared, { page }).blocksOf([parse(decodeXml(drawing))])
      characters += blocks.reduce((sum, { text }) => sum + text.length, 0)
      return blocks
    } catch {
      return []
    }
  }
  return {
    charts: objects.charts,
    blocksOf: (name, page) =>
      (sheets.find((sheet) => sheet.name === name)?.drawings ?? []).flatMap((one) => blocksOf(one, page)),
  }
}

/** Returns what reads the documents within a file, each once, and counts their charts with data. */
function objectsOf(
  bytes: Uint8Array,
  parse: ParseXml,
): { readonly object: (link: string) => XmlNode | undefined; readonly charts: () => number } {
  const zip = openZip(bytes)
  const seen = new Set<string>()
  let charts = 0
  return {
    charts: () => charts,
    object(link) {
      const name = link.replace(/^\.\//, '').replace(/\/$/, '')
      if (seen.size >= MAX_CHARTS || seen.has(name)) return undefined
      seen.add(name)
      const part = zip.part(`${name}/content.xml`)
      const root = part === undefined ? undefined : parse(decodeXml(part))
      const chart = firstOf(root, 'chart')
      if (firstOf(chart && (childOf(chart, 'chart') ?? chart), 'table')) charts += 1
      return root
    },
  }
}
