// What stands above the cells of an Office Open XML workbook: the data of charts, also of sheets that are one, text boxes and SmartArt.
import type { Block } from '../../blocks.ts'
import { chartBlocks, newChartBlocks } from '../ooxml/charts.ts'
import { diagramItems } from '../ooxml/diagram.ts'
import { openPackage, type Package } from '../ooxml/package.ts'
import { Counts, Outline } from '../outline.ts'
import {
  allOf,
  childOf,
  childrenOf,
  firstOf,
  innerText,
  isTrue,
  nodesOf,
  type ParseXml,
  type XmlNode,
} from '../xml.ts'

/** Charts of a workbook, and characters of their data, that are read; the other charts are counted as not read. */
export const MAX_CHARTS = 200
export const MAX_CHARACTERS = 2_000_000

export interface Drawings {
  /** Returns the charts and text boxes of a sheet. */
  readonly blocksOf: (name: string, page: number) => Block[]
  /** The number of charts that were read. */
  readonly charts: () => number
}

export const NONE: Drawings = { blocksOf: () => [], charts: () => 0 }

/** Opens the drawings of a workbook; of other files, and damaged ones, it has none. */
export function openDrawings(bytes: Uint8Array, parse: ParseXml): Drawings {
  try {
    const parts = openPackage(bytes, parse)
    return parts.names.some((name) => name.startsWith('xl/drawings/')) ? drawingsOf(parts) : NONE
  } catch {
    return NONE
  }
}

function drawingsOf(parts: Package): Drawings {
  const workbook = parts.linked('', 'officeDocument') ?? 'xl/workbook.xml'
  const links = parts.links(workbook)
  const sheets = new Map(
    childrenOf(childOf(parts.part(workbook), 'sheets'), 'sheet').map(({ attributes }) => [
      attributes['name'],
      links.get(attributes['r:id'] ?? '')?.target,
    ]),
  )
  let charts = 0
  let characters = 0
  const seen = new Set<string>()
  const chartOf = (drawing: string, id: string, page: number): Block[] => {
    const link = parts.links(drawing).get(id)
    if (!link || link.isExternal || seen.has(link.target)) return []
    if (seen.size >= MAX_CHARTS || characters >= MAX_CHARACTERS) return []
    seen.add(link.target)
    const root = parts.part(link.target)
    const blocks = link.type === 'chartEx' ? newChartBlocks(root, page) : chartBlocks(root, page)
    if (blocks.length > 0) charts += 1
    characters += blocks.reduce((sum, { text }) => sum + text.length, 0)
    return blocks
  }
  const diagramOf = (drawing: string, id: string, page: number): Block[] => {
    const link = parts.links(drawing).get(id)
    if (!link || link.isExternal || seen.has(link.target) || characters >= MAX_CHARACTERS) return []
    seen.add(link.target)
    const outline = new Outline(new Counts(), page)
    for (const { text, level } of diagramItems(parts.part(link.target))) outline.item(text, '-', level)
    outline.close()
    characters += outline.blocks.reduce((sum, { text }) => sum + text.length, 0)
    return outline.blocks
  }
  const blocksIn = (node: XmlNode | undefined, drawing: string, page: number): Block[] =>
    nodesOf(node).flatMap((child) => {
      if (child.name === 'sp') return textOf(child, page)
      if (child.name === 'chart') return chartOf(drawing, child.attributes['r:id'] ?? '', page)
      if (child.name === 'relIds') return diagramOf(drawing, child.attributes['r:dm'] ?? '', page)
      if (child.name !== 'AlternateContent') return blocksIn(child, drawing, page)
      // The second form is for programs that do not know the first one: mostly a sentence that it cannot be shown.
      return blocksIn(childOf(child, 'Choice') ?? childOf(child, 'Fallback'), drawing, page)
    })
  return {
    charts: () => charts,
    blocksOf(name, page) {
      const sheet = sheets.get(name)
      const drawing = sheet === undefined ? undefined : parts.linked(sheet, 'drawing')
      return drawing === undefined ? [] : blocksIn(parts.part(drawing), drawing, page)
    },
  }
}

function textOf(shape: XmlNode, page: number): Block[] {
  if (isTrue(firstOf(shape, 'cNvPr')?.attributes['hidden'])) return []
  const lines = childrenOf(firstOf(shape, 'txBody'), 'p').map((paragraph) =>
    allOf(paragraph, 't').map(innerText).join('').replace(/\s+/g, ' ').trim(),
  )
  const text = lines.filter(Boolean).join('\n')
  return text ? [{ kind: 'text', text, page }] : []
}
