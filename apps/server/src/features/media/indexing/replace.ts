// Replaces the chunks of a document by those of its new version: equal ones keep their ids (decision 74). Chunks that people
// switch off or give a note are replaced in the same way.
import { decodePlaces, type Chunk, type TextLanguage } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import { placesAfter, planReuse, type PlannedChunk } from './reuse.ts'
import * as store from './reuse-store.ts'
import { insertSegments, prepareSegments } from './segments.ts'
import { insertChunks } from './segments-store.ts'
import { settingsBy, type ChunkSetting } from './settings.ts'
import * as settings from './settings-store.ts'
import type { Indexer } from '../indexer/index.ts'

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
  const plan = planReuse(known, chunks, settingsBy(await settings.settingsOf(db.pool, document.id)))
  // Stems depend on the language, so all terms are counted again when it changes.
  const isReread = document.language !== null && document.language !== language
  const written = plan.chunks.filter(({ isSet }) => !isSet || isReread)
  const kept = plan.chunks.filter(hasId)
  const segments = await prepareSegments(indexer, { language, chunks: written.filter(isOn), gone })
  return async (client) => {
    const left = new Set([...plan.removed, ...written.filter(hasId).map(({ id }) => id)])
    const stay = new Map(kept.filter(({ id }) => !left.has(id)).map(({ id, chunk }) => [id, chunk.ordinal]))
    if (known.length > 0) await takeOut(client, document, { left, stay, rewrites: written.length > 0 })
    await store.removeChunks(client, plan.removed)
    await store.moveChunks(client, kept)
    await settings.apply(
      client,
      kept.filter(({ isSet }) => !isSet),
    )
    await insertSegments(client, document, segments, stay.size > 0)
    const off = written.filter((one) => one.id === undefined && !isOn(one))
    await insertChunks(client, { datasourceId: document.datasourceId, mediaId: document.id }, off)
  }
}

/** Prepares the same setting for chunks of a document, whose terms are counted again with their note. */
export async function prepareSetting(
  indexer: Pick<Indexer, 'build'>,
  document: Document,
  { chunks, setting }: { readonly chunks: readonly settings.SetChunk[]; readonly setting: ChunkSetting },
): Promise<Replace> {
  const planned = chunks.map((chunk) => ({ chunk, id: chunk.id, setting, isSet: false }))
  const language = document.language ?? 'en'
  const segments = await prepareSegments(indexer, { language, chunks: planned.filter(isOn) })
  return async (client) => {
    const left = new Set(chunks.map(({ id }) => id))
    // The other segments of a large document stay as they are.
    const neighbours = new Set(await settings.neighboursOf(client, document.id, chunks))
    await takeOut(client, document, { left, stay: new Map(), rewrites: neighbours })
    await settings.apply(client, planned)
    await insertSegments(client, document, segments, true)
  }
}

interface Change {
  /** Chunks that were removed from their segments. */
  readonly left: ReadonlySet<number>
  /** The ordinals of chunks that stay and may have new neighbours. */
  readonly stay: ReadonlyMap<number, number>
  /** Whether chunks are added, so that the document's segments must be merged: all of them, or those with one of these chunks. */
  readonly rewrites: boolean | ReadonlySet<number>
}

/** Takes chunks out of the segments of a document. */
async function takeOut(client: Runner, document: Document, { left, stay, rewrites }: Change): Promise<void> {
  for (const { id, places } of await store.segmentsWith(client, document)) {
    const after = placesAfter(places, left, stay)
    const isRewritten =
      typeof rewrites === 'boolean' ? rewrites : decodePlaces(places).ids.some((chunk) => rewrites.has(chunk))
    if (after || isRewritten) await store.storePlaces(client, id, after)
  }
}

const hasId = (planned: PlannedChunk): planned is PlannedChunk & { readonly id: number } =>
  planned.id !== undefined

const isOn = ({ setting }: PlannedChunk): boolean => !setting.isOff
