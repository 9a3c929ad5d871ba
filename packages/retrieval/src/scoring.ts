// BM25 points of chunks, and the best of them.
import { SEGMENT_CHUNKS, type Places } from './places.ts'
import type { Postings } from './segment.ts'

const K1 = 0.9
const B = 0.4
/** Share of the better neighbour's points that a chunk gets. */
const NEIGHBOUR = 0.2
/** Number of chunks that are returned. */
const BEST = 80

export type FirstHow = 'stem' | 'beginning' | 'whole' | 'none'

/** The points of one word of the question for a chunk. */
export interface WordPoints {
  readonly how: FirstHow
  /** How often the chunk has the word. */
  readonly times: number
  readonly points: number
}

export interface RankedChunk {
  readonly chunkId: number
  /** Rank among all chunks with a word of the question, from 1; null if the chunk has none of these words. */
  readonly rank: number | null
  /** One for each searched word, in order; with `neighbours` they add up to `points`. */
  readonly words: readonly WordPoints[]
  readonly neighbours: number
  readonly points: number
}

export interface Term {
  readonly term: string
  readonly word: number
  readonly how: FirstHow
}

/** The postings of each term in one segment. */
export interface Read {
  readonly places: Places
  readonly postings: readonly (Postings | undefined)[]
}

export interface Scoring {
  readonly terms: readonly Term[]
  /** How rare each term is. */
  readonly weights: readonly number[]
  /** Mean length of all searched chunks. */
  readonly mean: number
}

/** A chunk of a segment, with its points and those of its neighbours. */
interface Place {
  readonly read: Read
  readonly chunk: number
  readonly id: number
  readonly own: number
  readonly total: number
}

export const sum = <T>(list: readonly T[], value: (item: T) => number): number =>
  list.reduce((total, item) => total + value(item), 0)

/** Returns the points of a term of this weight that a text has `count` times; `dampingOf` knows the text's length. */
export const bm25 = (weight: number, count: number, damping: number): number =>
  (weight * count) / (count + damping)

export const dampingOf = (length: number, mean: number): number => K1 * (1 - B + (B * length) / mean)

/** Returns the best chunks of all segments and those of `also`, best first; equal ones by their ids. Yields after each step. */
export function* bestChunks(
  read: readonly Read[],
  scoring: Scoring,
  also: ReadonlySet<number>,
  words: number,
): Generator<void, RankedChunk[]> {
  const best = new Best()
  const others: Place[] = []
  const singles = singlesOf(scoring.mean)
  const points: Points = { own: new Float64Array(SEGMENT_CHUNKS), totals: new Float64Array(SEGMENT_CHUNKS) }
  const all: Float64Array[] = []
  for (const one of read) {
    const { ids } = one.places
    yield* fillPoints(points, one, scoring, singles)
    for (let chunk = 0; chunk < ids.length; chunk++) {
      const total = points.totals[chunk] ?? 0
      if (total === 0 && also.size === 0) continue
      const fits = total > 0 && total >= best.limit
      const asked = also.size > 0 && also.has(ids[chunk] ?? 0)
      if (!fits && !asked) continue
      const place = { read: one, chunk, id: ids[chunk] ?? 0, own: points.own[chunk] ?? 0, total }
      if (fits) best.add(place)
      if (asked) others.push(place)
    }
    all.push(also.size > 0 ? points.totals.slice(0, ids.length) : NONE)
  }
  const chosen = best.take()
  const ranks = new Map(chosen.map(({ id }, index) => [id, index + 1]))
  const below = others.filter(({ id }) => !ranks.has(id)).sort(bestFirst)
  const above = countAbove(
    below.map(({ total }) => total),
    all,
  )
  return [
    ...chosen.map((place) => explained(place, scoring, words, ranks.get(place.id) ?? null)),
    ...below.map((place, index) =>
      explained(place, scoring, words, place.total === 0 ? null : 1 + (above[index] ?? 0)),
    ),
  ]
}

const bestFirst = (one: Place, other: Place) => other.total - one.total || one.id - other.id

/** Keeps the best chunks; sorts only when it has twice as many. */
class Best {
  #places: Place[] = []
  limit = 0

  add(place: Place): void {
    if (this.#places.push(place) === 2 * BEST) this.take()
  }

  take(): readonly Place[] {
    this.#places = this.#places.sort(bestFirst).slice(0, BEST)
    if (this.#places.length === BEST) this.limit = this.#places.at(-1)?.total ?? 0
    return this.#places
  }
}

/** Returns for each of these points, highest first, how many chunks have more. Reads all chunks once. */
function countAbove(points: readonly number[], all: readonly Float64Array[]): number[] {
  const counts = points.map(() => 0)
  const least = points.findLast((value) => value > 0) ?? Number.POSITIVE_INFINITY
  for (const totals of all)
    for (const total of totals) {
      if (total <= least) continue
      const first = points.findIndex((value) => value < total)
      if (first >= 0) counts[first] = (counts[first] ?? 0) + 1
    }
  let sum = 0
  return counts.map((count) => (sum += count))
}

/** Points of each chunk of a segment, without and with those of its neighbours. */
interface Points {
  readonly own: Float64Array
  readonly totals: Float64Array
}

const NONE = new Float64Array()

/** Adds points of neighbours, except to chunks without a word of the question. */
function* fillPoints(
  { own, totals }: Points,
  { places: { lengths, begins }, postings }: Read,
  { weights, mean }: Scoring,
  singles: Float64Array,
): Generator<void> {
  own.fill(0)
  totals.fill(0)
  for (const [term, list] of postings.entries()) {
    if (list === undefined) continue
    addPoints(own, list, weights[term] ?? 0, { lengths, singles, mean })
    yield
  }
  for (let chunk = 0; chunk < lengths.length; chunk++) {
    const value = own[chunk] ?? 0
    if (value === 0) continue
    const before = begins[chunk] === 1 ? 0 : (own[chunk - 1] ?? 0)
    const after = begins[chunk + 1] === 1 ? 0 : (own[chunk + 1] ?? 0)
    totals[chunk] = value + NEIGHBOUR * Math.max(before, after)
  }
}

/** Adds what `bm25` returns; most chunks have a term once, and only their length decides. */
function addPoints(
  own: Float64Array,
  { chunks, counts }: Postings,
  weight: number,
  { lengths, singles, mean }: { lengths: Uint32Array; singles: Float64Array; mean: number },
): void {
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] ?? 0
    const count = counts[at] ?? 0
    const length = lengths[chunk] ?? 0
    const isKept = count === 1 && length < KEPT_LENGTHS
    const points = isKept ? weight * (singles[length] ?? 0) : bm25(weight, count, dampingOf(length, mean))
    own[chunk] = (own[chunk] ?? 0) + points
  }
}

/** Lengths for which the points of a single occurrence are kept. */
const KEPT_LENGTHS = 2_000

function singlesOf(mean: number): Float64Array {
  const singles = new Float64Array(KEPT_LENGTHS)
  for (let length = 0; length < KEPT_LENGTHS; length++) singles[length] = bm25(1, 1, dampingOf(length, mean))
  return singles
}

/** Computes the points of a chunk again, word by word. */
function explained(
  { read: { places, postings }, chunk, id, own, total }: Place,
  { terms, weights, mean }: Scoring,
  words: number,
  rank: number | null,
): RankedChunk {
  const damping = dampingOf(places.lengths[chunk] ?? 0, mean)
  const found: WordPoints[] = Array.from({ length: words }, () => ({ how: 'none', times: 0, points: 0 }))
  terms.forEach(({ word, how }, term) => {
    const count = countIn(postings[term], chunk)
    const before = found[word]
    if (count === 0 || before === undefined) return
    const isFirst = before.how === 'none'
    found[word] = {
      how: isFirst ? how : before.how,
      times: isFirst ? count : before.times,
      points: before.points + bm25(weights[term] ?? 0, count, damping),
    }
  })
  return { chunkId: id, rank, words: found, neighbours: total - own, points: total }
}

/** Returns how often a chunk has a term. */
function countIn(list: Postings | undefined, chunk: number): number {
  let low = 0
  let high = (list?.chunks.length ?? 0) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = list?.chunks[middle] ?? 0
    if (there === chunk) return list?.counts[middle] ?? 0
    if (there < chunk) low = middle + 1
    else high = middle - 1
  }
  return 0
}
