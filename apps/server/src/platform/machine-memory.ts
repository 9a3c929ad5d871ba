import { totalmem } from 'node:os'

const MB = 1_000_000
/** Memory for the heap, the database and everything else besides requests. */
const OTHER_BYTES = 512 * MB
const LEAST = 64 * MB
const MAX = 1_000 * MB

/** Returns the bytes of memory for request bodies in this process, from the machine's memory or the container's limit. */
export function memoryForRequests(): number {
  const limit = process.constrainedMemory()
  return shareOf(limit > 0 ? Math.min(limit, totalmem()) : totalmem())
}

/** Returns the bytes of memory for scans that wait for text recognition: a quarter of that for requests. */
export const memoryForScans = (requests = memoryForRequests()): number => Math.floor(requests / 4)

/** Returns the requests' share of the given memory. */
export function shareOf(bytes: number): number {
  return Math.floor(Math.min(MAX, Math.max(LEAST, (bytes - OTHER_BYTES) / 2)))
}

/** The memory for handling a body, as a multiple of its size: parsed texts, files, stored and forwarded copies. */
export const HANDLED_TIMES = 6

/** Returns the largest accepted body with files in bytes: the configured limit, or less if memory is short. */
export function largestUpload(limits: {
  readonly uploadBytes: number
  readonly bodyMemoryBytes?: number | undefined
}): number {
  return Math.min(limits.uploadBytes, largestIn(limits.bodyMemoryBytes ?? memoryForRequests()))
}

/** Returns the largest body in bytes that can be handled with that memory for requests. */
export function largestIn(total: number): number {
  return Math.floor(total / HANDLED_TIMES)
}
