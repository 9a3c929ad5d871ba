// The SQL of documents that keep chunks. The document is locked.
import type { Chunk } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import type { KnownChunk } from './reuse.ts'

const BATCH_ROWS = 2_000

export async function knownChunks(db: Runner, mediaId: number): Promise<KnownChunk[]> {
  const { rows } = await db.query<KnownChunk>(
    'SELECT id, ordinal, hash, is_off AS "isOff", note FROM chunks WHERE media_id = $1 ORDER BY ordinal',
    [mediaId],
  )
  return rows
}

/** Stores the places of kept chunks in the new version. */
export async function moveChunks(
  db: Runner,
  chunks: readonly { readonly id: number; readonly chunk: Chunk }[],
): Promise<void> {
  for (let at = 0; at < chunks.length; at += BATCH_ROWS) {
    const some = chunks.slice(at, at + BATCH_ROWS)
    await db.query({
      name: 'chunks.move',
      text: `UPDATE chunks SET ordinal = moved.ordinal, page = moved.page, heading = moved.heading,
          from_at = moved.from_at, to_at = moved.to_at, marks = moved.marks
        FROM unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::int[], $6::int[], $7::jsonb[])
          AS moved (id, ordinal, page, heading, from_at, to_at, marks)
        WHERE chunks.id = moved.id AND (chunks.ordinal, chunks.page, chunks.heading, chunks.from_at, chunks.to_at, chunks.marks)
          IS DISTINCT FROM (moved.ordinal, moved.page, moved.heading, moved.from_at, moved.to_at, moved.marks)`,
      values: [
        some.map(({ id }) => id),
        some.map(({ chunk }) => chunk.ordinal),
        some.map(({ chunk }) => chunk.page),
        some.map(({ chunk }) => chunk.heading),
        some.map(({ chunk }) => chunk.from),
        some.map(({ chunk }) => chunk.to),
        some.map(({ chunk }) => JSON.stringify(chunk.marks)),
      ],
    })
  }
}

export async function removeChunks(db: Runner, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.query('DELETE FROM chunks WHERE id = ANY ($1::bigint[])', [ids])
}

/** Locks the segments that have chunks of a document, and returns their places. */
export async function segmentsWith(
  db: Runner,
  { id, datasourceId }: { readonly id: number; readonly datasourceId: number },
): Promise<{ id: number; places: Buffer }[]> {
  const { rows } = await db.query<{ id: number; places: Buffer }>(
    `SELECT id, places FROM chunk_segments WHERE datasource_id = $1 AND media_ids && ARRAY[$2::bigint] AND server_id IS NULL
      ORDER BY id FOR UPDATE`,
    [datasourceId, id],
  )
  return rows
}

/** Stores the places of a segment and marks it to be rewritten. */
export async function storePlaces(db: Runner, id: number, places: Buffer | undefined): Promise<void> {
  await db.query(
    `UPDATE chunk_segments SET stale = true, revision = revision + 1, places = coalesce($2, places) WHERE id = $1`,
    [id, places ?? null],
  )
}
