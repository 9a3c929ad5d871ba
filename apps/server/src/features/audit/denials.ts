// Limits the recorded refusals of one user. Counted in this process's memory: a limit, not an exact number.
import type { Clock } from '#platform/clock.ts'

/** Per user and minute. */
export const DENIALS_KEPT = 30
const MINUTE_MS = 60_000

export interface Denials {
  /** Whether another refusal of a user is recorded. */
  counts(userId: number | null): boolean
}

export function openDenials(clock: Clock): Denials {
  let minute = 0
  let kept = new Map<number | null, number>()
  return {
    counts(userId) {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS)
      if (now !== minute) kept = new Map()
      minute = now
      const before = kept.get(userId) ?? 0
      kept.set(userId, before + 1)
      return before < DENIALS_KEPT
    },
  }
}
