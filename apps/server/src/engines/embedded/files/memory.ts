// How much memory a model takes: an estimate for people and for whoever decides whether it may be loaded.
import { totalmem } from 'node:os'

/** Tokens of context that an estimate reckons with, for all who share the model together. */
export const MEMORY_CONTEXT = 8_192

/** What the process and the buffers of a computation take besides. */
const BESIDES_BYTES = 300_000_000

/** Where a model's shape is not known: about what models with grouped heads take of their size. */
const PER_TOKEN_OF_SIZE = 40_000

/**
 * Bytes for the weights, which are in memory as they are in the file, a context of `MEMORY_CONTEXT` tokens and the buffers.
 * `bytesPerToken` is what one token of context takes.
 */
export function estimateMemory(sizeBytes: number, bytesPerToken = sizeBytes / PER_TOKEN_OF_SIZE): number {
  return Math.ceil(sizeBytes + MEMORY_CONTEXT * bytesPerToken + BESIDES_BYTES)
}

/** Bytes of memory that this process may have at most: the machine's, or what a container is given of it. */
export function machineMemory(): number {
  const given = process.constrainedMemory()
  return given > 0 ? Math.min(given, totalmem()) : totalmem()
}
