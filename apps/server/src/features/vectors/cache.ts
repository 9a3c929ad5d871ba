// Caches the vectors of the data sources that were searched last. Vectors never change: only new rows are read. When a search finds
// a removed row, all removed rows are dropped.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Runner } from '#platform/db/index.ts'
import * as store from './near-store.ts'
import { dimensionsOf, VectorBlock } from './quantize.ts'

/** Bytes of all vectors that are kept: 250,000 of 768 numbers. */
const MAX_BYTES = 200_000_000
/** Rows of one query, whose reply is decoded at once. */
const PAGE = 500
/** Row ids of one query, which are also compared before the event loop gets a turn. */
const IDS_PAGE = 5_000
/** Share of removed vectors from which the others are read again. */
const GONE = 0.25

/** The vectors of a data source. */
export interface KeptVectors {
  readonly block: VectorBlock | undefined
  /** For each place the chunk and the row of its vector. */
  readonly chunkIds: readonly number[]
  readonly rowIds: readonly number[]
  /** The place of a chunk's vector. */
  readonly places: Map<number, number>
}

class Entry implements KeptVectors {
  block: VectorBlock | undefined
  chunkIds: number[] = []
  rowIds: number[] = []
  places = new Map<number, number>()
  last = 0
  loading: Promise<void> | undefined

  get bytes(): number {
    return (this.block?.size ?? 0) * ((this.block?.dimensions ?? 0) + 60)
  }

  add({ id, chunkId, embedding }: store.VectorRow): void {
    this.last = id
    const dimensions = dimensionsOf(embedding)
    if (this.block?.dimensions !== dimensions) {
      this.block = new VectorBlock(dimensions)
      this.chunkIds = []
      this.rowIds = []
      // A running search still reads the old places.
      this.places = new Map()
    }
    this.places.set(chunkId, this.block.size)
    this.chunkIds.push(chunkId)
    this.rowIds.push(id)
    this.block.add(embedding)
  }
}

export class VectorCache {
  readonly #entries = new Map<string, Entry>()

  /** Returns the vectors of a data source, including those made since the last search. */
  async of(db: Runner, set: store.VectorSet): Promise<KeptVectors> {
    const key = keyOf(set)
    const entry = this.#entries.get(key) ?? new Entry()
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.loading ??= load(db, set, entry).finally(() => (entry.loading = undefined))
    await entry.loading
    this.#shrink()
    return entry
  }

  /** Drops all removed rows from vectors that a search holds, whether they are still cached or not. */
  async dropRemoved(
    db: Runner,
    set: store.VectorSet,
    { chunkIds, rowIds, places }: KeptVectors,
  ): Promise<void> {
    const { length } = rowIds
    const living = await livingRows(db, set)
    for (let at = 0; at < length; at++) {
      if (at % IDS_PAGE === 0) await nextTurn()
      const chunkId = chunkIds[at] ?? 0
      if (!living.has(rowIds[at] ?? 0) && places.get(chunkId) === at) places.delete(chunkId)
    }
    const entry = this.#entries.get(keyOf(set))
    if (entry?.places === places && places.size < (1 - GONE) * length) this.#entries.delete(keyOf(set))
  }

  #shrink(): void {
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    for (const [key, entry] of this.#entries) {
      if (bytes <= MAX_BYTES || this.#entries.size === 1) return
      this.#entries.delete(key)
      bytes -= entry.bytes
    }
  }
}

const keyOf = ({ datasourceId, tagId }: store.VectorSet) => `${datasourceId} ${tagId}`

async function load(db: Runner, set: store.VectorSet, entry: Entry): Promise<void> {
  for (;;) {
    const rows = await store.vectorsAfter(db, set, entry.last, PAGE)
    rows.forEach((row) => entry.add(row))
    if (rows.length < PAGE) return
  }
}

async function livingRows(db: Runner, set: store.VectorSet): Promise<Set<number>> {
  const living = new Set<number>()
  for (let last = 0; ;) {
    const ids = await store.rowIdsAfter(db, set, last, IDS_PAGE)
    ids.forEach((id) => living.add(id))
    if (ids.length < IDS_PAGE) return living
    last = ids.at(-1) ?? last
  }
}
