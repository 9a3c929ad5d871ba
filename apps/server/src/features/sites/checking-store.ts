// The SQL of fetching site maps and removed pages, guarded by the id of the process that fetches.
import type { MediaReason, Refresh } from '@polylogue/contract'
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { isInUse } from '#features/datasources/table.ts'
import type { Takeable, TakenSite } from '#features/media/index.ts'

export const { stillHeld } = claimedRows({
  table: 'media_sites',
  isWanted: isInUse('media_sites.datasource_id'),
})

/** Takes the next site map of a person that is due; undefined when there is none. */
export async function take(
  db: Runner,
  userId: number,
  server: string,
  { busy, now }: Takeable,
): Promise<TakenSite | undefined> {
  const { rows } = await db.query<TakenSite>(
    `UPDATE media_sites SET attempts = attempts + 1, server_id = $4
      WHERE id = (SELECT id FROM media_sites WHERE due <= $2 AND server_id IS NULL AND host <> ALL ($1::text[])
        AND ${isInUse('media_sites.datasource_id')}
        AND user_id IS NOT DISTINCT FROM nullif($3::bigint, 0) ORDER BY due, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, datasource_id AS "datasourceId", kind, url, host, attempts, failures`,
    [busy, now, userId, server],
  )
  return rows[0]
}

/** Locks a site map if this process still fetches it, and returns how often it is refreshed now. */
export async function lockTaken(db: Runner, id: number, server: string): Promise<Refresh | undefined> {
  const { rows } = await db.query<{ refresh: Refresh }>(
    'SELECT refresh FROM media_sites WHERE id = $1 AND server_id = $2 FOR UPDATE',
    [id, server],
  )
  return rows[0]?.refresh
}

/** Gives a site map back, so that it is due again, and subtracts `attempts` from its count. */
export async function release(db: Runner, id: number, server: string, attempts: 0 | 1): Promise<void> {
  await db.query(
    'UPDATE media_sites SET server_id = NULL, attempts = attempts - $3 WHERE id = $1 AND server_id = $2',
    [id, server, attempts],
  )
}

/** Stores the outcome of a fetch. A failure keeps the time of the last success. */
export async function storeChecked(
  db: Runner,
  id: number,
  outcome: {
    readonly at: Date
    readonly due: Date | null
    readonly failure: MediaReason | null
    readonly failures: number
  },
): Promise<void> {
  const { at, due, failure, failures } = outcome
  await db.query(
    `UPDATE media_sites SET server_id = NULL, attempts = 0, due = $2, last_failure = $3, failures = $4,
      checked = CASE WHEN $3::text IS NULL THEN $5 ELSE checked END WHERE id = $1`,
    [id, due, failure, failures, at],
  )
}
