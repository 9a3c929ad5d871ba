// The paragraphs, lists, tables and sections of an OpenDocument.
import { append, type Block } from '../../blocks.ts'
import { Outline } from '../outline.ts'
import { allOf, childOf, childrenOf, firstOf, innerText, nodesOf, type XmlNode } from '../xml.ts'
import { readDrawing } from './drawings.ts'
import { isDrawing, Line, type Surroundings } from './inline.ts'
import { whole, type OpenList } from './numbering.ts'
import type { Shared } from './shared.ts'
import { controlsOf, type Styles } from './styles.ts'
import { readRows } from './table.ts'

const MAX_LEVEL = 10

/** The list in which a paragraph stands. */
interface Place {
  readonly list: OpenList
  readonly style: string
  readonly level: number
}

/** Elements whose content is read like that of the document. */
const WRAPPERS = new Set(
  'section index-body table-of-content illustration-index table-index object-index user-index alphabetical-index bibliography index-title numbered-paragraph a change-info insertion format-change'.split(
    ' ',
  ),
)

export class Story {
  readonly #shared: Shared
  readonly page: number | undefined
  readonly #around: Surroundings
  #notes: Block[] = []
  #tables = 0

  constructor(shared: Shared, { page, isMargin = false }: { page?: number; isMargin?: boolean } = {}) {
    this.#shared = shared
    this.page = page
    this.#around = {
      styles: shared.styles,
      isMargin: isMargin || page !== undefined,
      note: (note) => this.#note(note),
      comment: (comment) => append(this.#notes, this.commentBlocks(comment)),
      drawing: (node, after) => readDrawing(this, shared, node, after),
      hidden: (text) => {
        if (text.trim() !== '') shared.hidden.count++
      },
    }
  }

  /** Returns the blocks of paragraphs, lists, tables and shapes. */
  blocksOf(nodes: readonly XmlNode[]): readonly Block[] {
    const outline = new Outline(this.#shared.counts, this.page)
    this.#read(nodes, outline)
    outline.close()
    return outline.blocks
  }

  #read(nodes: readonly XmlNode[], outline: Outline, place?: Place): void {
    for (const node of nodes) {
      const { name, attributes } = node
      if (name === 'p' || name === 'h') this.#paragraph(node, outline)
      else if (name === 'list') this.#list(node, outline, place)
      else if (name === 'table') this.#table(node, outline)
      else if (name === 'annotation') outline.add(this.commentBlocks(node))
      else if (name === 'forms')
        for (const control of controlsOf(node))
          this.#shared.controls.set(control.attributes['id'] ?? '', control)
      else if (isDrawing(node)) this.#drawing(node, outline)
      else if (WRAPPERS.has(name)) {
        const isHidden =
          attributes['display'] === 'none' ||
          (attributes['display'] === 'condition' && attributes['is-hidden'] !== 'false')
        if (!isHidden) this.#read(nodesOf(node), outline)
        else if (innerText(node).trim() !== '') this.#shared.hidden.count++
      }
    }
  }

  #drawing(node: XmlNode, outline: Outline): void {
    const after: Block[] = []
    const text = readDrawing(this, this.#shared, node, after)
    if (text) outline.text(text)
    outline.add(after)
    this.#putNotes(outline)
  }

  #paragraph(node: XmlNode, outline: Outline, mark?: { text: string; level: number }): void {
    const { attributes } = node
    const style = this.#shared.styles.styleOf(attributes['style-name'], 'paragraph')
    const line = new Line(this.#around)
    line.read(node)
    if (style.isHidden) {
      this.#around.hidden(line.text)
      return
    }
    const { text } = line
    if (node.name === 'h') this.#heading(node, outline, text, mark?.text)
    else if (style.isTitle && !mark) outline.heading(text, 1)
    else if (mark && mark.text !== '') outline.item(text, mark.text, mark.level)
    else if (text !== '') outline.text(text)
    if (line.after.length > 0) outline.add(line.after)
    this.#putNotes(outline)
  }

  #heading(node: XmlNode, outline: Outline, text: string, mark?: string): void {
    if (text === '') return
    const { attributes } = node
    const level = Math.min(MAX_LEVEL, Math.max(1, whole(attributes['outline-level']) ?? 1))
    const written = innerText(childOf(node, 'number')).trim()
    const style = this.#shared.styles.styleOf(attributes['style-name'], 'paragraph')
    const isNumbered = attributes['is-list-header'] !== 'true' && style.list !== ''
    const start =
      attributes['restart-numbering'] === 'true' ? (whole(attributes['start-value']) ?? 1) : undefined
    const counted = mark ?? (isNumbered ? this.#shared.numbering.heading(level, start) : '')
    const number = written || (counted === '-' ? '' : counted)
    outline.heading(number ? `${number} ${text}` : text, level)
  }

  #list(node: XmlNode, outline: Outline, above: Place | undefined): void {
    const style =
      node.attributes['style-name'] ?? above?.style ?? styleInside(node, this.#shared.styles) ?? ''
    const level = Math.min(MAX_LEVEL, (above?.level ?? 0) + 1)
    const list =
      above && (above.style === style || node.attributes['style-name'] === undefined)
        ? above.list
        : this.#shared.numbering.open(node, style)
    const place = { list, style, level }
    for (const item of nodesOf(node))
      if (item.name === 'list-item') this.#item(item, outline, place)
      else if (item.name === 'list-header') this.#read(nodesOf(item), outline, place)
  }

  #item(item: XmlNode, outline: Outline, place: Place): void {
    const { list, level } = place
    const written = innerText(childOf(item, 'number')).trim()
    let isFirst = true
    for (const node of nodesOf(item)) {
      if (node.name !== 'p' && node.name !== 'h') {
        if (node.name !== 'number') this.#read([node], outline, place)
        continue
      }
      const style = this.#shared.styles.styleOf(node.attributes['style-name'], 'paragraph')
      if (!isFirst || !style.isListed) {
        this.#paragraph(node, outline, isFirst ? undefined : { text: '', level })
        continue
      }
      isFirst = false
      const mark = this.#shared.numbering.item(list, level, whole(item.attributes['start-value']))
      this.#paragraph(node, outline, { text: written || mark, level: level - 1 })
    }
  }

  #table(node: XmlNode, outline: Outline): void {
    this.#tables++
    const { rows, heads } = readRows(node, (cell) => this.blocksOf(nodesOf(cell)))
    this.#tables--
    const [only] = rows
    // A table of one cell is a frame around text.
    if (rows.length === 1 && only?.cells.length === 1) outline.add(only.blocks)
    else outline.table(rows, heads)
    this.#putNotes(outline)
  }

  /** Returns the titles and the data of a chart; nothing if it has no data. Its cells may have values without text. */
  chartBlocks(chart: XmlNode): readonly Block[] {
    const table = firstOf(chart, 'table')
    if (!table) return []
    const outline = new Outline(this.#shared.counts, this.page)
    const line = (title: XmlNode) =>
      this.blocksOf(nodesOf(title))
        .map(({ text }) => text.replace(/\s+/g, ' '))
        .join(' ')
    const axes = allOf(childOf(chart, 'plot-area'), 'title').map(line).filter(Boolean)
    const titles = ['title', 'subtitle', 'footer'].flatMap((name) => childrenOf(chart, name).map(line))
    const lines = [...titles, axes.join(' / ')].filter(Boolean)
    if (lines.length > 0) outline.text(lines.join('\n'))
    // LibreOffice writes this for a value that is missing.
    const { rows } = readRows(table, (cell) =>
      cell.attributes['value'] === 'NaN' ? [] : this.blocksOf(childrenOf(cell, 'p')),
    )
    outline.table(rows)
    return outline.blocks.some(({ kind }) => kind === 'table') ? outline.blocks : []
  }

  #putNotes(outline: Outline): void {
    if (this.#tables > 0 || this.#notes.length === 0) return
    const notes = this.#notes
    this.#notes = []
    outline.add(notes)
  }

  #note(note: XmlNode): string {
    const citation = childOf(note, 'note-citation')
    const label = (citation?.attributes['label'] ?? innerText(citation)).trim()
    const mark = `[${label || '*'}]`
    // Notes inside of a note would come before it.
    const before = this.#notes
    this.#notes = []
    const blocks = new Story(this.#shared, { isMargin: true }).blocksOf(nodesOf(childOf(note, 'note-body')))
    const [first, ...others] = blocks
    this.#notes = [
      ...before,
      ...(first && first.kind !== 'table'
        ? [{ ...first, kind: 'text' as const, text: `${mark} ${first.text.trimStart()}` }, ...others]
        : [{ kind: 'text' as const, text: mark }, ...blocks]),
    ]
    return mark
  }

  /** Returns a comment as text. */
  commentBlocks(comment: XmlNode): Block[] {
    const author = innerText(childOf(comment, 'creator')).trim()
    const text = new Story(this.#shared)
      .blocksOf(nodesOf(comment).filter(({ name }) => name === 'p' || name === 'list'))
      .map((block) => block.text)
      .join('\n')
    if (text === '') return []
    const place = this.page === undefined ? {} : { page: this.page }
    return [{ kind: 'text', text: `[${author ? `Comment by ${author}` : 'Comment'}: ${text}]`, ...place }]
  }
}

/** A list without a style has that of its first paragraph. */
function styleInside(list: XmlNode, styles: Styles): string | undefined {
  const paragraph = nodesOf(nodesOf(list)[0]).find(({ name }) => name === 'p' || name === 'h')
  return styles.styleOf(paragraph?.attributes['style-name'], 'paragraph').list
}
