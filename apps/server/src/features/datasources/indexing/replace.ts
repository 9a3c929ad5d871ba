// Replaces the chunks of a document by those of its new version: equal ones keep their ids (decision 74).
import type { Runner } from '../../../platform/db/index.ts'
import type { Chunk, Indexer, TextLanguage } from '../retrieval/index.ts'
import { placesAfter, planReuse, type PlannedChunk } from './reuse.ts'
import * as store from './reuse-store.ts'
import { insertSegments, prepareSegments } from './segments.ts'

interface Document {
  readonly id: number
  readonly datasourceId: number
  readonly language: TextLanguage | null
}

/** Stores the new version, in a transaction in which the document is locked. */
export type Replace = (client: Runner) => Promise<void>

/** Compares a new version with the stored chunks, and counts the terms of those that are new in another thread. */
export async function prepareReplacement(
  { indexer, db }: { readonly indexer: Indexer; readonly db: { readonly pool: Runner } },
  document: Document,
  {
    chunks,
    language,
    gone,
  }: { readonly chunks: readonly Chunk[]; readonly language: TextLanguage; readonly gone: AbortSignal },
): Promise<Replace> {
  const known = await store.knownChunks(db.pool, document.id)
  const plan = planReuse(known, chunks)
  // Stems depend on the language, so all terms are counted again when it changes.
  const isReread = document.language !== null && document.language !== language
  const written = plan.chunks.filter(({ id }) => id === undefined || isReread)
  const kept = plan.chunks.filter(hasId)
  const segments = await prepareSegments(indexer, { language, chunks: written, gone })
  return async (client) => {
    const left = new Set([...plan.removed, ...written.filter(hasId).map(({ id }) => id)])
    const stay = new Map(kept.filter(({ id }) => !left.has(id)).map(({ id, chunk }) => [id, chunk.ordinal]))
    for (const { id, places } of known.length > 0 ? await store.segmentsWith(client, document) : []) {
      const after = placesAfter(places, left, stay)
      if (after || written.length > 0) await store.storePlaces(client, id, after)
    }
    await store.removeChunks(client, plan.removed)
    await store.moveChunks(client, kept)
    await insertSegments(client, document, segments, stay.size > 0)
  }
}

const hasId = (planned: PlannedChunk): planned is PlannedChunk & { readonly id: number } =>
  planned.id !== undefined
