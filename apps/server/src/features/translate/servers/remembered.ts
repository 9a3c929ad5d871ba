// Caches the languages of a server.
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#problem.ts'

const HOUR_MS = 3_600_000

export interface Remembered<Known> {
  /** Returns what was loaded in the last hour; concurrent callers share one load. A failure is not kept. */
  get(): Promise<Known>
  /** Loads again next time if the server refused a pair that it listed. Rethrows the error. */
  doubt(error: unknown): never
}

export function remembered<Known>(
  clock: Clock,
  load: (signal: AbortSignal) => Promise<Known>,
): Remembered<Known> {
  let kept: { readonly at: number; readonly known: Promise<Known> } | undefined
  return {
    get() {
      const now = clock.now().getTime()
      if (kept && now - kept.at < HOUR_MS) return kept.known
      // Without a caller's signal: others may be waiting for the same load. The client has its own timeout.
      const fresh = { at: now, known: load(new AbortController().signal) }
      kept = fresh
      fresh.known.catch(() => {
        if (kept === fresh) kept = undefined
      })
      return fresh.known
    },
    doubt(error) {
      if (error instanceof Problem && error.code === 'TRANSLATE_PAIR') kept = undefined
      throw error
    },
  }
}
