import type { Model } from '@polylogue/contract'

/** Tokens of 1,000 passages of the usual length, and what two processor cores calculate in a minute for a model of one byte. */
const TOKENS = 400_000
const BYTES_PER_MINUTE = 6e12

/** Returns the first deployed embedding model that runs on the organisation's machines; an external one is chosen knowingly. */
export const localModelIn = (models: readonly Model[]) =>
  models
    .filter(({ isLocal }) => isLocal)
    .flatMap(({ tags }) => tags)
    .find(({ deployed, capabilities }) => deployed && capabilities.includes('embeddings'))

/** Returns the estimated minutes for 1,000 passages with a model of this many bytes, without a graphics card; at least 1. */
export const minutesFor = (bytes: number): number =>
  Math.max(1, Math.round((TOKENS * bytes) / BYTES_PER_MINUTE))
