// Frees garbage that V8 would keep until memory is needed (decision 11).

/** Runs a full garbage collection, which blocks for some tens of milliseconds. Needs Node's `--expose-gc`. */
export function collectGarbage(): void {
  globalThis.gc?.()
}

/** The delay between the last large work and the garbage collection. */
const LARGE_QUIET_MS = 5_000

/**
 * Returns a function to call after each piece of large work; it schedules a garbage collection. V8 alone would keep hundreds
 * of megabytes.
 */
export function collectAfterLarge(): () => void {
  let quiet: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(quiet)
    quiet = setTimeout(collectGarbage, LARGE_QUIET_MS).unref()
  }
}
