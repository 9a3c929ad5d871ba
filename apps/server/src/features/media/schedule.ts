// Computes when addresses are fetched again. Pure.
import type { Refresh } from '@polylogue/contract'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const INTERVALS: Readonly<Record<Refresh, number | undefined>> = {
  none: undefined,
  daily: DAY,
  weekly: 7 * DAY,
}

/** Returns when an address that was fetched at this time is due again, or null for never. */
export function nextDue(refresh: Refresh, fetched: Date): Date | null {
  const interval = INTERVALS[refresh]
  return interval === undefined ? null : new Date(fetched.getTime() + interval)
}

/** Returns when an address is retried after so many failures in a row: after 15 minutes, then four times as long each time. */
export function dueAfterFailure(refresh: Refresh, failures: number, failed: Date): Date | null {
  const interval = INTERVALS[refresh]
  if (interval === undefined) return null
  const pause = 15 * MINUTE * 4 ** Math.min(failures - 1, 10)
  return new Date(failed.getTime() + Math.min(interval, pause))
}
