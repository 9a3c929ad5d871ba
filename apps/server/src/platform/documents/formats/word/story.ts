// The paragraphs and tables of one part of a Word document: the body, a head, a foot, the notes.
import { append, type Block } from '../../blocks.ts'
import { chartBlocks, newChartBlocks } from '../ooxml/charts.ts'
import { diagramItems } from '../ooxml/diagram.ts'
import type { Package } from '../ooxml/package.ts'
import { Outline, type Counts, type Row } from '../outline.ts'
import { childOf, childrenOf, isOn, nodesOf, valueOf, type XmlNode } from '../xml.ts'
import { Fields, tickOf } from './fields.ts'
import { Line, type Surroundings } from './inline.ts'
import type { Numbering } from './numbering.ts'
import { listPlaceOf, outlineLevelOf, type Styles } from './styles.ts'

/** What all parts of a document share. */
export interface Shared {
  readonly parts: Package
  readonly styles: Styles
  readonly numbering: Numbering
  readonly counts: Counts
  /** Charts and diagrams that were read. */
  readonly seen: Set<string>
  readonly note: (kind: 'footnote' | 'endnote' | 'comment', node: XmlNode) => NoteText
}

export interface NoteText {
  readonly mark: string
  readonly blocks: readonly Block[]
}

const MAX_SPAN = 200
const WRAPPERS = new Set(['sdtContent', 'customXml', 'ins', 'moveTo', 'smartTag'])

export class Story {
  readonly #shared: Shared
  readonly #part: string
  readonly #around: Surroundings
  /** Notes whose texts wait for the end of their paragraph or table. */
  #notes: Block[] = []
  #tables = 0

  constructor(shared: Shared, part: string, isMargin = false) {
    this.#shared = shared
    this.#part = part
    this.#around = {
      counts: shared.counts,
      styles: shared.styles,
      fields: new Fields(isMargin),
      isMargin,
      note: (kind, node) => {
        const { mark, blocks } = shared.note(kind, node)
        append(this.#notes, blocks)
        return mark
      },
      box: (content) => this.blocksOf(nodesOf(content)),
      picture: (id = '') => {
        const link = shared.parts.links(part).get(id)
        return shared.counts.picture(link?.isExternal === false ? link.target : undefined)
      },
      linked: (kind, id) => this.#linked(kind, id),
    }
  }

  /** Returns the blocks of paragraphs and tables. */
  blocksOf(nodes: readonly XmlNode[]): readonly Block[] {
    const outline = new Outline(this.#shared.counts)
    this.#read(nodes, outline)
    outline.close()
    return outline.blocks
  }

  #read(nodes: readonly XmlNode[], outline: Outline): void {
    for (const node of nodes) {
      const { name } = node
      if (name === 'p') this.#paragraph(node, outline)
      else if (name === 'tbl') this.#table(node, outline)
      else if (name === 'sdt') this.#control(node, outline)
      else if (name === 'altChunk') this.#shared.counts.objects++
      else if (name === 'AlternateContent')
        this.#read(nodesOf(childOf(node, 'Choice') ?? childOf(node, 'Fallback')), outline)
      else if (name === 'oMathPara' || name === 'oMath')
        this.#paragraph({ ...node, children: [node] }, outline)
      else if (WRAPPERS.has(name)) this.#read(nodesOf(node), outline)
    }
  }

  #control(node: XmlNode, outline: Outline): void {
    const tick = tickOf(node)
    if (tick === undefined) this.#read(nodesOf(childOf(node, 'sdtContent')), outline)
    else outline.text(tick)
  }

  #paragraph(node: XmlNode, outline: Outline): void {
    const properties = childOf(node, 'pPr')
    const style = this.#shared.styles(valueOf(properties, 'pStyle'))
    const line = new Line(this.#around, style.isHidden)
    line.read(nodesOf(node))
    this.#around.fields.endParagraph()
    const text = line.text.trim()
    const own = childOf(properties, 'rPr')
    const isGone = text === '' && (isOn(own, 'vanish') || childOf(own, 'del') !== undefined)
    const mark = isGone
      ? undefined
      : this.#shared.numbering({ ...style.list, ...listPlaceOf(properties) }, style.ids)
    const heading = outlineLevelOf(properties) ?? style.heading
    if (text !== '') {
      if (heading > 0) outline.heading(mark && mark.text !== '-' ? `${mark.text} ${text}` : text, heading)
      else if (mark && mark.text !== '') outline.item(text, mark.text, mark.level)
      else outline.text(text)
    }
    if (line.after.length > 0) outline.add(line.after)
    this.#putNotes(outline)
  }

  #putNotes(outline: Outline): void {
    if (this.#tables > 0 || this.#notes.length === 0) return
    outline.add(this.#notes)
    this.#notes = []
  }

  #table(node: XmlNode, outline: Outline): void {
    this.#tables++
    const rows = this.#rows(node)
    this.#tables--
    const [only] = rows
    // A table of one cell is a frame around text.
    if (rows.length === 1 && only?.cells.length === 1) outline.add(only.blocks)
    else {
      const heads = rows.findIndex(({ isHead }) => !isHead)
      outline.table(rows, Math.min(5, Math.max(1, heads)))
    }
    this.#putNotes(outline)
  }

  #rows(node: XmlNode, rows: TableRow[] = []): TableRow[] {
    for (const child of nodesOf(node)) {
      if (child.name === 'tr') {
        const properties = childOf(child, 'trPr')
        if (!childOf(properties, 'del') && !isOn(properties, 'hidden'))
          rows.push(this.#row(child, properties))
      } else if (child.name === 'sdt') this.#rows(childOf(child, 'sdtContent') ?? child, rows)
      else if (WRAPPERS.has(child.name)) this.#rows(child, rows)
    }
    return rows
  }

  #row(row: XmlNode, properties: XmlNode | undefined): TableRow {
    const cells: string[] = []
    const inside: Block[] = []
    const all: Block[] = []
    const skip = (count: string | undefined) => {
      for (let at = 0; at < Math.min(MAX_SPAN, Number(count ?? 0)) && this.#shared.counts.takePlace(); at++)
        cells.push('')
    }
    skip(valueOf(properties, 'gridBefore'))
    for (const cell of cellsOf(row)) {
      const own = childOf(cell, 'tcPr')
      const merge = childOf(own, 'vMerge')
      const isContinued = merge !== undefined && merge.attributes['val'] !== 'restart'
      const blocks = isContinued || childOf(own, 'cellDel') ? [] : this.blocksOf(nodesOf(cell))
      cells.push(
        blocks
          .filter(({ kind }) => kind !== 'table')
          .map(({ text }) => text)
          .join('\n'),
      )
      for (const block of blocks) {
        all.push(block)
        if (block.kind === 'table') inside.push(block)
      }
      skip(String(Number(valueOf(own, 'gridSpan') ?? 1) - 1))
    }
    skip(valueOf(properties, 'gridAfter'))
    return { cells, inside, blocks: all, isHead: isOn(properties, 'tblHeader') ?? false }
  }

  #linked(kind: 'chart' | 'diagram', id = ''): readonly Block[] {
    const { parts, seen, counts } = this.#shared
    const link = parts.links(this.#part).get(id)
    if (!link || link.isExternal || seen.has(link.target)) return []
    seen.add(link.target)
    const root = parts.part(link.target)
    if (kind === 'diagram') {
      const outline = new Outline(counts)
      for (const { text, level } of diagramItems(root)) outline.item(text, '-', level)
      outline.close()
      return outline.blocks
    }
    const blocks = link.type === 'chartEx' ? newChartBlocks(root) : chartBlocks(root)
    if (blocks.length === 0) counts.charts++
    return blocks
  }
}

interface TableRow extends Row {
  readonly blocks: readonly Block[]
  readonly isHead: boolean
}

function cellsOf(row: XmlNode, cells: XmlNode[] = []): XmlNode[] {
  for (const child of nodesOf(row)) {
    if (child.name === 'tc') cells.push(child)
    else if (child.name === 'sdt')
      for (const content of childrenOf(child, 'sdtContent')) cellsOf(content, cells)
    else if (WRAPPERS.has(child.name)) cellsOf(child, cells)
  }
  return cells
}
