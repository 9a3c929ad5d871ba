// The SQL of vectors: the chosen model, which data sources are due, and the vectors themselves.
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { changeDatasources } from '#features/datasources/index.ts'
import { TAGS } from '#features/models/table.ts'
import { HAS_MODEL } from './table.ts'

/** The data sources whose vectors this process makes: each is taken for its next batch. */
export const claimed = claimedRows({
  table: 'datasources',
  server: 'vector_server_id',
  attempts: 'vector_attempts',
})

/** Data sources whose vectors are due. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'vectors',
    query: `SELECT count(vector_server_id) AS running, count(*) - count(vector_server_id) AS waiting,
      count(vector_failure) AS failed, NULL::timestamptz AS oldest FROM datasources WHERE vectors_due`,
  },
]

/** Failures after which no vectors are made until somebody resumes. */
export const STOPPED = `('cancelled', 'interrupted')`

/** Returns the chosen tag; undefined when vectors are off. */
export async function chosenTag(db: Runner): Promise<number | undefined> {
  const { rows } = await db.query<{ tagId: number }>({
    name: 'vectors.chosen',
    text: 'SELECT model_tag_id AS "tagId" FROM vector_settings',
    values: [],
  })
  return rows[0]?.tagId
}

/** Returns the same, and lets no other choice begin before the end of the transaction. */
export async function lockChosenTag(db: Runner): Promise<number | undefined> {
  await db.query('LOCK TABLE vector_settings IN SHARE ROW EXCLUSIVE MODE')
  return chosenTag(db)
}

/** Returns the full name of a tag, and whether texts stay on the organisation's machines. */
export async function tagNamed(
  db: Runner,
  tagId: number,
): Promise<{ name: string; isLocal: boolean } | undefined> {
  const { rows } = await db.query<{ name: string; isLocal: boolean }>(
    `SELECT "fullName" AS name, "isLocal" FROM (${TAGS}) tags WHERE "tagId" = $1`,
    [tagId],
  )
  return rows[0]
}

/** Stores the chosen tag, or none. Every data source with vectors becomes due; cancelled ones stay cancelled. */
export async function choose(db: Runner, tagId: number | null): Promise<void> {
  await db.query('DELETE FROM vector_settings')
  if (tagId !== null) await db.query('INSERT INTO vector_settings (model_tag_id) VALUES ($1)', [tagId])
  await changeDatasources(db, {
    set: `vectors_due = true, vector_attempts = 0,
      vector_failure = CASE vector_failure WHEN 'cancelled' THEN 'cancelled' END`,
    where: 'use_vectors OR vector_tag_id IS NOT NULL OR vectors_due',
  })
}

/** Returns the number of data sources that use vectors, and of those that are not complete. */
export async function countDatasources(db: Runner): Promise<{ datasources: number; waiting: number }> {
  const { rows } = await db.query<{ datasources: number; waiting: number }>(
    `SELECT count(*)::int AS datasources,
        count(*) FILTER (WHERE vectors_due OR vector_failure IN ${STOPPED})::int AS waiting
      FROM datasources WHERE use_vectors`,
  )
  return rows[0] ?? { datasources: 0, waiting: 0 }
}

/** Makes the data sources with a level of confidentiality due: the model may have become local, or no longer is. */
export const setConfidentialDue = (db: Runner): Promise<void> =>
  changeDatasources(db, {
    set: 'vectors_due = true',
    where: `label <> '' AND NOT vectors_due AND ${HAS_MODEL}`,
  })

/** Returns the data sources that are due. */
export async function dueDatasources(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM datasources WHERE vectors_due ORDER BY id')
  return rows.map(({ id }) => id)
}

export interface Due {
  readonly label: string
  readonly useVectors: boolean
  /** The tag to make vectors of; null for none. */
  readonly wanted: number | null
  readonly failure: string | null
}

/**
 * Takes a due data source, or keeps it: a process is counted, not each of its batches. Returns undefined if it is done or removed, or another living process has it. One that
 * ended processes too often has failed.
 */
export async function take(db: Runner, id: number, server: string): Promise<Due | undefined> {
  const takeDue = claimed.takeOne({
    id: '$1',
    server: '$2',
    where: 'vectors_due',
    set: (
      isOneTooMany,
    ) => `vector_failure = CASE WHEN ${isOneTooMany} AND vector_failure IS DISTINCT FROM 'cancelled'
      THEN 'interrupted' ELSE vector_failure END`,
  })
  const { rows } = await db.query<Due>(
    `${takeDue}
      RETURNING label, use_vectors AS "useVectors", vector_failure AS failure,
        (SELECT model_tag_id FROM vector_settings) AS wanted`,
    [id, server],
  )
  return rows[0]
}

/** Returns the chunks of a data source that are switched on and have no vector of a tag, in reading order. */
export async function chunksWithout(db: Runner, datasourceId: number, tagId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM chunks WHERE datasource_id = $1 AND NOT is_off
      AND NOT EXISTS (SELECT 1 FROM chunk_vectors v WHERE v.chunk_id = chunks.id AND v.model_tag_id = $2) ORDER BY id`,
    [datasourceId, tagId],
  )
  return rows.map(({ id }) => id)
}

/** Whether a data source has vectors of a tag. */
export async function hasVectors(db: Runner, datasourceId: number, tagId: number): Promise<boolean> {
  const { rows } = await db.query(
    'SELECT FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2 AND embedding IS NOT NULL LIMIT 1',
    [datasourceId, tagId],
  )
  return rows.length > 0
}

export interface ChunkText {
  readonly id: number
  readonly context: string
  readonly note: string
  readonly text: string
}

export async function textsOf(db: Runner, ids: readonly number[]): Promise<ChunkText[]> {
  const { rows } = await db.query<ChunkText>(
    'SELECT id, context, note, text FROM chunks WHERE id = ANY ($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows
}

interface Locked {
  readonly id: number
  readonly server: string
}

/**
 * Returns whether this process still makes the vectors of this tag of a data source, which is locked. Documents change under
 * the same lock, so a chunk that is read afterwards stays until the end of the transaction.
 */
export async function isWanted(
  db: Runner,
  { id, tagId, server }: Locked & { readonly tagId: number },
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM datasources WHERE ${claimed.isHeld('$1', '$3')} AND use_vectors
      AND (SELECT model_tag_id FROM vector_settings) = $2`,
    [id, tagId, server],
  )
  return rows.length > 0
}

/** Returns whether a data source, which is locked, still must have no vectors. */
export async function isUnwanted(
  db: Runner,
  { id, due, server }: Locked & { readonly due: Due },
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM datasources WHERE ${claimed.isHeld()} AND use_vectors = $3 AND label = $4
      AND (SELECT model_tag_id FROM vector_settings) IS NOT DISTINCT FROM $5::bigint`,
    [id, server, due.useVectors, due.label, due.wanted],
  )
  return rows.length > 0
}

/** Stores vectors; those of chunks that were removed, switched off or got another note meanwhile are left out. */
export async function insert(
  db: Runner,
  { datasourceId, tagId }: { readonly datasourceId: number; readonly tagId: number },
  vectors: readonly { readonly chunkId: number; readonly note: string; readonly bytes: Buffer | null }[],
): Promise<void> {
  await db.query({
    name: 'vectors.insert',
    text: `WITH stepped AS (${claimed.stepped}) INSERT INTO chunk_vectors (chunk_id, model_tag_id, datasource_id, embedding)
      SELECT made.id, $2::bigint, $1::bigint, made.embedding FROM unnest($3::bigint[], $4::bytea[], $5::text[]) AS made (id, embedding, note)
        JOIN chunks ON chunks.id = made.id AND chunks.note = made.note AND NOT chunks.is_off
      ON CONFLICT DO NOTHING`,
    values: [
      datasourceId,
      tagId,
      vectors.map(({ chunkId }) => chunkId),
      vectors.map(({ bytes }) => bytes),
      vectors.map(({ note }) => note),
    ],
  })
}

/** Removes the vectors of a tag that have another length; returns their number. */
export async function removeOfOtherLength(
  db: Runner,
  { datasourceId, tagId }: { readonly datasourceId: number; readonly tagId: number },
  bytes: number,
): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2 AND octet_length(embedding) <> $3',
    [datasourceId, tagId, bytes],
  )
  return rowCount ?? 0
}

/** Removes all vectors of a data source except those of `kept`. */
export async function removeOthers(db: Runner, datasourceId: number, kept: number | null): Promise<void> {
  await db.query(
    'DELETE FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id IS DISTINCT FROM $2::bigint',
    [datasourceId, kept],
  )
}

/** Removes the vectors of chunks, which are made again. */
export async function removeVectors(db: Runner, chunkIds: readonly number[]): Promise<void> {
  await db.query('DELETE FROM chunk_vectors WHERE chunk_id = ANY ($1::bigint[])', [chunkIds])
}

/** Stores that nothing is due any more, and the tag that is searched; `failure` is the reason if there is none. */
export async function storeDone(
  db: Runner,
  id: number,
  { tagId, failure }: { readonly tagId: number | null; readonly failure: string | null },
): Promise<void> {
  await db.query(
    `UPDATE datasources SET vector_tag_id = $2, vectors_due = false, vector_failure = $3, vector_server_id = NULL, vector_attempts = 0
      WHERE id = $1`,
    [id, tagId, failure],
  )
}

/** Stores why the vectors wait, or that they no longer wait. Returns whether this is new. Stopped ones stay stopped. */
export async function storeFailure(db: Runner, id: number, failure: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vector_failure = $2
      WHERE id = $1 AND vector_failure IS DISTINCT FROM $2 AND coalesce(vector_failure, '') NOT IN ${STOPPED}`,
    [id, failure],
  )
  return (rowCount ?? 0) > 0
}

export interface Progress {
  readonly useVectors: boolean
  readonly failure: string | null
  readonly isDue: boolean
  readonly done: number
  readonly total: number
}

export async function progressOf(db: Runner, id: number, tagId: number): Promise<Progress> {
  const { rows } = await db.query<Progress>(
    `SELECT use_vectors AS "useVectors", vector_failure AS failure, vectors_due AS "isDue",
        (SELECT count(*)::int FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2) AS done,
        (SELECT count(*)::int FROM chunks WHERE datasource_id = $1 AND NOT is_off) AS total
      FROM datasources WHERE id = $1`,
    [id, tagId],
  )
  return rows[0] ?? { useVectors: false, failure: null, isDue: false, done: 0, total: 0 }
}
