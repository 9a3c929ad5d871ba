// Estimates how much memory a model takes, for users and for the decision whether it may be loaded.
import { totalmem } from 'node:os'

/** Tokens of context that the estimate assumes for all parallel answers together. */
export const MEMORY_CONTEXT = 8_192

/** Bytes for the process and the compute buffers. */
const BESIDES_BYTES = 300_000_000

/** Estimate for an unknown model shape: what models with grouped heads take relative to their size. */
const PER_TOKEN_OF_SIZE = 40_000

/**
 * Returns the bytes of the weights (as large as in the file), a context of `MEMORY_CONTEXT` tokens and the buffers.
 * `bytesPerToken` is the size of one token of context.
 */
export function estimateMemory(sizeBytes: number, bytesPerToken = sizeBytes / PER_TOKEN_OF_SIZE): number {
  return Math.ceil(sizeBytes + MEMORY_CONTEXT * bytesPerToken + BESIDES_BYTES)
}

/** Returns the bytes of memory this process can use: the machine's, or the limit of its container. */
export function machineMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
