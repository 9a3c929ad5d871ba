// Ranks the chunks of all searched segments by BM25, with counts over these segments only.
import type { Places } from './places.ts'
import { bucketOf, PostingsRoom, readPostings } from './segment.ts'
import { SegmentDamaged } from './varint.ts'
import type { QuestionWord } from './words.ts'
import {
  bestChunks,
  sum,
  type FirstHow,
  type RankedChunk,
  type Read,
  type Scoring,
  type Term,
} from './scoring.ts'

export interface RankedSegment {
  readonly buckets: number
  readonly places: Places
  /** Returns a bucket's row; undefined when it is missing. */
  postings(bucket: number): Uint8Array | undefined
}

export interface Ranking {
  readonly words: readonly QuestionWord[]
  readonly segments: readonly RankedSegment[]
  /** Chunks that are always returned, such as those found by vectors. */
  readonly also?: Iterable<number>
}

/** A searched word of the question and how rare it is. */
export interface SearchedWord extends QuestionWord {
  /** Chunks that have the word. */
  readonly chunks: number
  /** The weight of the word; a word that no chunk has counts like the rarest. */
  readonly weight: number
}

export interface Ranked {
  readonly words: readonly SearchedWord[]
  readonly best: readonly RankedChunk[]
  /** Words of the question that no searched chunk has. */
  readonly unknown: readonly string[]
  readonly ignored: readonly string[]
  readonly searched: { readonly documents: number; readonly chunks: number }
  /** Indexes of the segments that are left out because rows are damaged or missing. */
  readonly damaged: readonly number[]
}

/** Returns the buckets of each segment that `rankSegments` reads. */
export function wantedBuckets(
  words: readonly QuestionWord[],
  segments: readonly { readonly buckets: number }[],
): number[][] {
  const terms = searchedTerms(words.filter(({ ignored }) => !ignored))
  return segments.map(({ buckets }) => [...new Set(terms.map(({ term }) => bucketOf(term, buckets)))])
}

/** Each term once, also where several words of the question have it; the first one gets its points. */
function searchedTerms(words: readonly QuestionWord[]): Term[] {
  const terms = new Map<string, Term>()
  words.forEach(({ terms: { stems, beginning, whole } }, word) => {
    const add = (term: string, how: FirstHow) => {
      if (!terms.has(term)) terms.set(term, { term, word, how })
    }
    for (const stem of stems) add(stem, 'stem')
    if (whole !== undefined) add(whole, 'whole')
    if (beginning !== undefined) add(beginning, 'beginning')
  })
  return [...terms.values()]
}

/** Buffers that no ranking uses now. */
const rooms: PostingsRoom[] = []
const KEPT_ROOMS = 4

/** The share of its points that a word gets which questions about anything have (decision 105). */
const COMMON = 0.7

/** Milliseconds of work between two pauses. */
const SLICE_MS = 3

/**
 * Returns the best chunks, best first, with the points of each word. Works in slices of some milliseconds: a long question in a large
 * data source would block the event loop.
 */
export async function rankInSlices(
  ranking: Ranking,
  pause: () => Promise<void>,
  now = () => performance.now(),
): Promise<Ranked> {
  const steps = ranked(ranking)
  let began = now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (now() - began < SLICE_MS) continue
    await pause()
    began = now()
  }
}

/** The same without pauses. */
export function rankSegments(ranking: Ranking): Ranked {
  const steps = ranked(ranking)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

function* ranked(ranking: Ranking): Generator<void, Ranked> {
  const room = rooms.pop() ?? new PostingsRoom()
  try {
    return yield* rankedIn(room, ranking)
  } finally {
    room.clear()
    if (rooms.length < KEPT_ROOMS) rooms.push(room)
  }
}

function* rankedIn(
  room: PostingsRoom,
  { words: question, segments, also = [] }: Ranking,
): Generator<void, Ranked> {
  const searchedWords = question.filter(({ ignored }) => !ignored)
  const terms = searchedTerms(searchedWords)
  const damaged: number[] = []
  const read: Read[] = []
  for (const [index, segment] of segments.entries()) {
    const found = yield* readTerms(segment, terms, room)
    if (found === undefined) damaged.push(index)
    else read.push(found)
  }
  const chunks = sum(read, ({ places }) => places.ids.length)
  const scoring: Scoring = {
    terms,
    weights: terms.map(
      ({ word }, term) =>
        rarity(chunks, countedIn(read, term)) * (searchedWords[word]?.isCommon === true ? COMMON : 1),
    ),
    mean: Math.max(1, sum(read, ({ places }) => places.words) / Math.max(1, chunks)),
  }
  const words = searchedWords.map((word) => searchedWord(word, terms, read, chunks))
  return {
    words,
    best: yield* bestChunks(read, scoring, new Set(also), words.length),
    unknown: words.filter((word) => word.chunks === 0).map(({ word }) => word),
    ignored: question.filter(({ ignored }) => ignored).map(({ word }) => word),
    searched: { documents: sum(read, ({ places }) => places.begins.reduce(add, 0)), chunks },
    damaged,
  }
}

const add = (one: number, other: number) => one + other

const rarity = (chunks: number, having: number) =>
  Math.log(1 + Math.max(0.5, chunks - having + 0.5) / (having + 0.5))

const countedIn = (read: readonly Read[], term: number) =>
  sum(read, ({ postings }) => postings[term]?.chunks.length ?? 0)

function* readTerms(
  { buckets, places, postings }: RankedSegment,
  terms: readonly Term[],
  room: PostingsRoom,
): Generator<void, Read | undefined> {
  const found: Read['postings'][number][] = []
  try {
    for (const { term } of terms) {
      const row = postings(bucketOf(term, buckets))
      if (row === undefined) throw new SegmentDamaged('A row is missing.')
      const list = readPostings(row, term, room)
      if ((list?.chunks.at(-1) ?? -1) >= places.ids.length)
        throw new SegmentDamaged('A term is in a chunk that the segment does not have.')
      found.push(list)
      yield
    }
    return { places, postings: found }
  } catch (error) {
    if (error instanceof SegmentDamaged) return undefined
    throw error
  }
}

/** The stem decides how rare a word is, or its first letters if no chunk has the stem. */
function searchedWord(
  word: QuestionWord,
  terms: readonly Term[],
  read: readonly Read[],
  chunks: number,
): SearchedWord {
  const { stems, whole, beginning } = word.terms
  const most = (wanted: readonly (string | undefined)[]) =>
    Math.max(0, ...terms.map(({ term }, index) => (wanted.includes(term) ? countedIn(read, index) : 0)))
  const having = most([...stems, whole]) || most([beginning])
  const weight = rarity(chunks, Math.max(1, having)) * (word.isCommon ? COMMON : 1)
  return { ...word, chunks: having, weight }
}
