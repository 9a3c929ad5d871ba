// Batch work in which one failing item does not affect the others.
import { Problem } from '#problem.ts'
import type { Database } from './db/index.ts'

/** The outcome of one item: its result, or its error. */
export type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

/** Returns whether an error is a database outage, so that smaller batches would fail as well. */
export type IsOutage = (error: unknown) => boolean

/** Items that are tried alone at the same time after one of them held their batch. */
const LANES = 3

/** Is told the outcome of an item, by its place, as soon as it is known. */
export type Settle<Result> = (place: number, outcome: Outcome<Result>) => void

type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/**
 * Calls `work` with all items. When it fails, retries with halves, down to single items, so that an item that cannot be
 * stored fails alone (FAULT-7). When a lock or a time limit held it, each item is tried alone, so that the others wait for
 * it only once. `work` must handle all of its items or none, and return one result per item.
 * During an outage nothing is retried: all remaining items have failed.
 */
export async function isolateFailures<Item, Result>(
  items: readonly Item[],
  work: Work<Item, Result>,
  isOutage: IsOutage,
): Promise<Outcome<Result>[]> {
  const outcomes: Outcome<Result>[] = []
  await settleEach(items, work, isOutage, (place, outcome) => (outcomes[place] = outcome))
  return outcomes
}

/** Like isolateFailures, but tells each outcome as soon as it is known. */
export async function settleEach<Item, Result>(
  items: readonly Item[],
  work: Work<Item, Result>,
  isOutage: IsOutage,
  settle: Settle<Result>,
): Promise<void> {
  const places = items.map((_, place) => place)
  let outage: Outcome<Result> | undefined
  let slow = 0
  const fail = (failed: readonly number[], error: unknown) => {
    const outcome = { ok: false, error } as const
    if (isSlow(error)) slow++
    // Where several are slow even alone, the database is.
    if (isOutage(error) || slow === LANES) outage = outcome
    for (const place of failed) settle(place, outcome)
  }
  const attempt = async (some: readonly number[]): Promise<void> => {
    if (some.length === 0) return
    if (outage) return some.forEach((place) => outage && settle(place, outage))
    let held = false
    try {
      const results = await work(some.map((place) => items[place] as Item))
      slow = 0
      return some.forEach((place, index) => settle(place, { ok: true, result: results[index] as Result }))
    } catch (error) {
      if (some.length === 1 || isOutage(error)) return fail(some, error)
      held = isHeld(error)
    }
    if (held) return inLanes(some, (place) => attempt([place]))
    const middle = Math.ceil(some.length / 2)
    await attempt(some.slice(0, middle))
    await attempt(some.slice(middle))
  }
  await attempt(places)
}

/** Does work for each item, for a few at a time. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const OUTAGES = new Set<string>(['DATABASE_UNAVAILABLE', 'STORAGE_FULL', 'SHUTTING_DOWN'])

/**
 * Returns a test for errors in which the database is unavailable, full or shutting down. A statement that took too long is
 * none, although its Problem says that the database is unavailable: one slow item must not fail the others.
 */
export function outageOf(db: Pick<Database, 'problemOf'>): IsOutage {
  return (error) => {
    const problem = error instanceof Problem ? error : db.problemOf(error)
    return problem !== undefined && OUTAGES.has(problem.code) && !isHeld(error)
  }
}

/** Returns a test for errors after which the same work may succeed later: outages, locks and time limits. */
export function passingOf(db: Pick<Database, 'problemOf'>): IsOutage {
  const isOutage = outageOf(db)
  return (error) => isOutage(error) || isPassing(error)
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

/** A lock that was not free in time, and a statement that took too long. */
const HELD = /^(55P03|57014)$/

const isSlow = (error: unknown): boolean => hasCode(error, /^57014$/)

/** Returns whether a lock or a time limit ended a statement: one of its items may hold the others. */
export const isHeld = (error: unknown): boolean => hasCode(error, HELD)

/** Returns whether a lock was not free in time. */
export const isLocked = (error: unknown): boolean => hasCode(error, /^55P03$/)

/** Returns whether an item that failed alone may succeed when it is retried unchanged. */
export const isPassing = (error: unknown): boolean => hasCode(error, PASSING)

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let link = error; link instanceof Error; link = link.cause)
    if ('code' in link && typeof link.code === 'string' && codes.test(link.code)) return true
  return false
}
