// The SQL of restarting failed and cancelled documents and site maps. The web counts the same ones (`hasFailed`, media/media-state.ts).
import { DATASOURCE_STATUS } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import { SITES } from '#features/sites/table.ts'
import { RECOGNITION } from '../table.ts'

const { failed, ready } = DATASOURCE_STATUS

export interface FailedDocument {
  readonly id: number
  /** Its bytes are read again; an address without bytes is fetched first. */
  readonly isRead: boolean
  /** Its address is fetched again; its text is found until then. */
  readonly isFetched: boolean
}

const IS_IDLE = 'server_id IS NULL AND (due IS NULL OR due > $2)'

/**
 * Locks the documents of a data source that failed, or whose last indexing or fetch failed, unless they are being indexed or gone.
 * A cancelled address counts as both, so it is read and fetched. The data source is locked.
 */
export async function lockFailed(db: Runner, datasourceId: number, now: Date): Promise<FailedDocument[]> {
  const { rows } = await db.query<FailedDocument>(
    `SELECT id, (status = ${failed} OR url IS NULL OR last_failure = 'cancelled') AS "isRead",
        (status = ${ready} AND url IS NOT NULL) AS "isFetched"
      FROM media
      WHERE datasource_id = $1 AND received = size AND ${IS_IDLE}
        AND (status = ${failed} OR (status = ${ready} AND last_failure <> 'gone'))
      ORDER BY id FOR UPDATE`,
    [datasourceId, now],
  )
  return rows
}

/** Makes site maps of a data source due if their last fetch failed or was cancelled. Returns their number. */
export async function setSitesDue(db: Runner, datasourceId: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE ${SITES} SET due = $2
      WHERE datasource_id = $1 AND kind = 'sitemap' AND last_failure IS NOT NULL AND ${IS_IDLE}`,
    [datasourceId, now],
  )
  return rowCount ?? 0
}

/** Makes documents be read anew in which text recognition was cancelled or found nothing. */
export async function recognizeAgain(db: Runner, ids: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE media SET recognition = NULL, extraction = NULL WHERE id = ANY ($1::bigint[]) AND recognition = ${RECOGNITION.tried}`,
    [ids],
  )
}
