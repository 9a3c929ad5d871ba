// The SQL of requests: lists for reviewers and askers, and deciding.
import { eq, sql, type SQL } from 'drizzle-orm'
import {
  askingOnce,
  contextLevel,
  effectiveLevel,
  HOLDING_TYPES,
  LEVEL,
  sameSide,
  writersAmong,
  type Person,
} from '#access/index.ts'
import { contexts, publications } from '#access/table.ts'
import { msOf } from '#platform/db/columns.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { RequestFacts } from './rules.ts'
import { NEEDED, STANDS } from './table.ts'

const COLUMNS = sql`request.id, request.context_id AS "contextId", item.type_id AS "typeId", item.name,
  request.group_context_id AS "groupContextId", held.name AS "groupName",
  request.can_write AS "canWrite", request.can_admin AS "canAdmin",
  EXISTS (SELECT 1 FROM approved_texts kept WHERE kept.context_id = request.context_id
    AND kept.group_context_id = request.group_context_id) AS changed,
  json_build_object('id', asker.id, 'contextId', asker.context_id, 'firstName', asker.first_name,
    'lastName', asker.last_name) AS asker,
  ${msOf('request.created')} AS created, ${msOf('request.declined')} AS declined,
  CASE WHEN decliner.id IS NOT NULL THEN json_build_object('id', decliner.id, 'firstName', decliner.first_name,
    'lastName', decliner.last_name) END AS decliner,
  request.reason`

const TABLES = sql`publications request
  JOIN contexts item ON item.id = request.context_id
  JOIN contexts held ON held.id = request.group_context_id
  JOIN users asker ON asker.id = request.asker_id
  LEFT JOIN users decliner ON decliner.id = request.declined_by`

const waits = (viewer: Person) =>
  sql`request.declined IS NULL AND ${sameSide(viewer, sql.raw('asker.tenant_context_id'))} AND ${STANDS}`

type Row = Omit<RequestFacts, 'created' | 'declined'> & { created: number; declined: number | null }

const toFacts = ({ created, declined, ...facts }: Row): RequestFacts => ({
  ...facts,
  created: new Date(created),
  declined: declined === null ? null : new Date(declined),
})

export interface Slice {
  readonly offset: number
  readonly limit: number
  /** The types of the items that the viewer may use. */
  readonly types: readonly number[]
}

const ofTypes = ({ types }: Slice) => sql`item.type_id = ANY (${sql.param([...types])}::smallint[])`

async function page(db: Queries, query: SQL): Promise<{ total: number; requests: RequestFacts[] }> {
  const { rows } = await db.execute<Row & { total: number } & Record<string, unknown>>(query)
  return { total: rows[0]?.total ?? 0, requests: rows.map(toFacts) }
}

/** Returns the requests that wait for the viewer's approval, group by group, the oldest first, and how many there are. */
export async function waitingFor(db: Queries, viewer: Person, slice: Slice) {
  const { once, asked } = askingOnce(viewer)
  const level = contextLevel(viewer, sql.raw('asking.id'), { managing: false, asked })
  return page(
    db,
    sql`${once}, reviewed AS MATERIALIZED (
        SELECT asking.id FROM (SELECT DISTINCT group_context_id AS id FROM publications
          WHERE declined IS NULL OFFSET 0) AS asking
        WHERE ${level} >= ${LEVEL.write})
      SELECT ${COLUMNS}, (count(*) OVER ())::int AS total FROM ${TABLES}
      WHERE request.group_context_id IN (SELECT id FROM reviewed) AND ${waits(viewer)} AND ${ofTypes(slice)}
      ORDER BY lower(held.name), held.id, request.created, request.id
      LIMIT ${slice.limit} OFFSET ${slice.offset}`,
  )
}

/** Returns the viewer's own requests, the newest first, and how many there are. */
export async function ownOf(db: Queries, viewer: Person, slice: Slice) {
  return page(
    db,
    sql`SELECT ${COLUMNS}, (count(*) OVER ())::int AS total FROM ${TABLES}
      WHERE request.asker_id = ${viewer.userId} AND ${STANDS} AND ${ofTypes(slice)}
      ORDER BY request.created DESC, request.id DESC LIMIT ${slice.limit} OFFSET ${slice.offset}`,
  )
}

/** Returns the requests to publish an item, in the order of their groups' names. */
export async function ofItem(db: Queries, contextId: number): Promise<RequestFacts[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`SELECT ${COLUMNS} FROM ${TABLES}
    WHERE request.context_id = ${contextId} AND ${STANDS} ORDER BY lower(held.name), held.id`)
  return rows.map(toFacts)
}

/**
 * Returns the name and type of an item and the viewer's level on it, by its context; undefined for people, groups and unknown
 * contexts.
 */
export async function levelOnItem(
  db: Queries,
  viewer: Person,
  contextId: number,
): Promise<{ level: number; name: string; typeId: number } | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, contexts.id), name: contexts.name, typeId: contexts.typeId })
    .from(contexts)
    .where(
      sql`${contexts.id} = ${contextId} AND ${contexts.typeId} NOT IN (${sql.raw(HOLDING_TYPES.join(', '))})`,
    )
  return found
}

/** A waiting request with the viewer's own level in its group, which is at least write. */
export type Reviewed = RequestFacts & { readonly level: number }

/**
 * Returns a request that the viewer may decide on. Everything else is undefined, so that a member who may only read does not
 * learn of the item.
 */
export async function reviewed(db: Queries, viewer: Person, id: number): Promise<Reviewed | undefined> {
  const level = contextLevel(viewer, sql.raw('request.group_context_id'), { managing: false })
  const { rows } = await db.execute<Row & { level: number } & Record<string, unknown>>(
    sql`SELECT ${COLUMNS}, ${level} AS level FROM ${TABLES}
      WHERE request.id = ${id} AND ${waits(viewer)} AND ${level} >= ${LEVEL.write}`,
  )
  const [found] = rows
  return found && { ...toFacts(found), level: found.level }
}

/** Returns the names of the items of those of these requests that the viewer may decide on, by request. */
export async function namesToReview(
  db: Queries,
  viewer: Person,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { once, asked } = askingOnce(viewer)
  const level = contextLevel(viewer, sql.raw('request.group_context_id'), { managing: false, asked })
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`${once} SELECT request.id, item.name FROM ${TABLES}
      WHERE request.id = ANY (${sql.param([...ids])}::bigint[]) AND ${waits(viewer)} AND ${level} >= ${LEVEL.write}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks a request's row before it is read, so that only one decision is made. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: publications.id }).from(publications).where(eq(publications.id, id)).for('update')
}

/** Locks an item's context, as leaving and ending a share do. */
export async function lockContext(tx: Tx, contextId: number): Promise<void> {
  await tx.select({ id: contexts.id }).from(contexts).where(eq(contexts.id, contextId)).for('no key update')
}

export async function decline(
  tx: Tx,
  id: number,
  by: { readonly userId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  const { userId: declinedBy, at: declined, reason } = by
  await tx.update(publications).set({ declined, declinedBy, reason }).where(eq(publications.id, id))
}

/** Returns a request that the viewer may withdraw: one of an item to which they have admin access, or their own. */
export async function ownItems(db: Queries, viewer: Person, id: number): Promise<RequestFacts | undefined> {
  const level = effectiveLevel(viewer, sql.raw('request.context_id'))
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`SELECT ${COLUMNS} FROM ${TABLES}
    WHERE request.id = ${id} AND (${level} >= ${LEVEL.admin}
      OR (request.asker_id = ${viewer.userId} AND ${level} >= ${NEEDED}))`)
  return rows[0] && toFacts(rows[0])
}

/** Somebody to tell of a change of a request; `reviews` when they can decide on it. */
export type Recipient = { readonly person: number; readonly reviews: boolean }

/** Returns those of these people (by their contexts) who decide on a request or have admin access to its item. */
export async function recipientsOf(
  db: Queries,
  { contextId, groupContextId, asker }: { contextId: number; groupContextId: number; asker: number },
  people: readonly number[],
): Promise<Recipient[]> {
  const columns = {
    contextId: sql.raw('person.context_id'),
    tenantContextId: sql.raw('person.tenant_context_id'),
  }
  const { rows } = await db.execute<Recipient>(sql`
    WITH writers AS MATERIALIZED (SELECT writer FROM ${writersAmong(groupContextId, people)} AS writers)
    SELECT person.context_id AS person, person.context_id IN (SELECT writer FROM writers) AS reviews
    FROM users person
    WHERE person.context_id = ANY (${sql.param([...people])}::bigint[])
      AND (person.context_id IN (SELECT writer FROM writers) OR person.context_id = ${asker}
        OR ${effectiveLevel(columns, sql`${contextId}::bigint`)} >= ${LEVEL.admin})`)
  return rows
}
