// Cursors of long lists, opaque to clients (API-10).
import { Problem } from '#problem.ts'

/** Returns the cursor after the entry with these sort values. */
export function cursorAfter(...numbers: readonly number[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url')
}

/**
 * Returns the numbers of a cursor; undefined without one.
 * @throws Problem VALIDATION_FAILED when it is not a cursor with `count` numbers
 */
export function readCursor(cursor: string | undefined, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined
  const numbers = Buffer.from(cursor, 'base64url').toString().split('.').map(Number)
  const holds = numbers.every((value) => Number.isSafeInteger(value) && value > 0)
  if (holds && numbers.length === count && cursorAfter(...numbers) === cursor) return numbers
  const issue = { path: 'cursor', message: 'was not returned by a list' }
  throw new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${issue.message}` }, { issues: [issue] })
}
