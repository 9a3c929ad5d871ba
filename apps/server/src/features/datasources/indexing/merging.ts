// Rewrites segments: merges eight of one size, removes the words of deleted chunks, and puts the chunks of a changed document
// into one segment again. The words of a segment never change otherwise.
import type { Runner } from '../../../platform/db/index.ts'
import {
  ANALYSIS,
  decodePlaces,
  encodePlaces,
  indexedText,
  SEGMENT_CHUNKS,
  type SegmentInput,
} from '../retrieval/index.ts'
import { lockDatasource } from '../store.ts'
import type { IndexingDeps } from './deps.ts'
import { runsOf } from './reuse.ts'
import { inBatches } from './segments.ts'
import * as store from './segments-store.ts'

/** Segments of one size class that become one; the classes are up to 8, 64, 512 and 4,096 chunks. */
const MERGED = 8

/** Words of a merged segment, about 20 MB of text: all of it is in memory while it is built. */
const MOST_WORDS = 3_000_000

export interface Merging {
  /** Merges the segments of a data source, after the data sources that were added before. */
  add(datasourceId: number): void
  close(): Promise<void>
}

export function openMerging(deps: IndexingDeps, ending: AbortSignal): Merging {
  const waiting = new Set<number>()
  let working: Promise<void> | undefined
  const work = async () => {
    for (const datasourceId of waiting) {
      waiting.delete(datasourceId)
      try {
        while (!ending.aborted && (await mergeOnce(deps, datasourceId)));
      } catch (error) {
        if (!ending.aborted)
          deps.log.error({ err: error, datasourceId }, 'the index of a data source was not merged')
      }
    }
    working = undefined
  }
  return {
    add(datasourceId) {
      waiting.add(datasourceId)
      working ??= work()
    },
    async close() {
      waiting.clear()
      await working
    },
  }
}

/** Returns the segments to rewrite next: stale or outdated ones, else eight of a class, else none. */
export function nextToMerge(segments: readonly store.Segment[]): store.Segment[] {
  const outdated = segments.filter(({ stale, analysis }) => stale || analysis !== ANALYSIS)
  if (outdated.length > 0) return fitting(outdated)
  for (const some of Map.groupBy(segments, classOf).values())
    if (some.length >= MERGED) return fitting(some.slice(0, MERGED))
  return []
}

/** Returns as many as fit into one segment; the first one always fits. */
function fitting(segments: readonly store.Segment[]): store.Segment[] {
  let [size, words] = [0, 0]
  return segments.filter((segment, index) => {
    const fits = size + segment.size <= SEGMENT_CHUNKS && words + segment.words <= MOST_WORDS
    if (index > 0 && !fits) return false
    size += segment.size
    words += segment.words
    return true
  })
}

/** A segment that is more than half full has its own class, because it is not merged any more. */
function classOf({ id, size, words }: store.Segment): string {
  if (size > SEGMENT_CHUNKS / 2 || words > MOST_WORDS / 2) return `full ${id}`
  return `${Math.ceil(Math.log(Math.max(1, size)) / Math.log(MERGED))}`
}

async function mergeOnce(deps: IndexingDeps, datasourceId: number): Promise<boolean> {
  const { db, indexer } = deps
  const old = nextToMerge(await store.segmentsOf(db.pool, datasourceId))
  if (old.length === 0) return false
  const oldIds = old.map(({ id }) => id)
  const chunks = await store.livingChunks(db.pool, await chunkIdsIn(db.pool, oldIds))
  const ids = chunks.map(({ id }) => id)
  const runs = new Map(runsOf(chunks, (chunk) => chunk).map((run, index) => [ids[index] ?? 0, run]))
  const built = ids.length > 0 ? await indexer.build(textsOf(db.pool, ids, runs)) : undefined
  // A document was removed while its text was read; the next round starts again.
  if (built && built.size < ids.length) return true
  await db.transaction(
    async (_, client) => {
      await lockDatasource(client, datasourceId)
      // Somebody removed a document or merged meanwhile.
      if ((await store.countUnchanged(client, old)) < old.length) return
      if (built) {
        const mediaIds = [...new Set(chunks.map(({ mediaId }) => mediaId))]
        const made = await store.insertSegment(client, { datasourceId, mediaIds }, built)
        await store.completeSegment(client, made, encodePlaces({ ...built, ids }), built.rows)
      }
      await store.removeSegments(client, oldIds)
    },
    { limitMs: 60_000 },
  )
  return true
}

async function chunkIdsIn(db: Runner, segmentIds: readonly number[]): Promise<number[]> {
  const places = await store.placesOf(db, segmentIds)
  return places.flatMap((bytes) => [...decodePlaces(bytes).ids])
}

/** Reads the texts of chunks in batches, so that few of them are in memory. */
async function* textsOf(
  db: Runner,
  ids: readonly number[],
  runs: ReadonlyMap<number, number>,
): AsyncGenerator<SegmentInput[]> {
  for (const some of inBatches(ids)) {
    const chunks = await store.chunksOf(db, some)
    yield chunks.map(({ id, language, ...text }) => ({
      documentId: runs.get(id) ?? 0,
      indexed: indexedText(text),
      language,
    }))
  }
}
