// The shapes of a slide: its title first, the others in their order.
import type { Block } from '../../blocks.ts'
import { chartBlocks, newChartBlocks } from '../ooxml/charts.ts'
import { diagramItems } from '../ooxml/diagram.ts'
import type { Package } from '../ooxml/package.ts'
import { Outline, type Counts, type Row } from '../outline.ts'
import { allOf, childOf, childrenOf, firstOf, isTrue, nodesOf, type XmlNode } from '../xml.ts'
import { isTitle, placeholderOf, type Masters } from './masters.ts'
import { orderOf } from './order.ts'
import { cellLinesOf, linesOf, readBody } from './text.ts'
import { isFileName } from '../picture-marks.ts'

export interface Shared {
  readonly parts: Package
  readonly counts: Counts
  readonly masters: Masters
}

/** Repeated on every slide, or a picture of it. */
const UNREAD = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg'])

export function readSlide(
  shared: Shared,
  part: string,
  root: XmlNode | undefined,
  page: number,
): readonly Block[] {
  const slide = new Slide(shared, part, page)
  slide.read(childOf(childOf(root, 'cSld'), 'spTree'))
  return slide.blocks()
}

/** Returns the title of a slide in one line. */
export function titleOfSlide(root: XmlNode | undefined): string {
  const title = allOf(root, 'sp').find((shape) => isTitle(placeholderOf(shape)))
  return linesOf(childOf(title, 'txBody')).replace(/\s+/g, ' ')
}

class Slide {
  readonly #shared: Shared
  readonly #part: string
  readonly #page: number
  readonly #outline: Outline
  readonly #title: Outline

  constructor(shared: Shared, part: string, page: number) {
    this.#shared = shared
    this.#part = part
    this.#page = page
    this.#outline = new Outline(shared.counts, page)
    this.#title = new Outline(shared.counts, page)
  }

  blocks(): readonly Block[] {
    this.#outline.close()
    return [...this.#title.blocks, ...this.#outline.blocks]
  }

  read(tree: XmlNode | undefined): void {
    for (const shape of orderOf(nodesOf(tree))) this.#shape(shape)
  }

  #shape(shape: XmlNode): void {
    if (shape.name === 'AlternateContent') this.#alternative(shape)
    else if (propertiesOf(shape)?.attributes['hidden'] === '1') return
    else if (shape.name === 'grpSp') this.read(shape)
    else if (shape.name === 'sp') this.#text(shape)
    else if (shape.name === 'graphicFrame') this.#graphic(shape)
    else if (shape.name === 'pic') this.#picture(shape)
    else if (shape.name === 'contentPart') this.#shared.counts.objects++
  }

  /** Reads the first form of a content that is there in several; the older one only if the first has nothing to read. */
  #alternative(node: XmlNode): void {
    const { counts } = this.#shared
    const found = () =>
      this.#outline.blocks.length +
      this.#title.blocks.length +
      counts.pictures +
      counts.charts +
      counts.objects
    this.#outline.close()
    const before = found()
    for (const name of ['Choice', 'Fallback'])
      for (const form of childrenOf(node, name)) if (found() === before) this.read(form)
  }

  #text(shape: XmlNode): void {
    const placeholder = placeholderOf(shape)
    if (placeholder && UNREAD.has(placeholder.type)) return
    const body = childOf(shape, 'txBody')
    if (isTitle(placeholder) && this.#title.blocks.length === 0)
      this.#title.heading(linesOf(body), placeholder?.type === 'ctrTitle' ? 1 : 2)
    else readBody(this.#outline, body, this.#shared.masters(this.#part, placeholder))
    // The lists of two shapes are two lists.
    this.#outline.close()
  }

  #picture(shape: XmlNode): void {
    const properties = propertiesOf(shape)
    const own = childOf(childOf(shape, 'nvPicPr'), 'nvPr')
    if (firstOf(properties, 'decorative')?.attributes['val'] === '1') return
    if (nodesOf(own).some(({ name }) => /^(?:video|audio|quickTime|wavAudio)/.test(name)))
      this.#shared.counts.objects++
    else this.#mark(firstOf(shape, 'blip')?.attributes['r:embed'])
    const text = (properties?.attributes['descr'] ?? '').replace(/\s+/g, ' ').trim()
    if (text !== '' && !isFileName(text)) this.#outline.text(`[${text}]`)
  }

  /** Counts a picture, and marks its place if its text is to be recognised. */
  #mark(id = ''): void {
    const { parts, counts } = this.#shared
    const link = parts.links(this.#part).get(id)
    const mark = counts.picture(link?.isExternal === false ? link.target : undefined)
    if (mark !== '') this.#outline.text(mark)
  }

  #graphic(frame: XmlNode): void {
    const data = firstOf(frame, 'graphicData')
    const content = nodesOf(data)[0]
    if (content?.name === 'tbl') this.#table(content)
    else if (content?.name === 'chart') this.#chart(content.attributes['r:id'])
    else if (content?.name === 'relIds') this.#diagram(content.attributes['r:dm'])
    else if (content) this.#shared.counts.objects++
  }

  #chart(id = ''): void {
    const link = this.#shared.parts.links(this.#part).get(id)
    const root = link?.isExternal === false ? this.#shared.parts.part(link.target) : undefined
    const blocks = link?.type === 'chartEx' ? newChartBlocks(root, this.#page) : chartBlocks(root, this.#page)
    if (blocks.length === 0) this.#shared.counts.charts++
    else this.#outline.add(blocks)
  }

  #diagram(id = ''): void {
    const target = this.#shared.parts.links(this.#part).get(id)?.target
    for (const { text, level } of diagramItems(this.#shared.parts.part(target)))
      this.#outline.item(text, '-', level)
    this.#outline.close()
  }

  #table(table: XmlNode): void {
    this.#outline.table(childrenOf(table, 'tr').map(rowOf))
  }
}

/** Returns the cells of a row; those that a merged cell covers are there, empty. */
export function rowOf(row: XmlNode): Row {
  return {
    cells: childrenOf(row, 'tc').map((cell) => {
      const { hMerge, vMerge } = cell.attributes
      return isTrue(hMerge) || isTrue(vMerge) ? '' : cellLinesOf(childOf(cell, 'txBody'))
    }),
  }
}

function propertiesOf(shape: XmlNode): XmlNode | undefined {
  return childOf(
    nodesOf(shape).find(({ name }) => name.startsWith('nv')),
    'cNvPr',
  )
}
