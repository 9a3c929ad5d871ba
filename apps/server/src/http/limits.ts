import type { Clock } from '#platform/clock.ts'
import { Problem } from '#problem.ts'

interface Bucket {
  left: number
  at: number
}

/**
 * The number of buckets above which full ones are removed. After a sweep the threshold is at least twice the remaining
 * number, because sweeping for every new bucket would make a flood more expensive.
 */
const SWEEP_ABOVE = 10_000

/** A general rate limit. Sign-in and streams have stricter ones of their own. */
export interface RateLimit {
  /**
   * Takes one request from the bucket of `key`.
   * @throws Problem TOO_MANY_ATTEMPTS with the seconds until the next one is allowed
   */
  take(key: string): void
  /** Returns whether a request is allowed, without counting it. */
  isLeft(key: string): boolean
}

/** Returns a token bucket per key, in this process's memory: holds one minute's requests and refills evenly. */
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
