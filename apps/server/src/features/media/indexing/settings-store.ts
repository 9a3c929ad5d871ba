// The SQL of the settings of chunks. The document is locked for changes.
import type { Chunk } from '@polylogue/retrieval'
import type { Runner } from '#platform/db/index.ts'
import { removeVectors } from '#features/vectors/index.ts'
import { isUnset, keyOf, type ChunkSetting, type StoredSetting } from './settings.ts'

export async function settingsOf(db: Runner, mediaId: number): Promise<StoredSetting[]> {
  const { rows } = await db.query<StoredSetting>(
    'SELECT hash, length, is_off AS "isOff", note FROM chunk_settings WHERE media_id = $1',
    [mediaId],
  )
  return rows
}

/** Stores the setting of a text of a document; it stays when the document is indexed again. */
export async function keep(
  db: Runner,
  mediaId: number,
  { text, ...setting }: ChunkSetting & { readonly text: string },
): Promise<void> {
  const { hash, length } = keyOf(text)
  await db.query('DELETE FROM chunk_settings WHERE media_id = $1 AND hash = $2', [mediaId, hash])
  if (!isUnset(setting))
    await db.query(
      'INSERT INTO chunk_settings (media_id, hash, length, is_off, note) VALUES ($1, $2, $3, $4, $5)',
      [mediaId, hash, length, setting.isOff, setting.note],
    )
  await db.query('UPDATE media SET edition = edition + 1 WHERE id = $1', [mediaId])
}

/** Stores the settings of chunks, and removes their vectors, which are made again. */
export async function apply(
  db: Runner,
  chunks: readonly { readonly id: number; readonly setting: ChunkSetting }[],
): Promise<void> {
  if (chunks.length === 0) return
  const ids = chunks.map(({ id }) => id)
  await db.query({
    name: 'chunks.set',
    text: `UPDATE chunks SET is_off = made.is_off, note = made.note
      FROM unnest($1::bigint[], $2::boolean[], $3::text[]) AS made (id, is_off, note) WHERE chunks.id = made.id`,
    values: [ids, chunks.map(({ setting }) => setting.isOff), chunks.map(({ setting }) => setting.note)],
  })
  await removeVectors(db, ids)
}

/** A stored chunk with its setting. */
export type SetChunk = Chunk & ChunkSetting & { readonly id: number }

/** Returns the ids of the chunks before and after these ones. */
export async function neighboursOf(
  db: Runner,
  mediaId: number,
  chunks: readonly SetChunk[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM chunks WHERE media_id = $1 AND ordinal = ANY ($2::int[])',
    [mediaId, chunks.flatMap(({ ordinal }) => [ordinal - 1, ordinal + 1])],
  )
  return rows.map(({ id }) => id)
}

/** Returns how many of these chunks of a document have still the same text and context. */
export async function countSame(db: Runner, mediaId: number, chunks: readonly SetChunk[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM chunks JOIN unnest($2::bigint[], $3::bytea[]) AS known (id, hash) USING (id, hash)
      WHERE media_id = $1`,
    [mediaId, chunks.map(({ id }) => id), chunks.map(({ hash }) => hash)],
  )
  return rows[0]?.count ?? 0
}

/** Returns the chunks of a document that have the same text as one of them, in order; none when that chunk is gone. */
export async function alike(db: Runner, mediaId: number, chunkId: number): Promise<SetChunk[]> {
  const { rows } = await db.query<SetChunk>(
    // The beginnings are compared first: the database unpacks only those of the other texts.
    `WITH wanted AS (SELECT btrim(text, E' \\t\\r\\n') AS text FROM chunks WHERE id = $2 AND media_id = $1)
      SELECT id, ordinal, page, heading, context, from_at AS "from", to_at AS "to", tokens, hash, chunks.text,
        coalesce(marks, '{"places": [], "tables": []}') AS marks, is_off AS "isOff", note
      FROM chunks, wanted
      WHERE media_id = $1 AND strpos(left(chunks.text, 400), left(wanted.text, 60)) > 0
        AND strpos(chunks.text, wanted.text) > 0 ORDER BY ordinal`,
    [mediaId, chunkId],
  )
  const wanted = rows.find(({ id }) => id === chunkId)?.text.trim()
  return rows.filter(({ text }) => text.trim() === wanted)
}
