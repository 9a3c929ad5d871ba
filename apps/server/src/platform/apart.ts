// Work on many things at once that one of them must not spoil for the others.
import { Problem } from '../problem.ts'
import type { Database } from './db/index.ts'

/** What became of one thing: its result, or why it failed. */
export type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

/** Tells whether a failure lies in the database, so that smaller batches would fail as well. */
export type IsOutage = (error: unknown) => boolean

/**
 * Does `work` on all items together. When that fails, halves are tried, down to single items, so that an item which cannot be
 * stored harms only itself (R22). `work` must do all of its items or none, and return a result for each.
 * In an outage nothing is tried again: every item left has failed.
 */
export async function apart<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  isOutage: IsOutage,
): Promise<Outcome<Result>[]> {
  if (items.length === 0) return []
  try {
    const results = await work(items)
    return items.map((_, index) => ({ ok: true, result: results[index] as Result }))
  } catch (error) {
    if (items.length === 1 || isOutage(error)) return items.map(() => ({ ok: false, error }))
  }
  const middle = Math.ceil(items.length / 2)
  const first = await apart(items.slice(0, middle), work, isOutage)
  const failed = first.find((outcome) => !outcome.ok && isOutage(outcome.error))
  if (failed) return [...first, ...items.slice(middle).map(() => failed)]
  return [...first, ...(await apart(items.slice(middle), work, isOutage))]
}

const OUTAGES = new Set<string>(['DATABASE_UNAVAILABLE', 'STORAGE_FULL', 'SHUTTING_DOWN'])

/** Whether the database itself is away, full or ending. */
export function outageOf(db: Pick<Database, 'problemOf'>): IsOutage {
  return (error) => {
    const problem = error instanceof Problem ? error : db.problemOf(error)
    return problem !== undefined && OUTAGES.has(problem.code)
  }
}

/** Deadlocks, locks, limits of time and broken connections: the same may succeed a moment later. */
const PASSING = /^(08|25|40|53|55|57|58)...$/

/** Whether an item that failed alone may succeed when it is tried again as it is. */
export function isPassing(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause)
    if ('code' in link && typeof link.code === 'string' && PASSING.test(link.code)) return true
  return false
}
