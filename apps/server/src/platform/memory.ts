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

/** Bytes of buffers between two collections; V8 collects the whole heap after two to four times as many. */
const YOUNG_BYTES = 16_000_000
let youngBytes = 0

/**
 * Notes a buffer that will soon be garbage. Collects the young generation when there are many, which takes about a
 * millisecond; V8 alone would collect the whole heap for them, in some hundred.
 */
export function noteShortLived(bytes: number): void {
  youngBytes += bytes
  if (youngBytes < YOUNG_BYTES) return
  youngBytes = 0
  globalThis.gc?.({ type: 'minor' })
}
