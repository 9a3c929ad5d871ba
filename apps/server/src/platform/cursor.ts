// Where a page of a long list ended, in a form that programs pass back and do not read (reading 1).
import { Problem } from '../problem.ts'

/** The cursor after an entry that is found by these numbers. */
export function cursorAfter(...numbers: readonly number[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url')
}

/**
 * The numbers of a cursor; undefined when there is none.
 * @throws Problem VALIDATION_FAILED when it is not one that `cursorAfter` made of so many numbers.
 */
export function readCursor(cursor: string | undefined, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined
  const numbers = Buffer.from(cursor, 'base64url').toString().split('.').map(Number)
  const holds = numbers.every((value) => Number.isSafeInteger(value) && value > 0)
  if (holds && numbers.length === count && cursorAfter(...numbers) === cursor) return numbers
  const issue = { path: 'cursor', message: 'was not returned by a list' }
  throw new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${issue.message}` }, { issues: [issue] })
}
