// Tells how many of the first rows of a table are its head: rows that group columns stand above the row that names them.

/** What a row looks like. */
export interface RowFacts {
  /** Cells with text, and how many different texts they have. */
  readonly filled: number
  readonly distinct: number
  /** Whether a cell after the first one has a number that is no year and no date. */
  readonly isData: boolean
}

/** Rows that tell a head, and the first one with data. */
export const HEAD_ROWS = 9
const DATE = /^(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\p{L}{3,9}\.?[-. ’']{1,2}\d{2,4})$/u

/** Whether a number names a column: dates do. */
export const isDate = (text: string): boolean => DATE.test(text)

/** Returns the number of rows above the first one with data, up to the first that names each column; 1 if none has data. */
export function headCount(rows: readonly RowFacts[]): number {
  const some = rows.slice(0, HEAD_ROWS)
  const data = some.findIndex(({ isData }) => isData)
  if (data < 2) return 1
  const columns = some[data]?.filled ?? 0
  const named = some.findIndex(({ filled, distinct }, at) => {
    // A row of letters or numbers of columns stands above their names.
    const isBelowFuller = at + 1 < data && (some[at + 1]?.filled ?? 0) > filled
    return distinct === filled && distinct >= columns - 1 && !isBelowFuller
  })
  return named === -1 ? data : Math.min(data, named + 1)
}
