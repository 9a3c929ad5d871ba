// The SQL of text recognition when the process starts: its packages may have been added or removed since.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import type { Database, Runner } from '#platform/db/index.ts'
import { refreshStatus } from '#features/datasources/index.ts'
import { RECOGNITION } from '../table.ts'

const { failed, pending, ready } = DATASOURCE_STATUS

const OFFICE = `(mime_type LIKE 'application/vnd.openxmlformats-officedocument.%.document'
  OR mime_type LIKE 'application/vnd.openxmlformats-officedocument.%.presentation'
  OR mime_type IN ('application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.presentation'))`
const RECOGNIZABLE = `(mime_type = 'application/pdf' OR (mime_type LIKE 'image/%' AND mime_type <> 'image/svg+xml') OR ${OFFICE})`
const HAS_SCANS = `(mime_type LIKE 'image/%' OR warnings @> '[{"code": "pages_without_text"}]'
  OR (${OFFICE} AND warnings @> '[{"code": "pictures"}]'))`

/** Makes text recognition due for documents that were read without it, or gives up what waits for it. */
export async function adaptRecognitions(db: Database, isInstalled: boolean): Promise<void> {
  const changed = await (isInstalled ? makeDue(db.pool) : giveUp(db.pool))
  for (const id of new Set(changed)) await refreshStatus(db, id)
}

/** Scans without any text failed: they are read again. */
async function makeDue(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE media SET recognition = CASE status WHEN ${ready} THEN ${RECOGNITION.due} END, reason = CASE status WHEN ${ready} THEN reason END,
        status = CASE status WHEN ${failed} THEN ${pending} ELSE status END, attempts = 0
      WHERE recognition IS NULL AND server_id IS NULL AND received = size AND size > 0 AND ${RECOGNIZABLE}
        AND ((status = ${ready} AND ${HAS_SCANS}) OR (status = ${failed} AND reason = 'no_text'))
      RETURNING datasource_id AS id`,
  )
  return rows.map(({ id }) => id)
}

async function giveUp(db: Runner): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE media SET recognition = NULL,
        status = CASE WHEN status = ${ready} AND chunks = 0 AND mime_type NOT LIKE 'image/%' THEN ${failed} ELSE status END,
        reason = CASE WHEN status = ${ready} AND chunks = 0 AND mime_type NOT LIKE 'image/%' THEN 'no_text' ELSE reason END
      WHERE recognition = ${RECOGNITION.due} RETURNING datasource_id AS id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes the scans of a data source be read again, in other languages or by another model. Their text is found until then. A process
 * that recognises one loses it, so that a model which was taken away gets no further pages; an address that is fetched is kept.
 */
export async function recognizeSourceAgain(db: Runner, datasourceId: number): Promise<void> {
  await db.query(
    `UPDATE media SET recognition = CASE status WHEN ${ready} THEN ${RECOGNITION.due} END, attempts = 0, server_id = NULL,
        reason = CASE status WHEN ${failed} THEN NULL ELSE reason END, extraction = CASE status WHEN ${failed} THEN NULL ELSE extraction END,
        status = CASE status WHEN ${failed} THEN ${pending} ELSE status END
      WHERE datasource_id = $1 AND received = size AND size > 0 AND last_failure IS DISTINCT FROM 'cancelled' AND (
        (server_id IS NULL AND recognition = ${RECOGNITION.tried} AND (status = ${ready} OR (status = ${failed} AND reason = 'no_text')))
        OR (server_id IS NOT NULL AND status = ${ready} AND (recognition = ${RECOGNITION.due} OR (recognition = ${RECOGNITION.tried} AND url IS NULL))))`,
    [datasourceId],
  )
}
