// Rows of RTF tables: cells at the columns that their right edges say.
import type { Block } from '../../blocks.ts'
import type { Row } from '../outline.ts'

/** What the definition of a row says of a cell. */
export interface CellPlace {
  /** The right edge, in twips. */
  readonly right: number
  /** Whether it continues the cell to the left, or the one above. */
  readonly isContinued: boolean
}

export interface RowPlace {
  left: number
  isHead: boolean
  cells: CellPlace[]
}

export interface RtfRow {
  readonly cells: readonly (readonly Block[])[]
  readonly place: RowPlace
}

export const newRow = (): RowPlace => ({ left: 0, isHead: false, cells: [] })

/** Edges that are closer, in twips, are the same column: 2 mm. */
const CLOSE = 113
const MAX_COLUMNS = 200

/** Returns rows whose cells are at their columns; a merged cell has empty ones after and below it. */
export function placedRows(rows: readonly RtfRow[]): Row[] {
  const columns = columnsOf(rows)
  return rows.map(({ cells, place }) => {
    const texts: string[] = []
    const inside: Block[] = []
    let last = columns ? columnAt(columns, place.left) : 0
    cells.forEach((blocks, index) => {
      const cell = place.cells[index]
      const end = columns && cell ? columnAt(columns, cell.right) : texts.length + 1
      while (texts.length < Math.min(last, MAX_COLUMNS)) texts.push('')
      texts.push(cell?.isContinued ? '' : textOf(blocks))
      for (const block of blocks) if (block.kind === 'table') inside.push(block)
      last = Math.max(end, texts.length)
    })
    return { cells: texts, inside }
  })
}

const textOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ kind }) => kind !== 'table')
    .map(({ text }) => text)
    .join('\n')

/** Returns the right edges of all columns; undefined if rows do not say them, or there are too many. */
function columnsOf(rows: readonly RtfRow[]): number[] | undefined {
  if (rows.some(({ cells, place }) => place.cells.length < cells.length)) return undefined
  const rights = new Set<number>()
  for (const { place } of rows) for (const { right } of place.cells) rights.add(right)
  const columns: number[] = []
  for (const right of [...rights].toSorted((one, other) => one - other))
    if (columns.length === 0 || right - (columns.at(-1) ?? 0) > CLOSE) columns.push(right)
  return columns.length > MAX_COLUMNS ? undefined : columns
}

/** Returns how many columns end at or before a place. */
function columnAt(columns: readonly number[], place: number): number {
  let [low, high] = [0, columns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((columns[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}
