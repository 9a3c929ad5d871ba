import type { Clock } from '#platform/clock.ts'
import type { Database, Runner, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import * as store from './store.ts'
import type { Attempt, AttemptLimits } from './rules.ts'

/** Limits sign-in and set-up attempts (SIGNIN-4). Refused attempts do not count, so that a lock ends by itself. */
export interface Attempts {
  /** Cheap check before any costly work. @throws Problem TOO_MANY_ATTEMPTS */
  refuseIfTooMany(attempt: Attempt): Promise<void>
  /**
   * Counts an attempt as failed before its outcome is known, so that parallel attempts cannot exceed the limit (SIGNIN-4).
   * @throws Problem TOO_MANY_ATTEMPTS
   */
  reserve(attempt: Attempt): Promise<number>
  /** Forgets a successful attempt and the failures before it from the same address. */
  forgive(tx: Tx, attempt: Attempt, reserved: number): Promise<void>
}

export interface AttemptsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly limits: AttemptLimits
  /** Called before each refusal is thrown. */
  readonly refused: (attempt: Attempt) => Promise<void>
}

export function openAttempts(deps: AttemptsDeps): Attempts {
  const { db, clock, limits } = deps
  const refuse = async (attempt: Attempt, problem: Problem): Promise<never> => {
    await deps.refused(attempt)
    throw problem
  }
  const check = async (runner: Runner, attempt: Attempt) => {
    const now = clock.now().getTime()
    const until = await store.blockedUntil(runner, attempt, new Date(now - limits.windowMs), limits)
    if (!until || until.getTime() <= now) return undefined
    const seconds = Math.ceil((until.getTime() - now) / 1_000)
    return new Problem('TOO_MANY_ATTEMPTS', { seconds }, { retryAfter: seconds })
  }
  return {
    async refuseIfTooMany(attempt) {
      const problem = await check(db.pool, attempt)
      if (problem) await refuse(attempt, problem)
    },
    async reserve(attempt) {
      const outcome = await db.transaction(
        async (tx, client) => {
          await store.queueUp(tx, attempt)
          return (await check(client, attempt)) ?? store.insert(tx, attempt, clock.now())
        },
        { essential: true },
      )
      return outcome instanceof Problem ? refuse(attempt, outcome) : outcome
    },
    forgive: store.forgive,
  }
}
