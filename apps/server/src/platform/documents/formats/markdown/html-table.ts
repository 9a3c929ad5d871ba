// Tables that are written in HTML within Markdown: their rows, with cells at their columns. One pass, without a parser, because the
// reader of Markdown stays for other texts.

/** Rows or columns that one cell spans at most, and cells of a table. */
const SPAN = 200
const CELLS = 100_000

const TABLE = /<(\/?)table(?=[\s>])/gi
const TAG = /<(\/?)(table|tr|t[dh]|caption|br|p|div|li|h[1-6]|pre)(?=[\s/>])([^<>]{0,1000})>/giy

const COLUMN_SPAN = /\scolspan\s?=\s?["']?(\d{1,4})/i
const ROW_SPAN = /\srowspan\s?=\s?["']?(\d{1,4})/i
const MAX_HEADS = 5

/** Whether a line begins a table. */
export const beginsTable = (line: string): boolean => /^\s{0,12}<table(?=[\s>])/i.test(line)

/** Counts the tables that a line opens, less those that it closes. */
export function tablesOpened(line: string): number {
  let count = 0
  for (const [, closes] of line.matchAll(TABLE)) count += closes ? -1 : 1
  return count
}

interface HtmlRows {
  readonly rows: readonly (readonly string[])[]
  readonly heads: number
  /** What stands in no cell, such as the caption. */
  readonly beside: string
}

/** Returns the rows of a table. Cells are Markdown, and keep their inline tags; a table within a cell is text of it. */
export function htmlRows(html: string): HtmlRows {
  const table = new Table()
  for (let at = 0; at < html.length;) {
    TAG.lastIndex = at
    const tag = html[at] === '<' ? TAG.exec(html) : null
    if (tag) table.tag((tag[2] ?? '').toLowerCase(), tag[1] === '/', tag[3] ?? '')
    const next = tag ? at + tag[0].length : nextMark(html, at)
    if (!tag) table.text(html.slice(at, next))
    at = next
  }
  return table.end()
}

function nextMark(html: string, at: number): number {
  const next = html.indexOf('<', at + 1)
  return next < 0 ? html.length : next
}

class Table {
  readonly #rows: string[][] = []
  /** Columns that cells of rows above cover, with the number of rows that are left. */
  readonly #covered = new Map<number, number>()
  #row: string[] = []
  #cell: { text: string; columns: number; rows: number; isHead: boolean } | undefined
  #beside = ''
  #depth = 0
  #cells = 0
  #heads = 0
  #isHeadRow = true

  tag(name: string, closes: boolean, attributes: string): void {
    if (name === 'table') this.#depth += closes ? -1 : 1
    if (this.#depth > 1 || (name === 'table' && this.#depth === 1 && closes)) this.text('\n')
    else if (name === 'tr') this.#endRow()
    else if (name === 'td' || name === 'th') this.#beginCell(name === 'th', closes, attributes)
    else if (name !== 'table') this.text('\n')
  }

  text(text: string): void {
    if (this.#cell) this.#cell.text += text
    else this.#beside += text
  }

  end(): HtmlRows {
    this.#endRow()
    return { rows: this.#rows, heads: Math.min(MAX_HEADS, Math.max(1, this.#heads)), beside: this.#beside }
  }

  #beginCell(isHead: boolean, closes: boolean, attributes: string): void {
    this.#endCell()
    if (closes) return
    const span = (name: RegExp) => Math.min(SPAN, Math.max(1, Number(name.exec(attributes)?.[1] ?? 1)))
    this.#cell = { text: '', columns: span(COLUMN_SPAN), rows: span(ROW_SPAN), isHead }
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell) return
    this.#skipCovered()
    if (!cell.isHead) this.#isHeadRow = false
    for (let column = 0; column < cell.columns && this.#cells < CELLS; column++) {
      if (cell.rows > 1) this.#covered.set(this.#row.length, cell.rows)
      this.#put(column === 0 ? cell.text : '')
    }
  }

  #skipCovered(): void {
    while ((this.#covered.get(this.#row.length) ?? 0) > 0 && this.#cells < CELLS) this.#put('')
  }

  #put(text: string): void {
    this.#row.push(text)
    this.#cells++
  }

  #endRow(): void {
    this.#endCell()
    if (this.#row.length === 0) return
    if (this.#isHeadRow && this.#heads === this.#rows.length) this.#heads++
    this.#rows.push(this.#row)
    for (const [column, rows] of this.#covered)
      if (rows > 1) this.#covered.set(column, rows - 1)
      else this.#covered.delete(column)
    this.#row = []
    this.#isHeadRow = true
  }
}
