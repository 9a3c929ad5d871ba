// Converts a found passage for packing: the same for answers and for explanations of left-out passages.
import { estimateTokens } from '@polylogue/retrieval/tokens'
import { tableHead, type Packable } from '@polylogue/retrieval'
import type { Hit } from './found.ts'

/** Tokens of the marks and the title of a passage. */
const MARKS = 80

/** Returns the tokens of a passage in a prompt. */
export const passageTokens = (text: string): number => estimateTokens(text) + MARKS

export const toPackable = (hit: Hit): Packable => ({
  chunkId: hit.chunkId,
  mediaId: hit.chunk.mediaId,
  from: hit.chunk.from,
  to: hit.chunk.to,
  text: hit.chunk.text,
  head: tableHead(hit.chunk),
  marks: hit.chunk.marks,
  score: hit.score,
  // A language model gets them with the words that the documents do not have; Guide quotes none (decision 105).
  weak: hit.why.weak && !hit.lacksWords,
  duplicateOf: hit.duplicateOf,
  spans: hit.why.spans,
})
