// Collects the blocks of an office document, and counts what is not read.
import { warningOf, type Block, type ReadWarning } from '../blocks.ts'
import type { PicturePlaces } from './reader.ts'
import { tableBlock } from './tables.ts'

/** Cells of all tables; more are left out with a warning. */
const MAX_CELLS = 200_000
const MAX_LEVEL = 6
const MAX_INDENT = 8

export interface Row {
  readonly cells: readonly string[]
  /** What stands in the cells and is no text, such as a table. */
  readonly inside?: readonly Block[]
}

/** What was found in all parts of a document. */
export class Counts {
  readonly #places: PicturePlaces | undefined
  pictures = 0
  charts = 0
  objects = 0
  cells = 0
  /** Empty cells that wide ones made. */
  #made = 0

  constructor(places?: PicturePlaces) {
    this.#places = places
  }

  /** Returns whether one more empty cell may be made. They are counted before, because a short text can ask for millions. */
  takePlace(): boolean {
    if (this.#made > MAX_CELLS) return false
    this.#made++
    return true
  }

  /** Counts a picture. Returns the mark of its place; empty unless its text is to be recognised. */
  picture(part: string | undefined): string {
    this.pictures++
    return part === undefined ? '' : (this.#places?.markOf(part) ?? '')
  }

  warnings(): ReadWarning[] {
    return [
      ...(this.cells > MAX_CELLS || this.#made > MAX_CELLS
        ? [{ code: 'cells_cut' as const, pages: [] }]
        : []),
      ...warningOf('pictures', { count: this.pictures }),
      ...warningOf('charts', { count: this.charts }),
      ...warningOf('objects', { count: this.objects }),
    ]
  }
}

/** Blocks in the order of the document. */
export class Outline {
  readonly blocks: Block[] = []
  readonly counts: Counts
  readonly #page: number | undefined
  /** The lines of the list that is open. */
  #items: string[] = []

  /** `page` is the number of the slide. */
  constructor(counts: Counts, page?: number) {
    this.counts = counts
    this.#page = page
  }

  heading(text: string, level: number): void {
    this.#add({
      kind: 'heading',
      text: text.replace(/\s+/g, ' ').trim(),
      level: Math.min(MAX_LEVEL, Math.max(1, level)),
    })
  }

  text(text: string): void {
    this.#add({ kind: 'text', text: text.trim() })
  }

  /** Adds an item to the list before it, or begins a list; `mark` is “-” or its number. */
  item(text: string, mark: string, level: number): void {
    const indent = '  '.repeat(Math.min(MAX_INDENT, Math.max(0, level)))
    const plain = text.trim()
    if (plain === '') return
    const line = `${indent}${mark} ${plain.replaceAll('\n', `\n${indent}  `)}`
    if (this.#items.length > 0) this.#items.push(line)
    else {
      this.#add({ kind: 'list', text: line })
      this.#items = [line]
    }
  }

  /** Adds a table. What stands inside a row follows that row; the rest of the table keeps its head. */
  table(rows: readonly Row[], heads = 1): void {
    let waiting: (readonly string[])[] = []
    let head: string | undefined
    const flush = () => {
      const block = tableBlock(waiting, { heads: head === undefined ? heads : 0, ...this.#place() })
      waiting = []
      if (!block) return
      this.add([head === undefined ? block : { ...block, head }])
      head ??= block.head
    }
    for (const { cells, inside = [] } of rows) {
      this.counts.cells += Math.max(1, cells.length)
      if (this.counts.cells <= MAX_CELLS) waiting.push(cells)
      if (inside.length === 0) continue
      flush()
      this.add(inside)
    }
    flush()
  }

  /** Adds finished blocks. */
  add(blocks: readonly Block[]): void {
    this.close()
    for (const block of blocks) this.blocks.push(block)
  }

  /** Ends an open list: call it before the blocks are read. */
  close(): void {
    const last = this.blocks.at(-1)
    if (this.#items.length > 1 && last)
      this.blocks[this.blocks.length - 1] = { ...last, text: this.#items.join('\n') }
    this.#items = []
  }

  #add(block: Block): void {
    this.close()
    if (block.text !== '') this.blocks.push({ ...block, ...this.#place() })
  }

  #place(): { page?: number } {
    return this.#page === undefined ? {} : { page: this.#page }
  }
}
