import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
import { Problem } from '../../problem.ts'
import * as store from './attempts-store.ts'
import type { Attempt } from './attempts-store.ts'
import type { AttemptLimits } from './rules.ts'

export type { Attempt } from './attempts-store.ts'

/** The limiter of sign-in and set-up (reading 2). Refused attempts do not count, so that a lock ends by itself. */
export interface Attempts {
  /** A cheap look before anything costly. @throws Problem TOO_MANY_ATTEMPTS */
  refuseIfTooMany(attempt: Attempt): Promise<void>
  /**
   * Counts an attempt as failed before it is decided, so that parallel ones cannot outrun the count (S3).
   * @throws Problem TOO_MANY_ATTEMPTS
   */
  reserve(attempt: Attempt): Promise<number>
  /** The attempt succeeded: it and the failures before it from there are forgotten. */
  forgive(tx: Tx, attempt: Attempt, reserved: number): Promise<void>
}

export function openAttempts(given: { db: Database; clock: Clock; limits: AttemptLimits }): Attempts {
  const { db, clock, limits } = given
  const check = async (queries: Queries, attempt: Attempt) => {
    const now = clock.now().getTime()
    const block = await store.blockedBy(queries, attempt, new Date(now - limits.windowMs), limits)
    if (!block) return undefined
    const seconds = Math.max(1, Math.ceil((block.getTime() + limits.windowMs - now) / 1_000))
    return new Problem('TOO_MANY_ATTEMPTS', { seconds }, { retryAfter: seconds })
  }
  return {
    async refuseIfTooMany(attempt) {
      const problem = await check(db.orm, attempt)
      if (problem) throw problem
    },
    reserve(attempt) {
      return db.transaction(
        async (tx) => {
          await store.queueUp(tx, attempt)
          const problem = await check(tx, attempt)
          if (problem) throw problem
          return store.insert(tx, attempt, clock.now())
        },
        { essential: true },
      )
    },
    forgive: store.forgive,
  }
}
