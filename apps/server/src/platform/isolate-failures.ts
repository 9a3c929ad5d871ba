// Batch work in which one failing item does not affect the others.
import { Problem } from '../problem.ts'
import type { Database } from './db/index.ts'

/** The outcome of one item: its result, or its error. */
export type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

/** Returns whether an error is a database outage, so that smaller batches would fail as well. */
export type IsOutage = (error: unknown) => boolean

/**
 * Calls `work` with all items. When it fails, retries with halves, down to single items, so that an item that cannot be
 * stored fails alone (FAULT-7). `work` must handle all of its items or none, and return one result per item.
 * During an outage nothing is retried: all remaining items have failed.
 */
export async function isolateFailures<Item, Result>(
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
  const first = await isolateFailures(items.slice(0, middle), work, isOutage)
  const failed = first.find((outcome) => !outcome.ok && isOutage(outcome.error))
  if (failed) return [...first, ...items.slice(middle).map(() => failed)]
  return [...first, ...(await isolateFailures(items.slice(middle), work, isOutage))]
}

const OUTAGES = new Set<string>(['DATABASE_UNAVAILABLE', 'STORAGE_FULL', 'SHUTTING_DOWN'])

/** Returns a test for errors in which the database is unavailable, full or shutting down. */
export function outageOf(db: Pick<Database, 'problemOf'>): IsOutage {
  return (error) => {
    const problem = error instanceof Problem ? error : db.problemOf(error)
    return problem !== undefined && OUTAGES.has(problem.code)
  }
}

/** Returns a test for errors that a full disk may have caused: it can also break the database. */
export function fullOf({
  space,
  problemOf,
}: Pick<Database, 'problemOf' | 'space'>): (error: unknown) => boolean {
  return (error) =>
    space.short || (error instanceof Problem ? error : problemOf(error))?.code === 'STORAGE_FULL'
}

/** Deadlocks, locks, timeouts and broken connections: a retry may succeed. */
const PASSING = /^(08|25|40|53|55|57|58)...$/

/** Returns whether an item that failed alone may succeed when it is retried unchanged. */
export function isPassing(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause)
    if ('code' in link && typeof link.code === 'string' && PASSING.test(link.code)) return true
  return false
}
