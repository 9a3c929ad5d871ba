// The lifetimes of sessions and tokens. Pure.

export interface SessionLimits {
  readonly accessMinutes: number
  readonly refreshDays: number
  /** Days after which the user must sign in again, however often the session was refreshed. */
  readonly absoluteDays: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Returns when two tokens created now expire; no token outlives its session. */
export function lifetimes(
  now: Date,
  ends: Date,
  limits: SessionLimits,
): { accessUntil: Date; refreshUntil: Date } {
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, ends.getTime()))
  return {
    accessUntil: until(limits.accessMinutes * MINUTE),
    refreshUntil: until(limits.refreshDays * DAY),
  }
}

/** Returns when a session that starts now ends at the latest. */
export function endOf(now: Date, limits: SessionLimits): Date {
  return new Date(now.getTime() + limits.absoluteDays * DAY)
}
