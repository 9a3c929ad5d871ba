// Test questions as CSV. Pure.
import type { TestQuestion } from '@polylogue/contract'
import { toCsv, withoutFormula } from '#lib/csv.ts'

/** Spreadsheets detect UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff'

/** Columns in their order. */
export const COLUMNS = [
  'number',
  'question',
  'document',
  'passage',
  'removed',
  'before',
  'now',
  'change',
  'added',
] as const

/** Returns a row for each question. Ranks are machine-readable: 0 is not found, nothing is not run. */
export function csvOf(questions: readonly TestQuestion[], head: readonly string[]): string {
  const rank = (result: TestQuestion['now']) => (result === null ? '' : String(result.rank ?? 0))
  const rows = questions.map(({ q, expected, before, now, change, created }, at) => [
    String(at + 1),
    withoutFormula(q),
    withoutFormula(expected?.name ?? ''),
    withoutFormula(expected?.quote ?? ''),
    String(expected !== null && expected.mediaId === null),
    rank(before),
    rank(now),
    change ?? '',
    created,
  ])
  return `${BYTE_ORDER_MARK}${toCsv([head, ...rows])}\r\n`
}
