// The SQL of passages that are switched off.
import type { SwitchedOffChunk } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'

/** Characters of a text that are read. */
const EXCERPT = 400

export async function countOff(db: Runner, datasourceId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chunks WHERE datasource_id = $1 AND is_off',
    [datasourceId],
  )
  return rows[0]?.count ?? 0
}

/** Returns a page of passages that are off, in the order in which the documents were added. */
export async function pageOfOff(
  db: Runner,
  datasourceId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SwitchedOffChunk[]> {
  const { rows } = await db.query<SwitchedOffChunk>(
    `SELECT c.id AS "chunkId", c.media_id AS "mediaId", m.name AS title, c.ordinal + 1 AS number, c.from_at AS "from", c.to_at AS "to",
        c.page, c.heading, c.note, left(c.text, $4) AS excerpt, length(c.text) > $4 AS "isExcerpt"
      FROM chunks c JOIN media m ON m.id = c.media_id
      WHERE c.datasource_id = $1 AND c.is_off ORDER BY c.media_id, c.ordinal LIMIT $2 OFFSET $3`,
    [datasourceId, limit, offset, EXCERPT],
  )
  return rows
}
