// Bands of a page: rows one below the other that have the same white strips between them, which part columns.
import type { Row, Segment } from './rows.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

/** Rows, and what of the width they use; more than one span means columns. */
export interface Band {
  readonly rows: readonly Row[]
  readonly used: readonly Span[]
}

/** A white strip in shares of the type size. */
export const STRIP = 0.85
/** Distance to the row above, in shares of the type size, from which a short line is not a part of columns. */
const FAR = 2.2

/** Returns the bands of rows, from the top. A band with one span has no columns. */
export function bandsOf(rows: readonly Row[]): Band[] {
  const bands: { rows: Row[]; used: Span[] }[] = []
  for (const row of rows) {
    const own = merged(row.segments.map(spanOf), stripOf(row))
    const band = bands.at(-1)
    const both = band ? merged([...band.used, ...own], stripOf(row)) : own
    if (band && joins(band, row, own, both)) {
      band.rows.push(row)
      band.used = both
    } else bands.push({ rows: [row], used: own })
  }
  return bands
}

function joins(
  band: { rows: readonly Row[]; used: readonly Span[] },
  row: Row,
  own: readonly Span[],
  both: readonly Span[],
): boolean {
  const hasColumns = band.used.length > 1
  if (!hasColumns) return own.length === 1 && both.length === 1
  if (both.length === 1) return false
  const last = band.rows.at(-1)
  const isFar = last !== undefined && row.base - last.base > FAR * sizeOf(row)
  return !(isFar && own.length === 1 && !isLikeColumn(band, own))
}

/** Whether a line has about the width of a column of text. */
const isLikeColumn = ({ used }: { used: readonly Span[] }, [line]: readonly Span[]) =>
  line !== undefined &&
  used.some(
    ({ from, to }) => line.from >= from - 2 && line.to <= to + 2 && line.to - line.from > 0.6 * (to - from),
  )

const spanOf = ({ left, right }: Segment): Span => ({ from: left, to: right })
export const sizeOf = ({ segments }: Row): number =>
  segments.reduce((most, { size }) => Math.max(most, size), 0)
const stripOf = (row: Row) =>
  STRIP * row.segments.reduce((least, { size }) => Math.min(least, size), Infinity)

/** Returns spans from left to right; those with less than a strip between them are one. */
export function merged(spans: readonly Span[], strip: number): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from - last.to < strip)
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else all.push(span)
  }
  return all
}
