// The SQL of chunks and segments.
import { ANALYSIS, type Chunk, type SegmentParts, type TextLanguage } from '@polylogue/retrieval'
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import type { ChunkSetting } from './settings.ts'

/** Characters or bytes of one statement: the driver encodes its values at once, which blocks the event loop. */
const BATCH_SIZE = 200_000
const BATCH_ROWS = 500

/** Yields rows in batches of limited size. */
function* batches<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Generator<readonly Row[]> {
  let from = 0
  let size = 0
  for (const [index, row] of rows.entries()) {
    size += sizeOf(row)
    if (size < BATCH_SIZE && index - from + 1 < BATCH_ROWS && index + 1 < rows.length) continue
    yield rows.slice(from, index + 1)
    from = index + 1
    size = 0
  }
}

/** Hidden segments as work: the process that writes or deletes them in steps. */
const hidden = claimedRows({ table: 'chunk_segments' })

/** The analysis of segments that are written or deleted in steps, so that searches do not see them. */
const UNSEEN = 0

/**
 * Inserts a segment without its places and rows, which need the ids of the chunks. With `server`, searches do not see it before
 * `publishSegment`.
 */
export async function insertSegment(
  db: Runner,
  {
    datasourceId,
    mediaIds,
    stale = false,
    server,
  }: {
    readonly datasourceId: number
    readonly mediaIds: readonly number[]
    readonly stale?: boolean
    readonly server?: string
  },
  { size, buckets, words }: Pick<SegmentParts, 'size' | 'buckets' | 'words'>,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    name: 'segments.insert',
    text: `INSERT INTO chunk_segments (datasource_id, size, buckets, words, places, analysis, media_ids, stale, server_id)
      VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8) RETURNING id`,
    values: [
      datasourceId,
      size,
      buckets,
      words,
      server === undefined ? ANALYSIS : UNSEEN,
      mediaIds,
      stale,
      server ?? null,
    ],
  })
  if (!rows[0]) throw new Error('The database returned no row for a new segment')
  return rows[0].id
}

export async function insertChunks(
  db: Runner,
  { datasourceId, mediaId }: { datasourceId: number; mediaId: number },
  chunks: readonly { readonly chunk: Chunk; readonly setting: ChunkSetting }[],
): Promise<number[]> {
  const ids: number[] = []
  for (const some of batches(chunks, ({ chunk }) => chunk.text.length + chunk.context.length)) {
    const { rows } = await db.query<{ id: number }>({
      name: 'chunks.insert',
      text: `INSERT INTO chunks (datasource_id, media_id, ordinal, page, heading, context, from_at, to_at, tokens, hash, text,
          is_off, note, marks)
        SELECT $1::bigint, $2::bigint, made.* FROM unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::int[], $8::int[],
          $9::int[], $10::bytea[], $11::text[], $12::boolean[], $13::text[], $14::jsonb[]) AS made (ordinal) ORDER BY made.ordinal RETURNING id, ordinal`,
      values: [
        datasourceId,
        mediaId,
        some.map(({ chunk }) => chunk.ordinal),
        some.map(({ chunk }) => chunk.page),
        some.map(({ chunk }) => chunk.heading),
        some.map(({ chunk }) => chunk.context),
        some.map(({ chunk }) => chunk.from),
        some.map(({ chunk }) => chunk.to),
        some.map(({ chunk }) => chunk.tokens),
        some.map(({ chunk }) => chunk.hash),
        some.map(({ chunk }) => chunk.text),
        some.map(({ setting }) => setting.isOff),
        some.map(({ setting }) => setting.note),
        some.map(({ chunk }) => JSON.stringify(chunk.marks)),
      ],
    })
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Stores the places and rows of a segment. */
export async function completeSegment(
  db: Runner,
  segmentId: number,
  places: Buffer,
  rows: SegmentParts['rows'],
): Promise<void> {
  await db.query('UPDATE chunk_segments SET places = $2 WHERE id = $1', [segmentId, places])
  for (const insert of insertsOfRows(db, segmentId, rows)) await insert()
}

/** Yields the steps that store the rows of a segment. */
export function* insertsOfRows(
  db: Runner,
  segmentId: number,
  rows: SegmentParts['rows'],
): Generator<() => Promise<unknown>> {
  for (const some of batches(rows, ({ data }) => data.length))
    yield () =>
      db.query({
        name: 'postings.insert',
        text: `INSERT INTO chunk_postings (segment_id, bucket, data)
          SELECT $1::bigint, made.* FROM unnest($2::int[], $3::bytea[]) AS made`,
        values: [segmentId, some.map(({ bucket }) => bucket), some.map(({ data }) => Buffer.from(data))],
      })
}

/** Stores the places of a segment that was written in steps; from now on, searches see it. */
export async function publishSegment(db: Runner, id: number, places: Buffer): Promise<void> {
  await db.query('UPDATE chunk_segments SET places = $2, analysis = $3, server_id = NULL WHERE id = $1', [
    id,
    places,
    ANALYSIS,
  ])
}

/** Hides segments from searches; then `removeStep` deletes them. */
export async function hideSegments(db: Runner, ids: readonly number[], server: string): Promise<void> {
  await db.query('UPDATE chunk_segments SET analysis = $2, server_id = $3 WHERE id = ANY ($1::bigint[])', [
    ids,
    UNSEEN,
    server,
  ])
}

/** Buckets whose rows are deleted at once. */
const REMOVED_ROWS = 500

/** Deletes some rows of a hidden segment, or at the end the segment. Returns false when it is gone. */
export async function removeStep(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM chunk_postings WHERE segment_id = $1 AND bucket IN
      (SELECT bucket FROM chunk_postings WHERE segment_id = $1 LIMIT $2)`,
    [id, REMOVED_ROWS],
  )
  if (rowCount === REMOVED_ROWS) return true
  await db.query('DELETE FROM chunk_segments WHERE id = $1 AND server_id IS NOT NULL', [id])
  return false
}

/** Returns the hidden segments that dead processes left, and those of this process that are not in `working`. */
export async function leftSegments(
  db: Runner,
  server: string,
  working: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM chunk_segments WHERE server_id IS NOT NULL
      AND ${hidden.isAbandoned('$1', '$2')}`,
    [server, working],
  )
  return rows.map(({ id }) => id)
}

export interface Segment {
  readonly id: number
  readonly size: number
  readonly words: number
  readonly stale: boolean
  readonly analysis: number
  readonly revision: number
}

export async function segmentsOf(db: Runner, datasourceId: number): Promise<Segment[]> {
  const { rows } = await db.query<Segment>(
    'SELECT id, size, words, stale, analysis, revision FROM chunk_segments WHERE datasource_id = $1 AND server_id IS NULL ORDER BY size, id',
    [datasourceId],
  )
  return rows
}

/** Returns the places of segments. */
export async function placesOf(db: Runner, ids: readonly number[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ places: Buffer }>(
    'SELECT places FROM chunk_segments WHERE id = ANY ($1::bigint[])',
    [ids],
  )
  return rows.map(({ places }) => places)
}

/** Returns the ids of these chunks that still exist, those of a document in their order. */
export async function livingChunks(
  db: Runner,
  ids: readonly number[],
): Promise<{ id: number; mediaId: number; ordinal: number }[]> {
  const { rows } = await db.query<{ id: number; mediaId: number; ordinal: number }>(
    `SELECT id, media_id AS "mediaId", ordinal FROM chunks WHERE id = ANY ($1::bigint[]) ORDER BY media_id, ordinal`,
    [ids],
  )
  return rows
}

export interface StoredChunk {
  readonly id: number
  readonly mediaId: number
  readonly context: string
  readonly note: string
  readonly text: string
  readonly language: TextLanguage
}

/** Returns chunks in the order of the given ids, without those that were deleted meanwhile. */
export async function chunksOf(db: Runner, ids: readonly number[]): Promise<StoredChunk[]> {
  const { rows } = await db.query<StoredChunk>({
    name: 'segments.chunks',
    text: `SELECT chunks.id, chunks.media_id AS "mediaId", chunks.context, chunks.note, chunks.text,
        coalesce(media.language, 'en') AS language
      FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
      JOIN chunks ON chunks.id = wanted.id JOIN media ON media.id = chunks.media_id ORDER BY wanted.place`,
    values: [ids],
  })
  return rows
}

/** Returns how many of these segments are unchanged since they were read. Their data source is locked. */
export async function countUnchanged(db: Runner, segments: readonly Segment[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM chunk_segments
      JOIN unnest($1::bigint[], $2::int[]) AS known (id, revision) USING (id, revision)`,
    [segments.map(({ id }) => id), segments.map(({ revision }) => revision)],
  )
  return rows[0]?.count ?? 0
}
