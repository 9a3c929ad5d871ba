// Finds the tables of a sheet: titles above them, and where the next one begins.
import type { Block } from '../../blocks.ts'
import { tableBlock } from '../tables.ts'

export interface Row {
  readonly cells: readonly string[]
  /** Whether it has a number or a date. */
  readonly hasNumber: boolean
  /** Whether empty rows stand before it. */
  readonly isApart: boolean
}

const filledIn = ({ cells }: Row): number => cells.filter(Boolean).length

/** Returns the blocks of a sheet's rows, from which empty ones are left out: tables with their head row, single cells as text. */
export function regionBlocks(rows: readonly Row[], page: number): Block[] {
  return tablesOf(rows).flatMap((table) => {
    const head = table.findIndex((row, at) => filledIn(row) > 1 || isUnderlined(table, at))
    // A table of one column, and titles above the head row.
    if (head < 0) return [textBlock(table, page)]
    const block = tableBlock(
      table.slice(head).map(({ cells }) => cells),
      { page },
    )
    return [...(head > 0 ? [textBlock(table.slice(0, head), page)] : []), ...(block ? [block] : [])]
  })
}

/** Whether a row with one cell is no title, because the row below has one cell in another column. */
function isUnderlined(table: readonly Row[], at: number): boolean {
  const below = table[at + 1]
  if (below === undefined || filledIn(below) > 1) return false
  return firstOf(table[at]) !== firstOf(below)
}

const firstOf = (row: Row | undefined): number => row?.cells.findIndex(Boolean) ?? -1

const textBlock = (rows: readonly Row[], page: number): Block => ({
  kind: 'text',
  text: rows.map(({ cells }) => cells.filter(Boolean).join(' ')).join('\n'),
  page,
})

/** Splits rows where, after empty ones, a row without numbers begins a table of its own: others continue the one before. */
function tablesOf(rows: readonly Row[]): Row[][] {
  const tables: Row[][] = []
  rows.forEach((row, at) => {
    const last = tables.at(-1)
    if (last === undefined || (row.isApart && beginsTable(rows, at, last))) tables.push([row])
    else last.push(row)
  })
  return tables
}

function beginsTable(rows: readonly Row[], at: number, before: readonly Row[]): boolean {
  const row = rows[at]
  if (!row || row.hasNumber) return false
  if (filledIn(row) === 1) return true
  // Text in all rows: no head can be told from data.
  return before.some(({ hasNumber }) => hasNumber) && (rows[at + 1]?.hasNumber ?? false)
}
