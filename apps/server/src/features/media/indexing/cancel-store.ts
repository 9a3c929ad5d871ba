// The SQL of cancelling. It only takes a document from its process, because each step checks that the process still holds it.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import { SITES } from '#features/sites/table.ts'
import { RECOGNITION } from '../table.ts'

const { failed, indexing, pending, ready } = DATASOURCE_STATUS

/** When cancelled addresses are fetched next. */
export interface Next {
  readonly now: Date
  readonly daily: Date
  readonly weekly: Date
}

const NEXT_DUE = `CASE refresh WHEN 'daily' THEN $3::timestamptz WHEN 'weekly' THEN $4::timestamptz END`
const KEEPS_TEXT = `(chunks > 0 OR status = ${ready})`

/**
 * Cancels waiting and running documents, all of them if `ids` is undefined, but not those that are read again by themselves. Earlier texts and marks of gone pages stay. Validators
 * are deleted, so that the next fetch indexes also an unchanged address. Lock the data source first. Returns the number.
 */
export async function cancelDocuments(
  db: Runner,
  datasourceId: number,
  ids: readonly number[] | undefined,
  { now, daily, weekly }: Next,
): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE media SET server_id = NULL, attempts = 0, recognition = CASE recognition WHEN ${RECOGNITION.due} THEN ${RECOGNITION.tried} ELSE recognition END,
        status = CASE WHEN ${KEEPS_TEXT} THEN ${ready} ELSE ${failed} END,
        reason = CASE WHEN NOT ${KEEPS_TEXT} THEN 'cancelled' END,
        last_failure = CASE WHEN ${KEEPS_TEXT} THEN CASE last_failure WHEN 'gone' THEN 'gone' ELSE 'cancelled' END END,
        answered_url = NULL, content_hash = NULL,
        due = CASE WHEN due > $2 THEN due WHEN due IS NULL AND last_failure = 'gone' THEN NULL ELSE ${NEXT_DUE} END
      WHERE datasource_id = $1 AND ($5::bigint[] IS NULL OR id = ANY ($5::bigint[]))
        AND ((status = ${pending} AND received = size) OR status = ${indexing} OR due <= $2 OR recognition = ${RECOGNITION.due})`,
    [datasourceId, now, daily, weekly, ids ?? null],
  )
  return rowCount ?? 0
}

/** Cancels the site maps of a data source that are due or being fetched. The data source is locked. Returns their number. */
export async function cancelSites(
  db: Runner,
  datasourceId: number,
  { now, daily, weekly }: Next,
): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE ${SITES} SET server_id = NULL, attempts = 0, last_failure = 'cancelled', due = ${NEXT_DUE}
      WHERE datasource_id = $1 AND (server_id IS NOT NULL OR due <= $2)`,
    [datasourceId, now, daily, weekly],
  )
  return rowCount ?? 0
}
