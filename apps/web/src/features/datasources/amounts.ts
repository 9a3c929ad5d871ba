import { RETRIEVED_CHUNKS } from '@polylogue/contract/browser'

/** The numbers of passages that a question can get. */
export const AMOUNTS = Array.from(
  { length: RETRIEVED_CHUNKS.max - RETRIEVED_CHUNKS.min + 1 },
  (_, at) => RETRIEVED_CHUNKS.min + at,
)
