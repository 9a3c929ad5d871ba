// Makes the segments of a document's chunks, and stores both.
import type { Runner } from '../../../platform/db/index.ts'
import {
  encodePlaces,
  SEGMENT_CHUNKS,
  type Chunk,
  type Indexer,
  type SegmentParts,
  type TextLanguage,
} from '../retrieval/index.ts'
import * as store from './segments-store.ts'

interface PreparedSegment {
  readonly chunks: readonly Chunk[]
  readonly parts: SegmentParts
}

/** Counts the terms of a document's chunks, in another thread. */
export async function prepareSegments(
  indexer: Indexer,
  { mediaId, language, chunks }: { mediaId: number; language: TextLanguage; chunks: readonly Chunk[] },
): Promise<PreparedSegment[]> {
  const prepared: PreparedSegment[] = []
  for (let from = 0; from < chunks.length; from += SEGMENT_CHUNKS) {
    const some = chunks.slice(from, from + SEGMENT_CHUNKS)
    const input = some.map(({ context, text }) => ({
      documentId: mediaId,
      indexed: indexedText({ context, text }),
      language,
    }))
    prepared.push({ chunks: some, parts: await indexer.build(inBatches(input)) })
  }
  return prepared
}

/** Chunks of one message to the thread: about half a megabyte of text of the usual size. */
const BATCH = 128

/** Yields items in batches for the thread. */
export function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}

/** The text of a chunk whose words are counted. */
export const indexedText = ({ context, text }: { context: string; text: string }) =>
  context === '' ? text : `${context}\n${text}`

/** Stores chunks with their segments, in a transaction. */
export async function insertSegments(
  client: Runner,
  { id, datasourceId }: { readonly id: number; readonly datasourceId: number },
  prepared: readonly PreparedSegment[],
): Promise<void> {
  for (const { chunks, parts } of prepared) {
    const segmentId = await store.insertSegment(client, { datasourceId, mediaIds: [id] }, parts)
    const ids = await store.insertChunks(client, { datasourceId, mediaId: id }, chunks)
    await store.completeSegment(client, segmentId, encodePlaces({ ...parts, ids }), parts.rows)
  }
}
