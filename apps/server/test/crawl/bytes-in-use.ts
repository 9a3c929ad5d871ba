import { collectGarbage } from '#platform/memory.ts'

/** Returns the bytes in use by this thread, which serves. The database and the callers have others. */
export function inUse(): number {
  collectGarbage()
  return withGarbage()
}

/** Returns the same without collecting the garbage first, which takes long. */
export function withGarbage(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
