// Garbage that V8 would keep until something else needs the memory (decision 11).

/** Collects all garbage now, which stops everything for some tens of milliseconds. Needs Node's `--expose-gc`. */
export function collectGarbage(): void {
  globalThis.gc?.()
}

/** How long after the last large piece of work its garbage is collected. */
const LARGE_QUIET_MS = 5_000

/**
 * Gives back what large pieces of work leave: the function is called at the end of each. V8 alone would keep hundreds of
 * megabytes until something else needs them.
 */
export function collectAfterLarge(): () => void {
  let quiet: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(quiet)
    quiet = setTimeout(collectGarbage, LARGE_QUIET_MS).unref()
  }
}
