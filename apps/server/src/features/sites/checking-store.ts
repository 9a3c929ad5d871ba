// The SQL of fetching site maps and removed pages, guarded by the id of the process that fetches.
import type { MediaReason, Refresh } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { Takeable, TakenSite } from '#features/media/index.ts'
import { IN_USE, siteMaps } from './table.ts'

/** Takes the next site map of a person that is due; undefined when there is none. */
export async function take(
  db: Runner,
  userId: number,
  server: string,
  { busy, now }: Takeable,
): Promise<TakenSite | undefined> {
  const where = `due <= $2 AND server_id IS NULL AND host <> ALL ($1::text[]) AND ${IN_USE}
    AND user_id IS NOT DISTINCT FROM nullif($3::bigint, 0)`
  const { rows } = await db.query<TakenSite>(
    `${siteMaps.takeNext({ server: '$4', where, order: 'due, id' })}
      RETURNING id, datasource_id AS "datasourceId", kind, url, host, attempts, failures`,
    [busy, now, userId, server],
  )
  return rows[0]
}

/** Locks a site map if this process still fetches it, and returns how often it is refreshed now. */
export async function lockTaken(db: Runner, id: number, server: string): Promise<Refresh | undefined> {
  const { rows } = await db.query<{ refresh: Refresh }>(
    `SELECT refresh FROM media_sites WHERE ${siteMaps.isHeld()} FOR UPDATE`,
    [id, server],
  )
  return rows[0]?.refresh
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
