import { totalmem } from 'node:os'

const MB = 1_000_000
/** What the heap, the database and everything else need beside requests. */
const OTHER_BYTES = 512 * MB
const LEAST = 64 * MB
const MOST = 1_000 * MB

/** Returns how many bytes what people send may take in this process: of the machine's memory, or of its container's limit. */
export function memoryForRequests(): number {
  const limit = process.constrainedMemory()
  return shareOf(limit > 0 ? Math.min(limit, totalmem()) : totalmem())
}

/** Returns the share of so much memory that requests may take. */
export function shareOf(bytes: number): number {
  return Math.floor(Math.min(MOST, Math.max(LEAST, (bytes - OTHER_BYTES) / 2)))
}
