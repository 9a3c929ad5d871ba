// Caches the vectors of the data sources that were searched last. Vectors never change: only new rows are read, and removed
// rows are dropped when a search finds them.
import type { Runner } from '../../../platform/db/index.ts'
import { dimensionsOf, VectorBlock } from './quantize.ts'
import * as store from './store.ts'

/** Bytes of all vectors that are kept: 250,000 of 768 numbers. */
const MAX_BYTES = 200_000_000
/** Rows of one query, whose reply is decoded at once. */
const PAGE = 500
/** Share of removed vectors from which the others are read again. */
const GONE = 0.25

export interface VectorSet {
  readonly datasourceId: number
  readonly tagId: number
}

/** The vectors of a data source. */
export interface KeptVectors {
  readonly block: VectorBlock | undefined
  /** For each place the chunk and the row of its vector. */
  readonly chunkIds: readonly number[]
  readonly rowIds: readonly number[]
  /** The place of a chunk's vector. */
  readonly places: ReadonlyMap<number, number>
}

class Entry implements KeptVectors {
  block: VectorBlock | undefined
  chunkIds: number[] = []
  rowIds: number[] = []
  readonly places = new Map<number, number>()
  last = 0
  gone = 0
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
      this.places.clear()
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
  async of(db: Runner, set: VectorSet): Promise<KeptVectors> {
    const key = keyOf(set)
    const entry = this.#entries.get(key) ?? new Entry()
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.loading ??= load(db, set, entry).finally(() => (entry.loading = undefined))
    await entry.loading
    this.#shrink()
    return entry
  }

  /** Drops the vectors of removed chunks. */
  drop(set: VectorSet, chunkIds: readonly number[]): void {
    const entry = this.#entries.get(keyOf(set))
    if (!entry) return
    for (const chunkId of chunkIds) if (entry.places.delete(chunkId)) entry.gone++
    if (entry.gone > GONE * entry.chunkIds.length) this.#entries.delete(keyOf(set))
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

const keyOf = ({ datasourceId, tagId }: VectorSet) => `${datasourceId} ${tagId}`

async function load(db: Runner, set: VectorSet, entry: Entry): Promise<void> {
  for (;;) {
    const rows = await store.vectorsAfter(db, set, entry.last, PAGE)
    rows.forEach((row) => entry.add(row))
    if (rows.length < PAGE) return
  }
}
