// Loads the parts of the index that a question needs, and ranks. The places of segments are cached, because
// they rarely change.
import { setImmediate } from 'node:timers/promises'
import {
  bucketOf,
  decodePlaces,
  rankInSlices,
  readPostings,
  SegmentDamaged,
  wantedBuckets,
  type Places,
  type QuestionWord,
  type Ranked,
  type RankedSegment,
} from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import * as store from './store.ts'

/** Chunks whose places are kept: about 20 bytes each. */
const MAX_CHUNKS = 2_500_000

interface Kept {
  readonly revision: number
  readonly places: Places
}

/** Keeps the places of the segments that were used last. */
export class PlacesCache {
  readonly #kept = new Map<number, Kept>()
  #chunks = 0

  /** Returns the places of segments, without those that were merged away meanwhile. */
  async of(db: Runner, segments: readonly store.SegmentRow[]): Promise<Map<number, Places>> {
    const missing = segments.filter(({ id, revision }) => this.#kept.get(id)?.revision !== revision)
    const rows =
      missing.length > 0
        ? await store.placesOf(
            db,
            missing.map(({ id }) => id),
          )
        : []
    const read = new Map(rows.map((row) => [row.id, row]))
    const found = new Map<number, Places>()
    for (const { id } of segments) {
      const row = read.get(id)
      const places = row ? readable(row.places) : undefined
      if (row && places) this.#keep(id, { revision: row.revision, places })
      else this.#touch(id)
      const kept = places ?? this.#kept.get(id)?.places
      if (kept) found.set(id, kept)
    }
    return found
  }

  /** Makes a segment the last used one. */
  #touch(id: number): void {
    const kept = this.#kept.get(id)
    if (kept) this.#keep(id, kept)
  }

  #keep(id: number, kept: Kept): void {
    this.#chunks += kept.places.ids.length - (this.#kept.get(id)?.places.ids.length ?? 0)
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    for (const [oldest, { places }] of this.#kept) {
      if (this.#chunks <= MAX_CHUNKS || oldest === id) return
      this.#kept.delete(oldest)
      this.#chunks -= places.ids.length
    }
  }
}

function readable(bytes: Buffer): Places | undefined {
  try {
    return decodePlaces(bytes)
  } catch {
    return undefined
  }
}

interface SegmentQuery {
  readonly datasourceIds: readonly number[]
  readonly words: readonly QuestionWord[]
}

/** Attempts to read the index when it is merged meanwhile. */
const TRIES = 3

export interface Ranking {
  /** Ranks the chunks; those of `also` are always included. A damaged segment is left out. */
  rank(also: readonly number[]): Promise<Ranked>
  /** Returns which of these terms the segments have. */
  has(terms: readonly string[]): Promise<ReadonlySet<string>>
}

/** Loads the rows of data sources that the words of a question need. */
export async function openRanking(db: Runner, cache: PlacesCache, wanted: SegmentQuery): Promise<Ranking> {
  let read = await readIndex(db, cache, wanted)
  // The statements see different states: if segments were merged away between two of them, the new segment is read.
  for (let tries = 1; !read.isWhole && tries < TRIES; tries++) read = await readIndex(db, cache, wanted)
  const { segments } = read
  return {
    rank: (also) => rankInSlices({ words: wanted.words, also, segments }, () => setImmediate()),
    has: (terms) => termsIn(db, wanted.datasourceIds, terms),
  }
}

async function termsIn(
  db: Runner,
  datasourceIds: readonly number[],
  terms: readonly string[],
): Promise<ReadonlySet<string>> {
  if (terms.length === 0) return new Set()
  const pairs = (await store.segmentsOf(db, datasourceIds)).flatMap(({ id, buckets }) =>
    terms.map((term) => ({ id, bucket: bucketOf(term, buckets), term })),
  )
  const rows = await store.postingsOf(
    db,
    pairs.map(({ id }) => id),
    pairs.map(({ bucket }) => bucket),
  )
  const data = new Map(rows.map((row) => [`${row.segmentId} ${row.bucket}`, row.data]))
  const isIn = ({ id, bucket, term }: (typeof pairs)[number]) => hasTerm(data.get(`${id} ${bucket}`), term)
  return new Set(pairs.filter(isIn).map(({ term }) => term))
}

/** A damaged row has no term. */
function hasTerm(row: Uint8Array | undefined, term: string): boolean {
  try {
    return row !== undefined && readPostings(row, term) !== undefined
  } catch (error) {
    if (error instanceof SegmentDamaged) return false
    throw error
  }
}

async function readIndex(
  db: Runner,
  cache: PlacesCache,
  { datasourceIds, words }: SegmentQuery,
): Promise<{ segments: RankedSegment[]; isWhole: boolean }> {
  const segments = await store.segmentsOf(db, datasourceIds)
  const wanted = wantedBuckets(words, segments)
  const pairs = segments.flatMap(({ id }, index) => (wanted[index] ?? []).map((bucket) => ({ id, bucket })))
  const places = await cache.of(db, segments)
  const rows = await store.postingsOf(
    db,
    pairs.map(({ id }) => id),
    pairs.map(({ bucket }) => bucket),
  )
  const data = new Map(rows.map((row) => [`${row.segmentId} ${row.bucket}`, row.data]))
  return {
    // Each bucket has a row, also an empty one.
    isWhole: places.size === segments.length && rows.length === pairs.length,
    segments: segments.flatMap(({ id, buckets }) => {
      const known = places.get(id)
      return known
        ? [{ buckets, places: known, postings: (bucket: number) => data.get(`${id} ${bucket}`) }]
        : []
    }),
  }
}
