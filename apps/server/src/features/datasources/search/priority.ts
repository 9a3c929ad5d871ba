// Test questions give way to the searches of people.
import { setTimeout as pause } from 'node:timers/promises'

/** Longest time that a test question gives way, so that runs end also while people search all the time. */
const MOST_MS = 2_000
/** Pause after a test question while people search, as a multiple of its duration. */
const RESTS = 2

export interface Priority {
  /** Runs the search of a person. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Runs the search of a test question while no person searches, or after two seconds. */
  last<T>(work: () => Promise<T>): Promise<T>
}

export function openPriority(mostMs = MOST_MS): Priority {
  let searching = 0
  let searches = 0
  let seen = 0
  let idle = Promise.withResolvers<void>()
  return {
    async first(work) {
      searching++
      searches++
      try {
        return await work()
      } finally {
        if (--searching === 0) {
          idle.resolve()
          idle = Promise.withResolvers()
        }
      }
    },
    async last(work) {
      if (searching > 0) await Promise.race([idle.promise, pause(mostMs, undefined, { ref: false })])
      const begun = performance.now()
      try {
        return await work()
      } finally {
        const rest = Math.min(mostMs, RESTS * (performance.now() - begun))
        if (searches > seen) await pause(rest, undefined, { ref: false })
        seen = searches
      }
    },
  }
}
