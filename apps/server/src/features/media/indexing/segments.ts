// Builds the segments of a document's chunks, and stores both.
import {
  encodePlaces,
  indexedText,
  SEGMENT_CHUNKS,
  type SegmentParts,
  type TextLanguage,
} from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import { runsOf, type PlannedChunk } from './reuse.ts'
import * as store from './segments-store.ts'
import type { Indexer } from '../indexer/index.ts'

interface PreparedSegment {
  readonly chunks: readonly PlannedChunk[]
  readonly parts: SegmentParts
}

/** Counts the terms of chunks of one document, in another thread. */
export async function prepareSegments(
  indexer: Pick<Indexer, 'build'>,
  {
    language,
    chunks,
    gone,
  }: { language: TextLanguage; chunks: readonly PlannedChunk[]; readonly gone?: AbortSignal },
): Promise<PreparedSegment[]> {
  const prepared: PreparedSegment[] = []
  for (let from = 0; from < chunks.length; from += SEGMENT_CHUNKS) {
    const some = chunks.slice(from, from + SEGMENT_CHUNKS)
    const runs = runsOf(some, ({ chunk: { ordinal } }) => ({ mediaId: 0, ordinal }))
    const input = some.map(({ chunk: { context, text }, setting: { note } }, index) => ({
      documentId: runs[index] ?? 0,
      indexed: indexedText({ context, note, text }),
      language,
    }))
    gone?.throwIfAborted()
    prepared.push({ chunks: some, parts: await indexer.build(inBatches(input)) })
  }
  return prepared
}

/** Chunks of one message to the thread: about half a megabyte of text of the usual size. */
const BATCH = 128

/** Yields items in batches for the thread. */
export function* inBatches<Item>(items: readonly Item[], most = BATCH): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}

/** Stores segments and their new chunks, in a transaction. With `merge` they are merged soon. */
export async function insertSegments(
  client: Runner,
  { id, datasourceId }: { readonly id: number; readonly datasourceId: number },
  prepared: readonly PreparedSegment[],
  merge: boolean,
): Promise<void> {
  for (const { chunks, parts } of prepared) {
    const segment = { datasourceId, mediaIds: [id], stale: merge }
    const segmentId = await store.insertSegment(client, segment, parts)
    const added = chunks.filter((one) => one.id === undefined)
    const made = await store.insertChunks(client, { datasourceId, mediaId: id }, added)
    let next = 0
    const ids = chunks.map((one) => one.id ?? made[next++] ?? 0)
    await store.completeSegment(client, segmentId, encodePlaces({ ...parts, ids }), parts.rows)
  }
}
