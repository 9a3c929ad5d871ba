import type { Clock } from '../platform/clock.ts'
import { Problem } from '../problem.ts'

interface Bucket {
  left: number
  at: number
}

/**
 * So many buckets are kept before the full ones are thrown away: they say nothing that a new one would not. When few of them
 * are full, as many again may come before the next look: looking through all for every new one would be a flood's best help.
 */
const SWEEP_ABOVE = 10_000

/** A general limit against floods; what is worth a stricter one (sign-in, streams) has its own where it is known. */
export interface RateLimit {
  /**
   * Takes one from what `key` may still do.
   * @throws Problem TOO_MANY_ATTEMPTS with the seconds until there is one again.
   */
  take(key: string): void
  /** Whether something is left, without taking. */
  isLeft(key: string): boolean
}

/** A token bucket for every key, in this process's memory: as many at once as in a minute, refilled evenly. */
export function rateLimit(perMinute: number, clock: Clock): RateLimit {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const current = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key)
    if (!bucket) return { left: perMinute, at: now }
    return { left: Math.min(perMinute, bucket.left + Math.max(0, now - bucket.at) * perMs), at: now }
  }
  const look = (key: string) => current(key, clock.now().getTime())
  const full = (bucket: Bucket): Problem => {
    const seconds = Math.max(1, Math.ceil((1 - bucket.left) / perMs / 1_000))
    return new Problem('TOO_MANY_ATTEMPTS', { seconds }, { retryAfter: seconds })
  }
  let sweepAbove = SWEEP_ABOVE
  const sweep = (now: number): void => {
    for (const key of buckets.keys()) if (current(key, now).left >= perMinute) buckets.delete(key)
    sweepAbove = Math.max(SWEEP_ABOVE, 2 * buckets.size)
  }
  return {
    take(key) {
      const bucket = look(key)
      if (bucket.left < 1) throw full(bucket)
      if (buckets.size > sweepAbove && !buckets.has(key)) sweep(bucket.at)
      buckets.set(key, { left: bucket.left - 1, at: bucket.at })
    },
    isLeft: (key) => look(key).left >= 1,
  }
}
