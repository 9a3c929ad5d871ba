import { and, eq, sql, type SQL } from 'drizzle-orm'
import { DATASOURCE_STATUS, type DatasourceStatus } from '@polylogue/contract'
import { effectiveLevel, outsideBin, type Person, type Viewer } from '#access/index.ts'
import { countedPageOf, fits, listed, type LabelIds } from '#access/items/index.ts'
import { publishing } from '#platform/bus.ts'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { TAGS } from '#features/models/table.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { media, MEDIA_PIECES, RECOGNITION } from '#features/media/table.ts'
import { HAS_MODEL } from '#features/vectors/table.ts'
import { datasourceItem } from './item.ts'
import type { DatasourceFacts, DocumentFacts } from './rules.ts'
import { datasources } from './table.ts'

const { failed, indexing, pending, ready } = DATASOURCE_STATUS

// A document whose upload is not complete counts as a document, but it does not wait for indexing.
const documents: SQL<DocumentFacts> = sql`${sql.raw(`(SELECT json_build_object(
    'mediaCount', count(*),
    'mediaWaiting', count(*) FILTER (WHERE status < ${ready} AND received = size),
    'mediaFailed', count(*) FILTER (WHERE status = ${failed}),
    'chunks', coalesce(sum(chunks), 0),
    'size', coalesce(sum(size), 0),
    'languages', coalesce(json_agg(DISTINCT language) FILTER (WHERE language IS NOT NULL), '[]'),
    'lastIndexed', max(indexed))
  FROM media WHERE media.datasource_id = datasources.id)`)}`

/** Returns one data source that the viewer may read, with the facts of its documents. */
export async function withDocuments(
  db: Queries,
  viewer: Person,
  { id, level }: { readonly id: number; readonly level: number },
): Promise<DatasourceFacts | undefined> {
  const [found] = await listed(db, viewer, datasourceItem, [{ id, level }], { documents })
  return found
}

export interface DatasourcesQuery {
  readonly q: string | undefined
  readonly labels: LabelIds
  readonly status: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the data sources that the viewer may read and that match, with the number of all of them. */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { q, labels, status, limit, offset }: DatasourcesQuery,
): Promise<{ total: number; found: DatasourceFacts[] }> {
  const wanted = { labels, where: { status }, ...(q ? { q } : {}) }
  const condition = and(fits(viewer, datasourceItem, wanted))
  const { total, page } = await countedPageOf(db, viewer, datasourceItem, { condition, limit, offset })
  return { total, found: await listed(db, viewer, datasourceItem, page, { documents }) }
}

export interface DatasourceForQuestion extends Record<string, unknown> {
  readonly id: number
  readonly contextId: number
  readonly name: string
  readonly label: string
  readonly answersOnly: boolean
  readonly level: number
  readonly status: DatasourceStatus
  /** Whether something in it can be found, also while documents are read. */
  readonly isSearchable: boolean
}

const isSearchable = sql<boolean>`${sql.raw(`CASE datasources.status WHEN ${ready} THEN true
  ELSE EXISTS (SELECT FROM media WHERE datasource_id = datasources.id AND chunks > 0) END`)}`

/** Returns a data source with the viewer's level on it. One prepared statement, because it precedes questions. */
export async function forQuestion(
  db: Queries,
  viewer: Viewer,
  id: number,
): Promise<DatasourceForQuestion | undefined> {
  const [found] = await db
    .select({
      id: datasources.id,
      contextId: datasources.contextId,
      name: datasources.name,
      label: datasources.label,
      answersOnly: datasources.answersOnly,
      status: datasources.status,
      isSearchable,
      level: effectiveLevel(viewer, datasources.contextId),
    })
    .from(datasources)
    .where(and(eq(datasources.id, sql.placeholder('id')), outsideBin(datasources.contextId)))
    .prepare(`datasources.for-question.${viewer.kind}`)
    .execute({ id })
  return found
}

/** Documents that cannot be found yet because they are still read, and all documents. */
export interface BeingRead {
  readonly documents: number
  readonly all: number
}

export async function beingReadOf(db: Runner, id: number): Promise<BeingRead> {
  const { rows } = await db.query<BeingRead>({
    name: 'datasources.being-read',
    text: `SELECT count(*)::int AS all, count(*) FILTER (WHERE chunks = 0
        AND ((status < ${ready} AND received = size) OR (status = ${ready} AND recognition = ${RECOGNITION.due})))::int AS documents
      FROM media WHERE datasource_id = $1`,
    values: [id],
  })
  return rows[0] ?? { documents: 0, all: 0 }
}

/** Returns whether documents of these data sources are for local models only now; removed ones count as such. */
export async function areLocalOnly(
  db: Runner,
  { isLocalOnly }: Pick<Confidentiality, 'isLocalOnly'>,
  ids: readonly number[],
): Promise<boolean> {
  const { rows } = await db.query<{ label: string }>({
    name: 'datasources.labels',
    text: 'SELECT label FROM datasources WHERE id = ANY ($1::bigint[])',
    values: [ids],
  })
  return rows.length < ids.length || rows.some(({ label }) => isLocalOnly(label))
}

/** Locks a data source before its documents are changed, so that its state is computed from all of them. */
export async function lockDatasource(db: Runner, id: number): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM datasources WHERE id = $1 FOR NO KEY UPDATE', [id])
  return rows.length > 0
}

interface ManyChanged {
  /** What is set: an SQL list of columns and values. */
  readonly set: string
  /** An SQL condition on `datasources`. */
  readonly where: string
}

/**
 * Changes many data sources in one statement, which locks them in the order of their ids, as every transaction does that locks several.
 * It concerns the installation, so nothing is published for each: the caller tells of all of them with one event, or of none.
 */
export async function changeDatasources(db: Runner, { set, where }: ManyChanged): Promise<void> {
  await db.query(
    `UPDATE datasources SET ${set} WHERE id IN (SELECT id FROM datasources WHERE ${where} ORDER BY id FOR NO KEY UPDATE)`,
  )
}

/**
 * Stores the state that follows from the documents: indexing while one is read, or waits and others are done; pending while
 * all wait; ready when something can be found; else failed. The data source is locked. Returns whether the state changed.
 */
export async function storeStatus(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET status = now_is.status FROM (
        SELECT CASE
          WHEN count(*) FILTER (WHERE status = ${indexing}) > 0 THEN ${indexing}
          WHEN count(*) FILTER (WHERE status = ${pending} AND received = size) > 0
            THEN CASE WHEN count(*) FILTER (WHERE status > ${indexing}) > 0 THEN ${indexing} ELSE ${pending} END
          WHEN sum(chunks) > 0 THEN ${ready}
          WHEN count(*) FILTER (WHERE recognition = ${RECOGNITION.due}) > 0 THEN ${indexing}
          WHEN count(*) FILTER (WHERE received = size) > 0 THEN ${failed}
          ELSE ${pending} END AS status
        FROM media WHERE datasource_id = $1) AS now_is
      WHERE id = $1 AND datasources.status <> now_is.status`,
    [id],
  )
  return (rowCount ?? 0) > 0
}

/**
 * Makes the vectors of a data source due after a change of its chunks, switch or confidentiality, if an embedding model is
 * chosen.
 */
export async function setVectorsDue(db: Runner, id: number): Promise<void> {
  await db.query(
    `UPDATE datasources SET vectors_due = true
      WHERE id = $1 AND NOT vectors_due AND ${HAS_MODEL}`,
    [id],
  )
}

/**
 * Cancels the vectors that are due, and keeps the existing ones. The data source stays due until a process has
 * checked whether vectors must be removed or none is missing. Returns whether anything was cancelled.
 */
export async function cancelVectors(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vector_failure = 'cancelled', vector_server_id = NULL, vector_attempts = 0
      WHERE id = $1 AND vectors_due AND use_vectors AND vector_failure IS DISTINCT FROM 'cancelled'
        AND ${HAS_MODEL}`,
    [id],
  )
  return (rowCount ?? 0) > 0
}

/** Marks cancelled vectors as complete when the chunks without a vector are removed. */
export async function recheckVectors(db: Runner, id: number): Promise<void> {
  await db.query(`UPDATE datasources SET vectors_due = true WHERE id = $1 AND vector_failure = 'cancelled'`, [
    id,
  ])
}

const CHANGED = publishing('item.changed', { noun: "'datasource'", id: '$1::bigint' })

/** Publishes on commit that a data source or its documents changed. */
export async function publishChange(db: Runner, id: number): Promise<void> {
  await db.query(`SELECT ${CHANGED}`, [id])
}

/** A document with the keys of its bytes. */
export interface OwnDocument {
  readonly id: number
  readonly datasourceId: number
  readonly blobs: readonly string[]
}

/** Returns the documents of data sources that are deleted. */
export async function documentsOf(tx: Tx, ids: readonly number[]): Promise<OwnDocument[]> {
  const { rows } = await tx.execute<OwnDocument & Record<string, unknown>>(sql`SELECT media.id,
      media.datasource_id AS "datasourceId",
      ARRAY(SELECT blob FROM ${sql.raw(MEDIA_PIECES)} WHERE media_id = media.id)
        || coalesce(ARRAY[media.extracted], '{}') AS blobs
    FROM ${media} WHERE ${media.datasourceId} = ANY (${sql.param([...ids])}::bigint[])`)
  return rows.map(({ blobs, ...rest }) => ({ ...rest, blobs: blobs.filter((key) => key !== null) }))
}

/** Documents to read. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'documents',
    query: `SELECT (SELECT count(*) FROM media WHERE status = ${indexing}) AS running, (SELECT count(*) FROM media WHERE status = ${failed}) AS failed,
      count(*) AS waiting, min(arrived) AS oldest FROM media WHERE status = ${pending} AND received = size`,
  },
  {
    kind: 'text-recognition',
    query: `SELECT count(server_id) AS running, count(*) - count(server_id) AS waiting, 0 AS failed, min(arrived) AS oldest
      FROM media WHERE recognition = ${RECOGNITION.due} AND status = ${ready}`,
  },
]

/** Returns the name of a model tag for the audit trail; empty for none, and for one that is gone. */
export async function tagName(db: Runner, tagId: number): Promise<string> {
  if (tagId === 0) return ''
  const { rows } = await db.query<{ name: string }>(
    `SELECT "fullName" AS name FROM (${TAGS}) tags WHERE "tagId" = $1`,
    [tagId],
  )
  return rows[0]?.name ?? ''
}
