// Repeats the text of merged cells, so that each row and column says what it belongs to.
import type { Cell, Grid, Merge, Row } from './grid.ts'

/** Repeated cells for each cell of the sheet: merged areas of a real sheet need fewer. */
const MAX_REPEATED = 4
/** Cells below merged ones that are looked at in a sheet. */
const MAX_BELOW = 2_000_000

/**
 * Returns the rows with the text of merged cells in each of their rows, and in each column of names below it: “2025” over “Plan”
 * and “Spent”. Numbers stay single, because repeated ones would be added up.
 */
export function withMerges({ rows, merges }: Grid): Row[] {
  const filled = rows.map(({ at, cells }) => ({ at, cells: new Map(cells) }))
  const places = new Map(rows.map((row, index) => [row.at, index]))
  let left = rows.reduce((sum, { cells }) => sum + cells.size, 0) * MAX_REPEATED
  let below = MAX_BELOW
  const repeat = (cells: Map<number, Cell>, column: number, cell: Cell) => {
    left -= 1
    if (left > 0 && !cells.has(column)) cells.set(column, cell)
  }
  for (const merge of merges) {
    const first = places.get(merge.top)
    const cells = first === undefined ? undefined : filled[first]?.cells
    const cell = cells?.get(merge.left)
    if (first === undefined || !cells || !cell || !isName(cell)) continue
    const next = rows[first + 1]
    below -= next?.cells.size ?? 0
    if (below > 0 && cells.size > 1) for (const column of columnsOf(next, merge)) repeat(cells, column, cell)
    for (let index = first + 1; (filled[index]?.at ?? Infinity) <= merge.bottom && left > 0; index++) {
      const row = filled[index]
      if (row) repeat(row.cells, merge.left, cell)
    }
  }
  return filled
}

/** Returns the columns of a merged cell of one row if the row below names at least two of them. */
function columnsOf(row: Row | undefined, { top, bottom, left, right }: Merge): number[] {
  if (!row || top !== bottom || row.at !== bottom + 1) return []
  const below = [...row.cells].filter(([column]) => column >= left && column <= right)
  return below.length > 1 && below.every(([, cell]) => isName(cell)) ? below.map(([column]) => column) : []
}

/** Whether a cell can name a row or column: a text or a year. */
export const isName = ({ isText, text }: Cell): boolean => isText || /^(?:19|20)\d\d$/.test(text)
