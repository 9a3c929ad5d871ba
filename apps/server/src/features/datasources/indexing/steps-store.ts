// The SQL of indexing: every step is guarded by the id of the process that has taken the document.
import type { Database, Runner } from '../../../platform/db/index.ts'
import type { ReadWarning } from '../../../platform/documents/index.ts'
import { mediaStore } from '../media/index.ts'
import { lockDatasource, storeStatus } from '../store.ts'

/** How often reading a document begins before it counts as failed (quality bar R5). */
export const ATTEMPTS = 3

/** A document that this process reads, with the settings of its data source. */
export interface Taken {
  readonly id: number
  readonly datasourceId: number
  readonly userId: number
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly url: string | null
  readonly attempts: number
  readonly extracted: string | null
  readonly extraction: number | null
  readonly characters: number
  readonly pages: number | null
  readonly warnings: readonly ReadWarning[]
  readonly useContextual: boolean
  readonly chunkSize: number
  readonly chunkOverlap: number
}

const WAITS = 'status = 0 AND received = size'

/** Returns the people with waiting documents; 0 stands for deleted accounts. */
export async function waitingPeople(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ userId: number }>(
    `SELECT DISTINCT coalesce(user_id, 0) AS "userId" FROM media WHERE ${WAITS}`,
  )
  return rows.map(({ userId }) => userId)
}

/** Takes the next document of a person; undefined when there is none. */
export async function take(db: Runner, userId: number, server: string): Promise<Taken | undefined> {
  const { rows } = await db.query<Taken>(
    `WITH taken AS (
        UPDATE media SET status = 1, attempts = attempts + 1, server_id = $2, reason = NULL
        WHERE id = (SELECT id FROM media WHERE ${WAITS} AND user_id IS NOT DISTINCT FROM nullif($1::bigint, 0)
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING *)
      SELECT taken.id, taken.datasource_id AS "datasourceId", coalesce(taken.user_id, 0) AS "userId", taken.name,
        taken.mime_type AS "mimeType", taken.size, taken.url, taken.attempts, taken.extracted, taken.extraction, taken.characters, taken.pages,
        taken.warnings, datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap"
      FROM taken JOIN datasources ON datasources.id = taken.datasource_id`,
    [userId, server],
  )
  return rows[0]
}

type Settings = Pick<Taken, 'useContextual' | 'chunkSize' | 'chunkOverlap'>

/** Locks a document if this process still reads it, and returns the settings of its data source now. */
export async function lockTaken(db: Runner, id: number, server: string): Promise<Settings | undefined> {
  const { rows } = await db.query<Settings>(
    `SELECT datasources.use_contextual AS "useContextual", datasources.chunk_size AS "chunkSize",
        datasources.chunk_overlap AS "chunkOverlap"
      FROM media JOIN datasources ON datasources.id = media.datasource_id
      WHERE media.id = $1 AND media.status = 1 AND media.server_id = $2 FOR UPDATE OF media`,
    [id, server],
  )
  return rows[0]
}

export const sameSettings = (one: Settings, other: Settings): boolean =>
  one.useContextual === other.useContextual &&
  one.chunkSize === other.chunkSize &&
  one.chunkOverlap === other.chunkOverlap

/** Gives a document back, so that it waits again; `attempts` are taken off its count. */
export async function release(db: Runner, id: number, server: string, attempts: 0 | 1): Promise<void> {
  await db.query(
    `UPDATE media SET status = 0, server_id = NULL, attempts = attempts - $3 WHERE id = $1 AND status = 1 AND server_id = $2`,
    [id, server, attempts],
  )
}

export async function removeChunks(db: Runner, id: number): Promise<void> {
  await mediaStore.setStale(db, [id])
  await db.query('DELETE FROM chunks WHERE media_id = $1', [id])
}

export async function storeFetched(
  db: Runner,
  id: number,
  { mimeType, size }: { mimeType: string; size: number },
): Promise<void> {
  await db.query('UPDATE media SET mime_type = $2, size = $3 WHERE id = $1', [id, mimeType, size])
}

/** Stores that a document is indexed; one whose settings changed meanwhile waits again, and its chunks are found until then. */
export async function storeIndexed(
  db: Runner,
  id: number,
  facts: {
    readonly extracted: string
    readonly extraction: number
    readonly pages: number | null
    readonly warnings: readonly ReadWarning[]
    readonly characters: number
    readonly chunks: number
    readonly language: string | null
    readonly isCurrent: boolean
    readonly at: Date
  },
): Promise<void> {
  const { extracted, extraction, pages, warnings, characters, chunks, language, isCurrent, at } = facts
  await db.query(
    `UPDATE media SET status = $2, reason = NULL, server_id = NULL, attempts = 0, extracted = $3, extraction = $4, pages = $5,
      warnings = $6, characters = $7, chunks = $8, language = $9, indexed = $10 WHERE id = $1`,
    [
      id,
      isCurrent ? 2 : 0,
      extracted,
      extraction,
      pages,
      JSON.stringify(warnings),
      characters,
      chunks,
      language,
      at,
    ],
  )
}

/**
 * Makes documents wait again that nobody reads: those of dead processes, and those of this one that are not `running`, because
 * the database failed in the middle. What killed three processes counts as failed.
 */
export async function reopenAbandoned(
  db: Database,
  { server, running }: { readonly server: string; readonly running: readonly number[] },
): Promise<void> {
  const { rows } = await db.pool.query<{ datasourceId: number }>(
    `UPDATE media SET server_id = NULL, status = CASE WHEN attempts >= $1 THEN 3 ELSE 0 END,
        reason = CASE WHEN attempts >= $1 THEN 'interrupted' END
      WHERE status = 1 AND (NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = media.server_id)
        OR (server_id = $2 AND id <> ALL ($3::bigint[])))
      RETURNING datasource_id AS "datasourceId"`,
    [ATTEMPTS, server, running],
  )
  for (const id of new Set(rows.map(({ datasourceId }) => datasourceId)))
    await db.transaction(async (_, client) => {
      await lockDatasource(client, id)
      await storeStatus(client, id)
    })
}

/** Returns the data sources with segments to write anew, or with many of them. */
export async function unmerged(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT datasource_id AS id FROM chunk_segments GROUP BY datasource_id HAVING bool_or(stale) OR count(*) >= 8`,
  )
  return rows.map(({ id }) => id)
}
