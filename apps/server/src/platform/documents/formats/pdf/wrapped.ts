// Tells narrow columns of running text from tables: a line ends where the next word does not fit.
import type { Span } from './bands.ts'
import { rowsOf, type Segment } from './rows.ts'

const LINES = 8
const WORDS = 2
/** Shares of lines that are full, and that go on with a small letter; paragraphs end, and sentences begin. */
const FULL = 0.75
const GOES_ON = 0.4
/** Width of a blank in shares of a letter's. */
const BLANK = 0.6

/** Whether the lines of each column follow each other as those of one text. */
export const areWrapped = (
  columns: readonly { readonly span: Span; readonly segments: readonly Segment[] }[],
): boolean => columns.every(({ span, segments }) => isWrapped(span, segments))

function isWrapped({ to }: Span, segments: readonly Segment[]): boolean {
  const lines = rowsOf(segments).map((row) => ({
    text: row.segments.map(({ text }) => text).join(' '),
    right: Math.max(...row.segments.map(({ right }) => right)),
    width: row.segments.reduce((sum, { left, right }) => sum + right - left, 0),
  }))
  const words = lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  if (lines.length < LINES || words < WORDS * lines.length) return false
  const pairs = lines.slice(1).map((next, at) => [lines[at] ?? next, next] as const)
  const full = pairs.filter(([line, { text, width }]) => {
    const letter = width / Math.max(1, text.length)
    const first = /^\S+/.exec(text)?.[0] ?? ''
    return line.right + (BLANK + first.length) * letter > to
  })
  const goOn = pairs.filter(([, { text }]) => /^\p{Ll}/u.test(text))
  return full.length >= FULL * pairs.length && goOn.length >= GOES_ON * pairs.length
}
