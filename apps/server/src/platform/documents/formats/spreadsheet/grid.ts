// The cells of a sheet that its readers see, by row and column, and how many of a workbook are read.
import type { CellObject, WorkSheet } from '@e965/xlsx'

/** Cells with content of a workbook; more are left out with a warning. */
const MAX_CELLS = 500_000
/** Merged cells of a sheet. */
const MAX_MERGES = 50_000

export interface Cell {
  readonly text: string
  /** Whether it has a text and no number, date or truth value. */
  readonly isText: boolean
}

/** A row with content. */
export interface Row {
  /** Its number among the rows that are not hidden, from 0. */
  readonly at: number
  /** Cells with text, by the number of their column among those that are not hidden. */
  readonly cells: ReadonlyMap<number, Cell>
}

/** The first and last row and column of a merged cell. */
export interface Merge {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Grid {
  readonly rows: readonly Row[]
  readonly merges: readonly Merge[]
  /** Whether hidden rows or columns with content are left out. */
  readonly hasHidden: boolean
  /** Cells that are shown and have a formula without a value. */
  readonly formulas: number
}

/** Counts the cells of a workbook. */
export class CellCount {
  #left = MAX_CELLS
  isCut = false

  /** Returns whether another cell may be read. */
  take(): boolean {
    if (this.#left > 0) this.#left -= 1
    else this.isCut = true
    return !this.isCut
  }
}

/** Returns the cells of a sheet that are shown and have text. */
export function gridOf(sheet: WorkSheet, textOf: (cell: CellObject) => string, count: CellCount): Grid {
  const data = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const [lines, columns] = [sheet['!rows'] ?? [], sheet['!cols'] ?? []]
  const [rowAt, columnAt] = [placesOf(lines), placesOf(columns)]
  const rows: Row[] = []
  let hasHidden = false
  let formulas = 0
  // Both lists have holes, which `forEach` skips.
  data.forEach((line, at) => {
    const cells = new Map<number, Cell>()
    line.forEach((cell, column) => {
      if (!cell || count.isCut) return
      const text = textOf(cell)
      const isHidden = lines[at]?.hidden || columns[column]?.hidden
      if (cell.t === 'z' && cell.f && !isHidden) formulas += 1
      if (text === '') return
      if (isHidden) hasHidden = true
      else if (count.take()) cells.set(columnAt(column), { text, isText: cell.t === 's' || cell.t === 'z' })
    })
    if (cells.size > 0) rows.push({ at: rowAt(at), cells })
  })
  const merges = (sheet['!merges'] ?? []).slice(0, MAX_MERGES).map(({ s, e }) => ({
    top: rowAt(s.r),
    bottom: rowAt(e.r + 1) - 1,
    left: columnAt(s.c),
    right: columnAt(e.c + 1) - 1,
  }))
  return { rows, merges, hasHidden, formulas }
}

/** Returns a function that tells the number of a row or column among those that are not hidden. */
function placesOf(lines: readonly ({ readonly hidden?: boolean } | undefined)[]): (at: number) => number {
  const hidden: number[] = []
  lines.forEach((line, at) => {
    if (line?.hidden) hidden.push(at)
  })
  return (at) => {
    let [low, high] = [0, hidden.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((hidden[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return at - low
  }
}
