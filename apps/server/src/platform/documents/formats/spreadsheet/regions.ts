// Finds the tables of a sheet: their titles, their head rows, and where another one begins. Linear in the number of cells.
import type { Block } from '../../blocks.ts'
import { tableBlock } from '../tables.ts'
import type { Cell, Grid, Row } from './grid.ts'
import { HEAD_ROWS, headCount, isDate } from '../table-heads.ts'
import { isName, withMerges } from './merges.ts'

/** Empty columns that a table keeps between two others; of more it keeps one. */
const EMPTY_COLUMNS = 3
/** Cells with the empty ones between them: a table with more has no columns that anybody reads. */
const MAX_PLACES = 2_000_000

/** Returns a sheet's tables and the texts above, between and below them. */
export function sheetBlocks(grid: Grid, page: number): Block[] {
  return areasOf(withMerges(grid))
    .flatMap(sideBySide)
    .flatMap((area) => areaBlocks(area, page))
}

const cellsOf = ({ cells }: Row): Cell[] => [...cells.values()]
const hasNumber = (row: Row): boolean => cellsOf(row).some((cell) => !isName(cell))
const firstOf = (row: Row): number => Math.min(...row.cells.keys())
const isAmount = (cell: Cell): boolean => !isName(cell) && !isDate(cell.text)

/** Whether a row is a title with a number, such as “2 | Visits by month”, and no line of a list. */
function isNumbered(row: Row, next: Row | undefined): boolean {
  const isOne = ({ cells }: Row) => {
    const [number, title] = [...cells.values()]
    return cells.size === 2 && /^\d{1,3}$/.test(number?.text ?? '') && title?.isText === true
  }
  return isOne(row) && next !== undefined && !isOne(next)
}

/** Rows that belong together. */
interface Area {
  readonly rows: Row[]
  hasNumber: boolean
  /** Whether a row has more than one cell. */
  isWide: boolean
  /** The columns in which its rows begin. */
  readonly firsts: Set<number>
}

/** Splits rows where, after empty ones, something of its own begins: others continue what stands before. */
function areasOf(rows: readonly Row[]): Row[][] {
  const areas: Area[] = []
  rows.forEach((row, at) => {
    const isApart = row.at > (rows[at - 1]?.at ?? -1) + 1
    let area = areas.at(-1)
    if (area === undefined || (isApart && begins(row, rows[at + 1], area))) {
      area = { rows: [], hasNumber: false, isWide: false, firsts: new Set() }
      areas.push(area)
    }
    area.rows.push(row)
    area.hasNumber ||= hasNumber(row) && !(area.rows.length === 1 && isNumbered(row, rows[at + 1]))
    area.isWide ||= row.cells.size > 1
    if (!area.hasNumber) area.firsts.add(firstOf(row))
  })
  return areas.map((area) => area.rows)
}

/** Whether a row after empty ones begins a title, a note or a table. */
function begins(row: Row, next: Row | undefined, before: Area): boolean {
  if (hasNumber(row)) return false
  if (row.cells.size === 1 || !before.isWide) return true
  // Text in all rows: no head can be told from data.
  if (next === undefined || !hasNumber(next)) return false
  return before.hasNumber || !before.firsts.has(firstOf(row))
}

/** Returns tables that stand side by side: empty columns between them, each with names for its columns, and its rows, and with numbers. */
function sideBySide(rows: readonly Row[]): Row[][] {
  const used = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b)
  const groupAt = new Map<number, number>()
  let group = -1
  used.forEach((column, at) => {
    if (at === 0 || column > (used[at - 1] ?? 0) + 1) group += 1
    groupAt.set(column, group)
  })
  if (group < 1) return [[...rows]]
  const apart = partsOf(rows, groupAt)
  return apart.every(standsAlone) || areStaggered(apart) ? apart : [closedUp(rows, used)]
}

function partsOf(rows: readonly Row[], groupAt: ReadonlyMap<number, number>): Row[][] {
  const parts: Row[][] = []
  for (const { at, cells } of rows) {
    const split = new Map<number, Map<number, Cell>>()
    for (const [column, cell] of cells) {
      const group = groupAt.get(column) ?? 0
      const part = split.get(group) ?? new Map<number, Cell>()
      split.set(group, part.set(column, cell))
    }
    for (const [group, part] of split) (parts[group] ??= []).push({ at, cells: part })
  }
  return parts
}

function standsAlone(rows: readonly Row[]): boolean {
  const head = rows.findIndex(({ cells }) => cells.size > 1)
  const [names, ...data] = rows.slice(Math.max(head, 0))
  if (head < 0 || names === undefined || data.length === 0) return false
  const first = firstOf(names)
  const named = data.filter(({ cells }) => /\p{L}/u.test(cells.get(first)?.text ?? ''))
  return !hasNumber(names) && data.some(hasNumber) && named.length * 2 > data.length
}

/** The share of places that a table of its own fills. */
const FILLED = 0.8

/** Whether parts begin in different rows, each with names for its columns above rows of numbers that fill them. */
const areStaggered = (parts: readonly (readonly Row[])[]): boolean =>
  parts.some((rows) => rows[0]?.at !== parts[0]?.[0]?.at) &&
  parts.every((rows, at) => isFilled(rows) && (at === 0 || isOfItsOwn(rows, parts[at - 1] ?? [])))

/** Whether a part ends in another row than the one before or names its rows itself: columns that belong to the rows do neither. */
function isOfItsOwn(rows: readonly Row[], before: readonly Row[]): boolean {
  if (rows.at(-1)?.at !== before.at(-1)?.at) return true
  const [head, ...data] = rows
  const first = head ? firstOf(head) : 0
  const cells = data.map((row) => row.cells.get(first))
  const texts = cells.map((cell) => cell?.text)
  if (new Set(texts).size < texts.length) return false
  // Names, dates, or numbers that count up.
  const isCount = texts.every((text, at) => at === 0 || Number(text) === Number(texts[at - 1]) + 1)
  return isCount || cells.every((cell) => cell !== undefined && (isName(cell) || isDate(cell.text)))
}

function isFilled(rows: readonly Row[]): boolean {
  const [names, ...data] = rows
  if (names === undefined || names.cells.size < 2 || hasNumber(names) || data.length < 2) return false
  const filled = data.reduce((sum, { cells }) => sum + cells.size, 0)
  return data.every(hasNumber) && filled >= FILLED * data.length * names.cells.size
}

/** Moves columns together that have many empty ones between them. */
function closedUp(rows: readonly Row[], used: readonly number[]): Row[] {
  const places = new Map<number, number>()
  let place = -1
  used.forEach((column, at) => {
    const gap = at === 0 ? 0 : column - (used[at - 1] ?? 0) - 1
    place += 1 + (gap > EMPTY_COLUMNS ? 1 : gap)
    places.set(column, place)
  })
  return rows.map(({ at, cells }) => ({
    at,
    cells: new Map([...cells].map(([column, cell]) => [places.get(column) ?? column, cell])),
  }))
}

/** Returns the titles of an area and its table with its head. */
function areaBlocks(rows: readonly Row[], page: number): Block[] {
  const head = rows.findIndex(
    (row, at) => (row.cells.size > 1 && !(at === 0 && isNumbered(row, rows[1]))) || isUnderlined(rows, at),
  )
  // A table of one column, or titles without a table.
  if (head < 0) return [textBlock(rows, page)]
  const body = rows.slice(head)
  const left = body.reduce((least, row) => Math.min(least, firstOf(row)), Infinity)
  const places = body.reduce((sum, { cells }) => sum + lengthOf(cells, left), 0)
  const lines = body.map(({ cells }) =>
    places > MAX_PLACES ? [...cells.values()].map(({ text }) => text) : lineOf(cells, left),
  )
  const block = tableBlock(lines, { page, heads: headsOf(body) })
  return [...(head > 0 ? [textBlock(rows.slice(0, head), page)] : []), ...(block ? [block] : [])]
}

const lengthOf = (cells: ReadonlyMap<number, Cell>, left: number): number =>
  Math.max(...cells.keys()) - left + 1

const lineOf = (cells: ReadonlyMap<number, Cell>, left: number): string[] =>
  Array.from({ length: lengthOf(cells, left) }, (_, at) => cells.get(left + at)?.text ?? '')

/** Whether a row with one cell is no title, because the row below has one cell in another column. */
function isUnderlined(rows: readonly Row[], at: number): boolean {
  const [row, below] = [rows[at], rows[at + 1]]
  return row?.cells.size === 1 && below?.cells.size === 1 && firstOf(row) !== firstOf(below)
}

const textBlock = (rows: readonly Row[], page: number): Block => ({
  kind: 'text',
  text: rows
    .map((row) =>
      cellsOf(row)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n'),
  page,
})

function headsOf(rows: readonly Row[]): number {
  return headCount(
    rows.slice(0, HEAD_ROWS).map((row) => {
      const [first, ...others] = [...row.cells]
        .toSorted(([one], [other]) => one - other)
        .map(([, cell]) => cell)
      return {
        filled: row.cells.size,
        distinct: new Set([first, ...others].map((cell) => cell?.text)).size,
        isData: others.some(isAmount),
      }
    }),
  )
}
