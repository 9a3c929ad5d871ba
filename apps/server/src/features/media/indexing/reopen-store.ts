// The SQL of documents and site maps whose process died or gave them up.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import { ATTEMPTS, processIsGone } from '#platform/claims/index.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import { SITES } from '#features/sites/table.ts'
import { refreshStatus } from '#features/datasources/index.ts'
import { RECOGNITION } from '../table.ts'

const { failed, indexing, pending } = DATASOURCE_STATUS

export interface Running {
  readonly server: string
  /** Documents that this process reads. */
  readonly running: readonly number[]
  /** Site maps that it fetches. */
  readonly sites?: readonly number[]
  readonly now?: Date
}

const NOBODY = (table: string) =>
  `(${processIsGone(`${table}.server_id`)}
    OR (server_id = $2 AND id <> ALL ($3::bigint[])))`

/** An address that killed so many processes while it was fetched again is due after a day. */
const GIVEN_UP = `server_id = NULL,
  attempts = CASE WHEN attempts >= $1 THEN 0 ELSE attempts END,
  failures = failures + CASE WHEN attempts >= $1 THEN 1 ELSE 0 END,
  last_failure = CASE WHEN attempts >= $1 THEN 'damaged' ELSE last_failure END,
  due = CASE WHEN attempts < $1 THEN due WHEN refresh <> 'none' THEN $4::timestamptz + interval '1 day' END`

/**
 * Makes documents wait again that no process reads: those of dead processes, and those of this process that are not in `running`
 * because the database failed meanwhile. A document that killed three processes counts as failed.
 */
export async function reopenAbandoned(
  db: Database,
  { server, running, sites = [], now = new Date() }: Running,
): Promise<void> {
  const { rows } = await db.pool.query<{ datasourceId: number }>(
    `UPDATE media SET server_id = NULL, status = CASE WHEN attempts >= $1 THEN ${failed} ELSE ${pending} END,
        reason = CASE WHEN attempts >= $1 THEN 'interrupted' END
      WHERE status = ${indexing} AND ${NOBODY('media')}
      RETURNING datasource_id AS "datasourceId"`,
    [ATTEMPTS, server, running],
  )
  for (const id of new Set(rows.map(({ datasourceId }) => datasourceId))) await refreshStatus(db, id)
  await reopenRefreshes(db.pool, { server, running, sites, now })
}

async function reopenRefreshes(
  db: Runner,
  { server, running, sites, now }: Required<Running>,
): Promise<void> {
  await db.query(
    `UPDATE media SET ${GIVEN_UP}, recognition = CASE WHEN attempts >= $1 THEN ${RECOGNITION.tried} ELSE recognition END
      WHERE server_id IS NOT NULL AND status <> ${indexing} AND ${NOBODY('media')}`,
    [ATTEMPTS, server, running, now],
  )
  await db.query(`UPDATE ${SITES} SET ${GIVEN_UP} WHERE server_id IS NOT NULL AND ${NOBODY(SITES)}`, [
    ATTEMPTS,
    server,
    sites,
    now,
  ])
}
