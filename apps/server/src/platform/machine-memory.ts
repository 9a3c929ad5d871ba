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

/** What a body takes in memory while it is handled, in times its size: its texts, its files, what is stored and what is sent on. */
export const HANDLED_TIMES = 6

/** Returns the bytes of the largest body with files that is taken: as configured, or what there is memory to handle. */
export function largestUpload(limits: {
  readonly uploadBytes: number
  readonly bodyMemoryBytes?: number | undefined
}): number {
  return Math.min(limits.uploadBytes, largestIn(limits.bodyMemoryBytes ?? memoryForRequests()))
}

/** Returns the bytes of the largest body that so much memory for requests can handle. */
export function largestIn(total: number): number {
  return Math.floor(total / HANDLED_TIMES)
}
