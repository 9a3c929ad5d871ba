// The SQL of documents and site maps whose process died or gave them up.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import type { Database, Runner } from '#platform/db/index.ts'
import { siteMaps } from '#features/sites/table.ts'
import { refreshStatus } from '#features/datasources/index.ts'
import { RECOGNITION } from '../table.ts'
import { documents } from './claimed-store.ts'

const { failed, indexing, pending } = DATASOURCE_STATUS

export interface Running {
  readonly server: string
  /** Documents that this process reads. */
  readonly running: readonly number[]
  /** Site maps that it fetches. */
  readonly sites?: readonly number[]
  readonly now?: Date
}

/** The placeholders of every statement. */
const PROCESS = { server: '$1', working: '$2' }

/** An address that killed so many processes while it was fetched again is due after a day. */
const givenUpIf = (isLast: string) => `attempts = CASE WHEN ${isLast} THEN 0 ELSE attempts END,
  failures = failures + CASE WHEN ${isLast} THEN 1 ELSE 0 END,
  last_failure = CASE WHEN ${isLast} THEN 'damaged' ELSE last_failure END,
  due = CASE WHEN NOT (${isLast}) THEN due WHEN refresh <> 'none' THEN $3::timestamptz + interval '1 day' END`

/**
 * Makes documents wait again that no process reads: those of dead processes, and those of this process that are not in `running`
 * because the database failed meanwhile. A document that killed three processes counts as failed.
 */
export async function reopenAbandoned(
  db: Database,
  { server, running, sites = [], now = new Date() }: Running,
): Promise<void> {
  const reopen = documents.reopen({
    ...PROCESS,
    where: `status = ${indexing}`,
    set: (isLast) => `status = CASE WHEN ${isLast} THEN ${failed} ELSE ${pending} END,
      reason = CASE WHEN ${isLast} THEN 'interrupted' END`,
  })
  const { rows } = await db.pool.query<{ datasourceId: number }>(
    `${reopen} RETURNING datasource_id AS "datasourceId"`,
    [server, running],
  )
  for (const id of new Set(rows.map(({ datasourceId }) => datasourceId))) await refreshStatus(db, id)
  await reopenRefreshes(db.pool, { server, running, sites, now })
}

async function reopenRefreshes(
  db: Runner,
  { server, running, sites, now }: Required<Running>,
): Promise<void> {
  const reopen = documents.reopen({
    ...PROCESS,
    where: `server_id IS NOT NULL AND status <> ${indexing}`,
    set: (isLast) => `${givenUpIf(isLast)},
      recognition = CASE WHEN ${isLast} THEN ${RECOGNITION.tried} ELSE recognition END`,
  })
  await db.query(reopen, [server, running, now])
  await db.query(siteMaps.reopen({ ...PROCESS, where: 'server_id IS NOT NULL', set: givenUpIf }), [
    server,
    sites,
    now,
  ])
}
