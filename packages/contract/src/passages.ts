// What a search in a data source returns: passages, and why they were found (decision 72).
import { z } from 'zod'

/** How a word of the question occurs in a passage, and how much it adds to the score. */
const Term = z.object({
  word: z.string(),
  /** Its forms in the passage. */
  as: z.array(z.string()),
  how: z.enum(['exact', 'stem', 'beginning', 'letters', 'none']),
  times: z.number().int(),
  /** Number of passages of the source that have it. */
  chunks: z.number().int(),
  points: z.number(),
})

const Span = z.object({ from: z.number().int(), to: z.number().int() })

/** Why a passage has its score: the points of the terms, neighbours, letters and vector add up to it. */
export const PassageWhy = z.object({
  /** Share of the question's words that it has, weighed by rarity. */
  cover: z.number(),
  weak: z.boolean(),
  neighbours: z.number(),
  letters: z.number(),
  vector: z.number().nullable(),
  /** Matched words, as places in `text`. */
  spans: z.array(Span),
  /** The passage of this result with almost the same text; null when there is none. */
  duplicateOf: z.number().int().nullable(),
  terms: z.array(Term),
})

export const Passage = z.object({
  mediaId: z.number().int(),
  chunkId: z.number().int(),
  /** The document's name. */
  title: z.string(),
  /** Head rows of a table that began before the passage, in lines: models get them before its text. Empty for none. */
  head: z.string(),
  text: z.string(),
  score: z.number(),
  /** Page and heading of its best sentence, or of its beginning. */
  page: z.number().int().nullable(),
  heading: z.string(),
  /** The sentence with most of the question, as a place in `text`; null when no word of the question is in it. */
  sentence: Span.nullable(),
  /** Place in the document's text, in UTF-16 code units. */
  from: z.number().int(),
  to: z.number().int(),
  /** What somebody wrote for it to be found by; not part of the document. Empty for nothing. */
  note: z.string(),
  /** Whether a part of it was read by text recognition, which can make mistakes. */
  recognized: z.boolean(),
  why: PassageWhy,
})
export type Passage = z.infer<typeof Passage>

/** Whether an answer to the question gets a passage, and why not. Of a document it is the best passage. */
const About = z.object({
  /** Null for a document without passages. */
  chunkId: z.number().int().nullable(),
  /** low: its score is a small share of the best one. off: somebody switched it off. not_readable: the document is not in this data source (any more), or not for the viewer. */
  reason: z.enum([
    'used',
    'rank',
    'weak',
    'low',
    'duplicate',
    'no_room',
    'not_found',
    'off',
    'not_indexed',
    'indexing',
    'failed',
    'no_text',
    'not_readable',
  ]),
  /** Its place among all found passages, from 1; null when it was not found. */
  rank: z.number().int().nullable(),
  score: z.number().nullable(),
  why: PassageWhy.nullable(),
  /** The place of the passage with almost the same text; null when there is none. */
  duplicateRank: z.number().int().nullable(),
  /** Tokens that were left for it, and that it has; null unless the reason is no_room. */
  room: z.object({ left: z.number().int(), needed: z.number().int() }).nullable(),
  passage: Passage.omit({ score: true, why: true }).nullable(),
})
export type PassageAbout = z.infer<typeof About>

export const SearchMeta = z.object({
  /** Languages in which the question was read. */
  languages: z.array(z.string()),
  /** Words that are too common, and words that no passage has. */
  ignored: z.array(z.string()),
  unknown: z.array(z.string()),
  /** Words that only passages have which are switched off; the newest 50 of these are read. */
  switchedOff: z.array(z.string()),
  searched: z.object({ documents: z.number().int(), chunks: z.number().int() }),
  /** Documents that are still read, so that they cannot be found yet, of all documents. */
  beingRead: z.object({ documents: z.number().int(), all: z.number().int() }),
  /** Whether the question was read together with the one before it. */
  together: z.boolean(),
  /** Whether `translation` was searched, too: some documents are in another language than the question. */
  translated: z.boolean(),
  vectors: z.enum(['on', 'off', 'unavailable']),
  ms: z.number(),
  about: About.nullable(),
})
export type SearchMeta = z.infer<typeof SearchMeta>
