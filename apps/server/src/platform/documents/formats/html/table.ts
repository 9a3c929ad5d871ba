// Tables of HTML: cells at their place, whatever they span, and whether a table only arranges a page.
import { attribute, childrenOf, ELEMENT, nameOf, type HtmlNode } from './elements.ts'

/** Rows or columns that one cell spans at most, and columns of a table. */
const SPAN = 200
const COLUMNS = 1_000

export interface HtmlCell {
  readonly node: HtmlNode
  readonly isHead: boolean
  readonly columns: number
  readonly rows: number
}

export interface HtmlTable {
  readonly rows: readonly (readonly HtmlCell[])[]
  readonly captions: readonly HtmlNode[]
  /** Number of first rows that are the head. */
  readonly heads: number
}

/** Returns the rows of a table, without those of tables inside its cells. */
export function htmlTable(table: HtmlNode): HtmlTable {
  const sorted: Record<'thead' | 'tbody' | 'tfoot', HtmlCell[][]> = { thead: [], tbody: [], tfoot: [] }
  const captions: HtmlNode[] = []
  for (const part of childrenOf(table)) {
    const name = part.nodeType === ELEMENT ? nameOf(part) : ''
    if (name === 'caption') captions.push(part)
    else if (name === 'tr') sorted.tbody.push(cellsOf(part))
    else if (name === 'thead' || name === 'tbody' || name === 'tfoot')
      for (const row of childrenOf(part)) if (nameOf(row) === 'tr') sorted[name].push(cellsOf(row))
  }
  const rows = [...sorted.thead, ...sorted.tbody, ...sorted.tfoot]
  return { rows, captions, heads: headsOf(sorted.thead.length, rows) }
}

function cellsOf(row: HtmlNode): HtmlCell[] {
  const cells: HtmlCell[] = []
  for (const node of childrenOf(row)) {
    const name = node.nodeType === ELEMENT ? nameOf(node) : ''
    if (name !== 'td' && name !== 'th') continue
    cells.push({
      node,
      isHead: name === 'th',
      columns: spanOf(node, 'colspan'),
      rows: spanOf(node, 'rowspan'),
    })
  }
  return cells
}

function spanOf(cell: HtmlNode, name: string): number {
  const text = attribute(cell, name)
  if (name === 'rowspan' && text.trim() === '0') return SPAN
  return Math.min(SPAN, Math.max(1, Number.parseInt(text, 10) || 1))
}

const HEADS = 3

/** A table whose rows all begin with a head cell has no head row, unless it says so. */
function headsOf(declared: number, rows: readonly (readonly HtmlCell[])[]): number {
  if (declared > 0) return Math.min(HEADS, declared)
  const isHead = (row: readonly HtmlCell[]) => row.length > 0 && row.every((cell) => cell.isHead)
  const first = rows.findIndex((row) => !isHead(row))
  if (first > 0) return Math.min(HEADS, first)
  return rows[0]?.some((cell) => cell.isHead) ? 0 : 1
}

/** Characters of a text that is repeated, so that few large cells do not become a text of gigabytes. */
const REPEATED = 200

/** Puts the texts of cells at their place: a cell that spans several places is repeated in each if it is short. */
export class Grid {
  readonly rows: string[][] = []
  /** Texts that reach into the next rows, by column. */
  #below = new Map<number, { text: string; rows: number }>()

  /** Returns a grid for the rows below, with what reaches into them. */
  next(): Grid {
    const grid = new Grid()
    grid.#below = this.#below
    return grid
  }

  /** Adds a row; returns the number of its places. */
  add(cells: readonly { readonly text: string; readonly columns: number; readonly rows: number }[]): number {
    const row: string[] = []
    const below = new Map<number, { text: string; rows: number }>()
    const fromAbove = () => {
      for (let above = this.#below.get(row.length); above; above = this.#below.get(row.length)) {
        if (above.rows > 1) below.set(row.length, { text: above.text, rows: above.rows - 1 })
        row.push(above.text)
      }
    }
    for (const { text, columns, rows } of cells) {
      fromAbove()
      // A cell over the whole width is a heading of the rows below it.
      const repeats = cells.length > 1 && text.length <= REPEATED
      for (let column = 0; column < columns && row.length < COLUMNS; column++) {
        const shown = column === 0 || repeats ? text : ''
        if (rows > 1) below.set(row.length, { text: shown.length <= REPEATED ? shown : '', rows: rows - 1 })
        row.push(shown)
      }
    }
    fromAbove()
    for (const [column, above] of this.#below)
      if (column >= row.length && above.rows > 1)
        below.set(column, { text: above.text, rows: above.rows - 1 })
    this.#below = below
    this.rows.push(row)
    return row.length
  }
}

/** The shortest text of a cell that is a part of a page, not of a table. */
const PART_OF_PAGE = 2_000
/** Letters beside the headings of a cell that are the text below them. */
const BELOW_HEADING = 200

/** Whether cells have lines around them. */
function isRuled(table: HtmlNode, cells: readonly HtmlCell[]): boolean {
  const [first] = cells
  const styles = [table, ...(first ? [first.node] : [])].map((node) =>
    attribute(node, 'style').slice(0, 1_000),
  )
  return (
    Number.parseInt(attribute(table, 'border'), 10) > 0 ||
    styles.some((style) => /(?:^|[;\s])border\s{0,5}:\s{0,5}(?=\S)(?!none|0(?:px)?\b)/i.test(style))
  )
}

/** Whether a table only arranges a page or a mail. */
export function isLayout(table: HtmlNode, { rows, captions }: HtmlTable): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role'))) return true
  const cells = rows.flat()
  if (rows.every((row) => row.length <= 1))
    return cells.every(({ columns }) => columns === 1) || rows.length === 1
  if (captions.length > 0 || cells.some(({ isHead }) => isHead) || isRuled(table, cells)) return false
  const letters = (node: HtmlNode) => (node.textContent ?? '').trim().length
  const whole = letters(table)
  let nested = 0
  for (const { node } of cells) {
    if (letters(node) > PART_OF_PAGE) return true
    let headings = 0
    for (const inside of partsOf(node)) {
      if (/^h[1-6]$/.test(nameOf(inside))) headings += letters(inside)
      else nested += letters(inside)
    }
    if (headings > 0 && letters(node) - headings > BELOW_HEADING) return true
  }
  return whole > 0 && nested > whole / 2
}

/** Yields the tables and the headings in a cell. */
function* partsOf(cell: HtmlNode, depth = 0): Generator<HtmlNode> {
  for (const child of childrenOf(cell)) {
    if (child.nodeType !== ELEMENT) continue
    const name = nameOf(child)
    if (name === 'table' || /^h[1-6]$/.test(name)) yield child
    else if (depth < 30) yield* partsOf(child, depth + 1)
  }
}
