// Rows and columns of a table from its lines: a cell can have several of them.
import { sizeOf, type Span } from './bands.ts'
import type { Row } from './rows.ts'

/** Distance of the lines of a cell in shares of the type size, and what the distance of rows is to that of lines. */
const TIGHT = 1.45
const ROW_APART = 1.25

/** Returns the cells of a table's rows. */
export function gridOf(rows: readonly Row[], columns: readonly Span[]): string[][] {
  const cells = rows.map((row) => cellsOf(row, columns))
  const gaps = rows.map((row, index) => row.base - (rows[index - 1]?.base ?? 0))
  const isApart = apartBy(rows, gaps.slice(1))
  const grid: string[][] = []
  cells.forEach((row, index) => {
    const last = grid.at(-1)
    const size = rows[index] ? sizeOf(rows[index]) : 0
    const gap = gaps[index] ?? 0
    if (last && (isApart ? gap < isApart && isText(row) : gap < TIGHT * size && isContinued(last, row)))
      append(last, row)
    else grid.push(row)
  })
  return grid
}

/** Returns the distance from which a line begins a row, if lines within a row are clearly closer to each other. */
function apartBy(rows: readonly Row[], gaps: readonly number[]): number | undefined {
  const [row] = rows
  if (!row || gaps.length < 3) return undefined
  const smallest = 0.5 * sizeOf(row)
  const least = gaps.reduce((found, gap) => (gap > smallest ? Math.min(found, gap) : found), Infinity)
  const apart = gaps.filter((gap) => gap > ROW_APART * least)
  const isClear = least < TIGHT * sizeOf(row) && apart.length * 4 >= gaps.length && apart.length < gaps.length
  return isClear ? ROW_APART * least : undefined
}

/** Whether a line goes on with the cells of the one above: its first cell is empty and it has no number. */
function isContinued(last: readonly string[], row: readonly string[]): boolean {
  const filled = row.filter(Boolean)
  return row[0] === '' && last[0] !== '' && filled.length < last.filter(Boolean).length && isText(row)
}

/** Whether no cell is a number. */
const isText = (row: readonly string[]) =>
  row.every((cell) => cell === '' || !/^[\d\s.,:/%€$£()+–-]+$/.test(cell))

function append(last: string[], row: readonly string[]): void {
  row.forEach((cell, column) => {
    if (cell) last[column] = last[column] ? `${last[column]} ${cell}` : cell
  })
}

/** Returns the column that most of a text lies in or that is nearest; the first of several that it fills. */
export function columnAt(columns: readonly Span[], left: number, right: number): number {
  const shares = columns.map(({ from, to }) => Math.min(right, to) - Math.max(left, from))
  const full = shares.findIndex(
    (share, index) => share > 0.6 * ((columns[index]?.to ?? 0) - (columns[index]?.from ?? 0)),
  )
  const most = Math.max(...shares)
  if (full >= 0 && (shares[full] ?? 0) > 0.4 * most) return full
  return Math.max(0, shares.indexOf(most))
}

/** Puts what stands in a row into its columns; what spans several is in the first of them. */
function cellsOf({ segments }: Row, columns: readonly Span[]): string[] {
  const cells = columns.map(() => '')
  for (const { text, left, right } of segments) {
    const column = columnAt(columns, left, right)
    cells[column] = cells[column] ? `${cells[column]} ${text}` : text
  }
  return cells
}
