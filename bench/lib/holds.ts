// How long callbacks hold the event loop of this process, and how much processor time they take meanwhile: on a shared machine
// other processes decide about the rest.

const INTERVAL_MS = 2

export interface Holds {
  /** Milliseconds of the longest hold. */
  readonly longest: number
  /** Milliseconds of processor time of the hold that took most. */
  readonly busiest: number
}

/** Starts to measure; returns the function that ends it. */
export function watchHolds(): () => Holds {
  let [longest, busiest] = [0, 0]
  let [at, used] = [performance.now(), process.threadCpuUsage()]
  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(used)
    longest = Math.max(longest, now - at - INTERVAL_MS)
    // The interval before the hold may have been busy, too: its work is counted as well.
    busiest = Math.max(busiest, (user + system) / 1_000)
    at = now
    used = process.threadCpuUsage()
  }, INTERVAL_MS)
  return () => {
    clearInterval(timer)
    return { longest, busiest }
  }
}
