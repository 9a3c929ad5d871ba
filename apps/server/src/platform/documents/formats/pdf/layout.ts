// The reading order of a page: columns one after the other, tables as rows of cells, everything else line by line.
import { append } from '../../blocks.ts'
import { bandsOf, merged, sizeOf, STRIP, type Band, type Span } from './bands.ts'
import { isRightToLeft, rowsOf, type Row, type Segment } from './rows.ts'
import { columnAt, gridOf } from './grid.ts'
import { areWrapped } from './wrapped.ts'

/** A line of running text. */
export type Line = Segment

export type Piece =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** Columns within columns. */
const DEPTH = 4
/** Characters and width of the lines of running text. */
const PROSE_CHARACTERS = 22
const PROSE_WIDTH = 0.55

/** Rows of a table of which a few may have cells across columns, and their share. */
const MANY = 5
const FEW = 0.15

/** Returns the text of a page's segments in reading order. */
export function layoutOf(segments: readonly Segment[], depth = 0): Piece[] {
  const pieces: Piece[] = []
  for (const band of bandsOf(rowsOf(segments))) {
    const found = piecesOf(band, depth)
    const last = pieces.at(-1)
    const [first] = found
    if (first?.kind === 'lines' && last?.kind === 'lines' && found.length === 1)
      pieces[pieces.length - 1] = { kind: 'lines', lines: [...last.lines, ...first.lines] }
    else append(pieces, found)
  }
  return pieces
}

function piecesOf(band: Band, depth: number): Piece[] {
  const columns = columnsOf(band)
  if (columns.length < 2) return linesOf(band.rows)
  const hasTable = band.rows.some(({ segments }) => segments.some(({ table }) => table))
  const isSynopsis = !hasTable && areEntriesBeside(columns)
  if (depth < DEPTH && (hasTable || (!isSynopsis && isRunningText(columns))))
    return columns.flatMap(({ segments }) => layoutOf(segments, depth + 1))
  const sides = depth < DEPTH ? sidesOf(columns) : []
  if (sides.length > 0) return sides.flatMap((segments) => layoutOf(segments, depth + 1))
  if (isTable(band, columns))
    return [
      {
        kind: 'table',
        rows: gridOf(
          band.rows,
          columns.map(({ span }) => span),
        ),
      },
    ]
  return linesOf(band.rows)
}

interface Column {
  readonly span: Span
  readonly segments: readonly Segment[]
}

function columnsOf({ rows, used }: Band): Column[] {
  const spans = used.length > 1 ? mostlyUsed(rows, used) : used
  const columns = spans.map((span) => ({ span, segments: [] as Segment[] }))
  for (const { segments } of rows)
    for (const segment of segments)
      columns[columnAt(spans, segment.left, segment.right)]?.segments.push(segment)
  const filled = columns.filter(({ segments }) => segments.length > 0)
  return filled.some(({ segments }) => isRightToLeft(segments.map(({ text }) => text).join(' ')))
    ? filled.toReversed()
    : filled
}

/** Returns the spans that more than a few rows use, so that a cell across several columns does not join them. */
function mostlyUsed(rows: readonly Row[], used: readonly Span[]): readonly Span[] {
  const few = rows.length < MANY ? 0 : Math.max(1, Math.floor(FEW * rows.length))
  if (few === 0) return used
  const edges = rows
    .flatMap(({ segments }) =>
      segments.flatMap(({ left, right }) => [
        { at: left, by: 1 },
        { at: right, by: -1 },
      ]),
    )
    .toSorted((a, b) => a.at - b.at || a.by - b.by)
  const spans: Span[] = []
  let count = 0
  let from = 0
  for (const { at, by } of edges) {
    if (by > 0 && count === few) from = at
    if (by < 0 && count === few + 1) spans.push({ from, to: at })
    count += by
  }
  const strip = STRIP * Math.min(...rows.map(sizeOf))
  const columns = merged(spans, strip)
  return columns.length >= used.length ? columns : used
}

/** Whether all columns have text that runs on from line to line; short ones beside them count only if they are full. */
function isRunningText(columns: readonly Column[]): boolean {
  const running = columns.filter(isProse)
  if (running.length === columns.length || columns.every(isIndex) || areWrapped(columns)) return true
  // A narrow column beside text is a side note if its lines follow each other, and labels otherwise.
  return (
    running.length > 0 &&
    columns.every((column) => isProse(column) || isBlockOfLines(column) || isBeside(column, running))
  )
}

function isProse({ span, segments }: Column): boolean {
  const width = span.to - span.from
  const lines = rowsOf(segments)
  if (lines.length < 2) return false
  const characters = segments.reduce((sum, { text }) => sum + text.length, 0) / lines.length
  const filled = lines.filter(
    (row) => row.segments.reduce((sum, { left, right }) => sum + right - left, 0) > PROSE_WIDTH * width,
  )
  return (
    characters >= PROSE_CHARACTERS &&
    filled.length * 2 >= lines.length &&
    wordsOf(segments) >= 4 * lines.length
  )
}

const wordsOf = (segments: readonly Segment[]) =>
  segments.reduce(
    (sum, { text }) => sum + (text.match(/[\p{L}\p{M}]{2,}|[\u3040-\u9FFF\uAC00-\uD7AF]/gu)?.length ?? 0),
    0,
  )

/** Whether a column has many short lines of several words, as an index has. */
const isIndex = (column: Column) => {
  const { segments } = column
  const characters = segments.reduce((sum, { text }) => sum + text.length, 0)
  return (
    segments.length >= 10 &&
    characters >= 18 * segments.length &&
    wordsOf(segments) >= 2.2 * segments.length &&
    isBlockOfLines(column)
  )
}

function isBlockOfLines({ segments }: Pick<Column, 'segments'>): boolean {
  const lines = rowsOf(segments)
  const characters = segments.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, lines.length)
  const close = lines.filter((row, index) => {
    const above = lines[index - 1]
    return above !== undefined && row.base - above.base < 1.6 * sizeOf(row)
  })
  return lines.length >= 4 && characters >= 10 && close.length >= 0.7 * (lines.length - 1)
}

/** Lines of a side of a page, their characters and words, and the space between sides in shares of the type size. */
const SIDE_LINES = 12
const SIDE_CHARACTERS = 30
const SIDE_WORDS = 4
const SIDE_SPACE = 2.5
/** The space between two pages on one sheet. */
const SPREAD_SPACE = 10
/** Space above a line, in shares of the usual one, from which it begins an entry; the least between lines, in shares of the type size. */
const ENTRY_SPACE = 1.25
const LINE_SPACE = 0.9
/** Difference of heights, in shares of the type size, up to which they are the same. */
const LEVEL = 0.35
/** Entries that begin on both sides: their share, how many, and how many of them below texts of different length. */
const ENTRIES_BOTH = 0.6
const ENTRIES = 3
const WAITED = 2

/**
 * Returns both sides of the widest white strip if each is a column of texts: answers of forms, lists and short paragraphs do not
 * fill their lines as running text does. None if one of them is not.
 */
function sidesOf(columns: readonly Column[]): Segment[][] {
  const inOrder = columns.toSorted((a, b) => a.span.from - b.span.from)
  const spaces = inOrder.slice(1).map(({ span }, at) => span.from - (inOrder[at]?.span.to ?? 0))
  const widest = Math.max(...spaces)
  const at = spaces.indexOf(widest) + 1
  const sides = [inOrder.slice(0, at), inOrder.slice(at)].map((side) =>
    side.flatMap(({ segments }) => segments),
  )
  const areEntries = beginTogether(sides.map((segments) => ({ segments })))
  const isSide = (segments: readonly Segment[]) => {
    const lines = rowsOf(segments)
    const characters = segments.reduce((sum, { text }) => sum + text.length, 0)
    const space = widest / (lines[0] ? sizeOf(lines[0]) : Infinity)
    return (
      lines.length >= SIDE_LINES &&
      characters >= SIDE_CHARACTERS * lines.length &&
      wordsOf(segments) >= SIDE_WORDS * lines.length &&
      (space > SPREAD_SPACE || (!areEntries && space > SIDE_SPACE && isBlockOfLines({ segments })))
    )
  }
  return sides.every(isSide) ? sides : []
}

/** Whether two columns are entries beside each other, and not two pages on one sheet. */
function areEntriesBeside(columns: readonly Column[]): boolean {
  const [left, right] = columns.toSorted((a, b) => a.span.from - b.span.from)
  if (columns.length !== 2 || !left || !right) return false
  const size = left.segments[0]?.size ?? 0
  return right.span.from - left.span.to <= SPREAD_SPACE * size && beginTogether(columns)
}

/**
 * Whether most entries of two sides begin at the same heights, as those of a synopsis do; pages beside each other seldom do.
 * Columns with the same lines, such as verses, begin together by chance: entries count where one side waited for the other.
 */
function beginTogether(sides: readonly Pick<Column, 'segments'>[]): boolean {
  const [left = [], right = []] = sides.map(({ segments }) => entriesOf(rowsOf(segments)))
  const level = left.flatMap((entry) => {
    const other = right.find(({ base }) => Math.abs(base - entry.base) <= LEVEL * entry.size)
    return other ? [{ entry, other }] : []
  })
  const waited = level.filter(({ entry, other }) => Math.abs(entry.above - other.above) > LEVEL * entry.size)
  return (
    level.length >= ENTRIES &&
    waited.length >= WAITED &&
    level.length >= ENTRIES_BOTH * Math.max(left.length, right.length)
  )
}

interface Entry {
  readonly base: number
  readonly size: number
  /** Space to the line above. */
  readonly above: number
}

/** Returns the lines that have more space above them than lines of one text. */
function entriesOf(rows: readonly Row[]): Entry[] {
  const size = rows.map(sizeOf).toSorted((a, b) => a - b)[rows.length >> 1] ?? 0
  // Raised and lowered characters are rows of their own, closer than lines of text can be.
  const lines: Row[] = []
  for (const row of rows) {
    const above = lines.at(-1)
    if (!above || row.base - above.base >= LINE_SPACE * size) lines.push(row)
  }
  const entries = lines.map((row, at) => ({
    base: row.base,
    size: sizeOf(row),
    above: at === 0 ? 0 : row.base - (lines[at - 1]?.base ?? 0),
  }))
  const usual = Math.min(...entries.slice(1).map(({ above }) => above))
  return entries.filter(({ above }, at) => at === 0 || above > ENTRY_SPACE * usual)
}

/** Whether the lines of a column stand at other heights than those of the text beside it. */
function isBeside({ segments }: Column, running: readonly Column[]): boolean {
  const heights = new Set(
    running.flatMap((column) =>
      column.segments.flatMap(({ base }) => [Math.floor(base / 2), Math.floor(base / 2) + 1]),
    ),
  )
  const lines = rowsOf(segments)
  const level = lines.filter(
    ({ base }) => heights.has(Math.floor(base / 2)) || heights.has(Math.floor(base / 2) + 1),
  )
  return lines.length >= 3 && level.length * 2 < lines.length
}

/** Whether enough rows have several cells. */
function isTable({ rows }: Band, columns: readonly Column[]): boolean {
  const several = rows.filter(({ segments }) => segments.length > 1)
  if (columns.length >= 3) return several.length >= 2 && several.some(({ segments }) => segments.length >= 3)
  const [first] = columns
  const isList = first?.segments.every(({ text }) => MARKER.test(text)) ?? false
  return several.length >= 3 && several.length * 3 >= rows.length && !isList
}

/** A mark or a number before an item. */
const MARKER =
  /^(?:[^\p{L}\p{N}\s]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\[\d{1,3}\]|\d{1,3}(?:\.\d{1,2})*\.?)$/u

/** Returns rows as lines of text, in the direction of their letters, and tables between them. */
function linesOf(rows: readonly Row[]): Piece[] {
  const pieces: Piece[] = []
  let lines: Line[] = []
  for (const { base, segments } of rows) {
    const texts = segments.filter(({ table }) => !table)
    if (texts.length > 0) lines.push(lineOf({ base, segments: texts }))
    for (const { table } of segments) {
      if (!table) continue
      if (lines.length > 0) pieces.push({ kind: 'lines', lines })
      lines = []
      pieces.push({ kind: 'table', rows: table })
    }
  }
  if (lines.length > 0) pieces.push({ kind: 'lines', lines })
  return pieces
}

function lineOf({ segments, base }: Row): Line {
  const texts = segments.map(({ text }) => text)
  const [first] = segments
  const text = (isRightToLeft(texts.join('')) ? texts.toReversed() : texts).join(' ')
  const main = segments.reduce((most, part) => (part.text.length > most.text.length ? part : most))
  return {
    text,
    base,
    left: first?.left ?? 0,
    right: segments.at(-1)?.right ?? 0,
    size: main.size,
    isBold: segments.every(({ isBold }) => isBold),
  }
}
