// The paragraphs and tables of one text of an RTF document: the body, a head, a note, a text box.
import type { Block } from '../../blocks.ts'
import { Outline, type Counts } from '../outline.ts'
import { placedRows, type RowPlace, type RtfRow } from './table.ts'

/** What a paragraph is when it ends. */
export interface Paragraph {
  /** Tables that it is in. */
  readonly depth: number
  /** Of a heading, from 1; 0 for body text. */
  readonly heading: number
  /** Of a list, from 0. */
  readonly level: number
}

interface OpenTable {
  readonly rows: RtfRow[]
  cells: (readonly Block[])[]
  cell: Outline
}

const MAX_DEPTH = 8
const HEADS = 5

export class Story {
  readonly #counts: Counts
  readonly #outline: Outline
  readonly #tables: OpenTable[] = []
  #parts: string[] = []
  #mark = ''
  /** What follows the paragraph: text boxes; and notes, which follow the table. */
  #boxes: Block[] = []
  #notes: Block[] = []

  constructor(counts: Counts) {
    this.#counts = counts
    this.#outline = new Outline(counts)
  }

  text(text: string): void {
    this.#parts.push(text)
  }

  /** Sets the number or the sign of a list before the paragraph. */
  mark(text: string): void {
    this.#mark = text
  }

  box(blocks: readonly Block[]): void {
    for (const block of blocks) this.#boxes.push(block)
  }

  note(mark: string, blocks: readonly Block[]): void {
    this.#parts.push(mark)
    for (const block of blocks) this.#notes.push(block)
  }

  paragraph({ depth, heading, level }: Paragraph): void {
    const text = this.#parts.join('').trim()
    const [mark, boxes] = [this.#mark, this.#boxes]
    this.#parts = []
    this.#mark = ''
    this.#boxes = []
    if (text === '' && boxes.length === 0 && depth > 0) return
    const outline = this.#at(depth)
    if (text !== '') {
      if (heading > 0) outline.heading(/[\p{L}\p{N}]/u.test(mark) ? `${mark} ${text}` : text, heading)
      else if (mark !== '') outline.item(text, isBullet(mark) ? '-' : mark, level)
      else outline.text(text)
    }
    if (boxes.length > 0) outline.add(boxes)
    this.#putNotes()
  }

  /** Ends a cell, with the paragraph that is open in it. */
  cell(paragraph: Paragraph): void {
    this.paragraph(paragraph)
    this.#at(paragraph.depth)
    const table = this.#tables.at(-1)
    if (!table) return
    table.cell.close()
    table.cells.push(table.cell.blocks)
    table.cell = new Outline(this.#counts)
  }

  row(depth: number, place: RowPlace): void {
    this.#at(depth)
    const table = this.#tables.at(-1)
    if (!table || table.cells.length === 0) return
    table.rows.push({ cells: table.cells, place })
    table.cells = []
  }

  get hasText(): boolean {
    return this.#parts.length > 0
  }

  /** Whether a row has begun and not ended. */
  get isInRow(): boolean {
    return (this.#tables[0]?.cells.length ?? 0) > 0
  }

  /** Ends the text; returns its blocks. */
  end(paragraph: Paragraph): readonly Block[] {
    this.paragraph(paragraph)
    this.#at(0)
    this.#putNotes()
    this.#outline.close()
    return this.#outline.blocks
  }

  /** Returns where text at this depth of tables goes; deeper tables end. */
  #at(wanted: number): Outline {
    const depth = Math.min(wanted, MAX_DEPTH)
    while (this.#tables.length > depth) this.#endTable()
    while (this.#tables.length < depth)
      this.#tables.push({ rows: [], cells: [], cell: new Outline(this.#counts) })
    return this.#tables.at(-1)?.cell ?? this.#outline
  }

  #endTable(): void {
    const table = this.#tables.pop()
    if (!table) return
    const { rows, cells, cell } = table
    cell.close()
    if (cell.blocks.length > 0) cells.push(cell.blocks)
    if (cells.length > 0) rows.push({ cells, place: { left: 0, isHead: false, cells: [] } })
    const to = this.#tables.at(-1)?.cell ?? this.#outline
    const [only] = rows
    // A table of one cell is a frame around text.
    if (only && rows.length === 1 && only.cells.length === 1) to.add(only.cells[0] ?? [])
    else {
      const heads = rows.findIndex(({ place }) => !place.isHead)
      to.table(placedRows(rows), Math.min(HEADS, Math.max(1, heads)))
    }
    this.#putNotes()
  }

  #putNotes(): void {
    if (this.#tables.length > 0 || this.#notes.length === 0) return
    this.#outline.add(this.#notes)
    this.#notes = []
  }
}

/** Signs, and the letter that Courier shows as a circle. */
const isBullet = (mark: string): boolean => !/[\p{L}\p{N}]/u.test(mark) || mark === 'o'
