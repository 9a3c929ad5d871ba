// Rewrites segments: merges eight of one size, removes the words of deleted chunks, and puts the chunks of a changed document
// into one segment again. The words of a segment never change otherwise. Works in small steps, with pauses while others use the
// embedded database (decision 43).
import {
  ANALYSIS,
  decodePlaces,
  encodePlaces,
  indexedText,
  SEGMENT_CHUNKS,
  type SegmentInput,
  type SegmentParts,
} from '@polylogue/retrieval'
import { openClaims, openWhenQuiet } from '#platform/claims/index.ts'
import { openPace, type Pace, type Runner } from '#platform/db/index.ts'
import { withLockedDatasource, type Changing } from '#features/datasources/index.ts'
import type { IndexingDeps } from './deps.ts'
import { runsOf } from './reuse.ts'
import { inBatches } from './segments.ts'
import * as store from './segments-store.ts'
import { unmerged } from './steps-store.ts'

/** Segments of one size class that become one; the classes are up to 8, 64, 512 and 4,096 chunks. */
const MERGED = 8

/** Words of a merged segment, about 20 MB of text: all of it is in memory while it is built. */
const MOST_WORDS = 3_000_000

/** Pauses of the embedded database, as a multiple of a step. */
const RESTS = 10
/** Chunks whose texts are read in one step. */
const READ_CHUNKS = 32
/** Longest time that changes of passages delay merging. */
const MOST_DELAY_MS = 60_000

export interface Merging {
  /** Merges the segments of a data source, after the data sources that were added before. */
  add(datasourceId: number): void
  /** The same, when people pause in changing its passages. */
  addWhenQuiet(datasourceId: number): void
  /** Deletes what dead processes left, and merges what is not merged. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

export function openMerging(deps: IndexingDeps, ending: AbortSignal): Merging {
  const { pool } = deps.db
  const steps: Steps = { ...deps, pace: openPace(deps.db, RESTS), unseen: new Set(), ending }
  const claims = openClaims<{ readonly id: number }>(
    {
      claim: async () => (await unmerged(pool)).map((id) => ({ id })),
      async work({ id }) {
        try {
          while (!ending.aborted && (await mergeOnce(steps, id)));
        } catch (error) {
          if (!ending.aborted) throw error
        }
      },
      // It answers unmerged, and the next change begins again.
      giveUp: () => Promise.resolve(),
      atOnce: 1,
      failed: 'the index of a data source was not merged',
    },
    deps,
  )
  const whenQuiet = openWhenQuiet((id) => claims.run({ id }), { mostMs: MOST_DELAY_MS })
  return {
    add: (id) => claims.run({ id }),
    addWhenQuiet: (id) => whenQuiet.changed(id),
    async takeUp() {
      const left = await store.leftSegments(pool, deps.serverId(), [...steps.unseen])
      await claims.takeUp()
      await removeSegments(steps, left)
    },
    close() {
      whenQuiet.close()
      return claims.close()
    },
  }
}

interface Steps extends IndexingDeps {
  readonly pace: Pace
  /** Segments that are being written or deleted in steps. */
  readonly unseen: Set<number>
  readonly ending: AbortSignal
}

/** Deletes hidden segments in steps; the next start of a process deletes the rest. */
async function removeSegments({ db, pace, unseen, ending }: Steps, ids: readonly number[]): Promise<void> {
  for (const id of ids) unseen.add(id)
  try {
    for (const id of ids) while (!ending.aborted && (await pace(() => store.removeStep(db.pool, id))));
  } finally {
    for (const id of ids) unseen.delete(id)
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

async function mergeOnce(steps: Steps, datasourceId: number): Promise<boolean> {
  const { db, indexer } = steps
  const old = nextToMerge(await store.segmentsOf(db.pool, datasourceId))
  if (old.length === 0) return false
  const oldIds = old.map(({ id }) => id)
  const chunks = await store.livingChunks(db.pool, await chunkIdsIn(db.pool, oldIds))
  const ids = chunks.map(({ id }) => id)
  const runs = new Map(runsOf(chunks, (chunk) => chunk).map((run, index) => [ids[index] ?? 0, run]))
  const built = ids.length > 0 ? await indexer.build(textsOf(steps, ids, runs)) : undefined
  // A document was removed while its text was read; the next round starts again.
  if (built && built.size < ids.length) return true
  const mediaIds = [...new Set(chunks.map(({ mediaId }) => mediaId))]
  const made = built && (await writeSegment(steps, { datasourceId, mediaIds }, built))
  const replace = async ({ client }: Changing) => {
    // Somebody removed a document or merged meanwhile.
    if ((await store.countUnchanged(client, old)) < old.length) return false
    if (built && made) await store.publishSegment(client, made, encodePlaces({ ...built, ids }))
    await store.hideSegments(client, oldIds, steps.serverId())
    return true
  }
  const isReplaced = await withLockedDatasource(db, datasourceId, replace, { ifGone: () => false })
  if (made && isReplaced) steps.unseen.delete(made)
  await removeSegments(steps, isReplaced ? oldIds : made ? [made] : [])
  return true
}

/** Writes a segment that searches do not see yet. Returns its id. */
async function writeSegment(
  { db, pace, unseen, serverId, ending }: Steps,
  of: { readonly datasourceId: number; readonly mediaIds: readonly number[] },
  built: SegmentParts,
): Promise<number> {
  const made = await store.insertSegment(db.pool, { ...of, server: serverId() }, built)
  unseen.add(made)
  try {
    for (const insert of store.insertsOfRows(db.pool, made, built.rows)) {
      ending.throwIfAborted()
      await pace(insert)
    }
    return made
  } catch (error) {
    unseen.delete(made)
    throw error
  }
}

async function chunkIdsIn(db: Runner, segmentIds: readonly number[]): Promise<number[]> {
  const places = await store.placesOf(db, segmentIds)
  return places.flatMap((bytes) => [...decodePlaces(bytes).ids])
}

/** Reads the texts of chunks in batches, so that few of them are in memory. */
async function* textsOf(
  { db, pace }: Steps,
  ids: readonly number[],
  runs: ReadonlyMap<number, number>,
): AsyncGenerator<SegmentInput[]> {
  for (const some of inBatches(ids, READ_CHUNKS)) {
    const chunks = await pace(() => store.chunksOf(db.pool, some))
    yield chunks.map(({ id, language, ...text }) => ({
      documentId: runs.get(id) ?? 0,
      indexed: indexedText(text),
      language,
    }))
  }
}
