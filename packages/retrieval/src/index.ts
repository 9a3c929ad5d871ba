// Text to terms, terms to an index, a question to ranked passages. No database, no files, no threads.
export { decidedLanguage, languageOf, questionLanguages, type TextLanguage } from './languages.ts'
export { ANALYSIS, SEARCHED_ANALYSES, questionWords, termsOf, type QuestionWord } from './words.ts'
export {
  bucketOf,
  buildSegment,
  readPostings,
  SegmentBuilder,
  type Postings,
  type SegmentInput,
  type SegmentParts,
} from './segment.ts'
export { decodePlaces, encodePlaces, SEGMENT_CHUNKS, type Places } from './places.ts'
export { SegmentDamaged } from './varint.ts'
export {
  rankInSlices,
  rankSegments,
  wantedBuckets,
  type Ranked,
  type RankedSegment,
  type SearchedWord,
} from './rank.ts'
export type { RankedChunk, WordPoints } from './scoring.ts'
export { textOf, type Block, type TextDocument } from './blocks.ts'
export { CUTTING, cutDocument, type Chunk } from './chunker.ts'
export { pagesOf, placeAt, type Marks, type Place } from './marks.ts'
export { tableHead, withHead } from './table-head.ts'
export { bestSentence, type TellingSpan } from './best-sentence.ts'
export { contextOf, indexedText } from './indexed-text.ts'
export type { ChunkSettings } from './cutting.ts'
export { scorePassages, type Candidate, type Scored, type ScoredTerm } from './letters.ts'
export { leansByForm } from './follow-ups.ts'
export { missingWords, type MissingWords } from './main-words.ts'
export { openJudgement, type Judged } from './weakness.ts'
export type { Span } from './matching.ts'
export { duplicatesOf, overlap } from './duplicates.ts'
export {
  pack,
  type LeftOut,
  type PackedPassage,
  type Packing,
  type PackingLimits,
  type Passage,
} from './packing.ts'
