// Loads what a question needs of the index, and ranks. The places of segments are cached, because they never change.
import type { Runner } from '../../../platform/db/index.ts'
import {
  decodePlaces,
  rankSegments,
  wantedBuckets,
  type Places,
  type QuestionWord,
  type Ranked,
} from '../retrieval/index.ts'
import * as store from './store.ts'

/** Chunks whose places are kept: about 20 bytes each. */
const MAX_CHUNKS = 2_500_000

/** Keeps the places of the segments that were used last. */
export class PlacesCache {
  readonly #kept = new Map<number, Places>()
  #chunks = 0

  /** Returns the places of segments; one that was merged away meanwhile is missing. */
  async of(db: Runner, ids: readonly number[]): Promise<Map<number, Places>> {
    const missing = ids.filter((id) => !this.#kept.has(id))
    const found = new Map<number, Places>()
    for (const [id, bytes] of missing.length > 0 ? await store.placesOf(db, missing) : []) {
      const places = readable(bytes)
      if (places) found.set(id, places)
    }
    for (const id of ids) {
      const places = this.#kept.get(id) ?? found.get(id)
      if (places) this.#keep(id, places)
      if (places) found.set(id, places)
    }
    return found
  }

  #keep(id: number, places: Places): void {
    if (!this.#kept.delete(id)) this.#chunks += places.ids.length
    this.#kept.set(id, places)
    for (const [oldest, { ids }] of this.#kept) {
      if (this.#chunks <= MAX_CHUNKS || oldest === id) return
      this.#kept.delete(oldest)
      this.#chunks -= ids.length
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

/** Ranks the chunks of data sources for the words of a question. A damaged segment is left out. */
export async function rankIn(
  db: Runner,
  cache: PlacesCache,
  {
    datasourceIds,
    words,
    also,
  }: { datasourceIds: readonly number[]; words: readonly QuestionWord[]; also: readonly number[] },
): Promise<Ranked> {
  const segments = await store.segmentsOf(db, datasourceIds)
  const wanted = wantedBuckets(words, segments)
  const pairs = segments.flatMap(({ id }, index) => (wanted[index] ?? []).map((bucket) => ({ id, bucket })))
  const places = await cache.of(
    db,
    segments.map(({ id }) => id),
  )
  const rows = await store.postingsOf(
    db,
    pairs.map(({ id }) => id),
    pairs.map(({ bucket }) => bucket),
  )
  const data = new Map(rows.map((row) => [`${row.segmentId} ${row.bucket}`, row.data]))
  return rankSegments({
    words,
    also,
    segments: segments.flatMap(({ id, buckets }) => {
      const known = places.get(id)
      return known
        ? [{ buckets, places: known, postings: (bucket: number) => data.get(`${id} ${bucket}`) }]
        : []
    }),
  })
}
