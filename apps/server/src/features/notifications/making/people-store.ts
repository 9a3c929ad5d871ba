// Whom events concern besides those of access.
import { sql, type SQL } from 'drizzle-orm'
import { COMPANY_CONTEXT, type SeenEnd } from '@polylogue/contract'
import { effectiveLevel, LEVEL } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { reaching } from '#features/announcements/table.ts'
import { isUnseen } from '../ends/store.ts'
import { STEP_PEOPLE, type AnyEvent } from './step.ts'

/** Condition over `person`: somebody whose turn it is, whom anybody may tell something, and who may use what it is about. */
export function isNext({ afterId, retried, actorId, roles }: AnyEvent): SQL {
  const turn = retried
    ? sql`person.id = ANY (${sql.param([...retried])}::bigint[])`
    : sql`person.id > ${afterId}`
  return sql`${turn} ${roles ? sql`AND person.role_id = ANY (${sql.param([...roles])}::smallint[])` : sql``}
    AND person.id IS DISTINCT FROM ${actorId}::bigint AND (person.can_use_ui OR person.can_use_api)`
}

async function people(db: Queries, event: AnyEvent, condition: SQL, reached = sql``): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`${reached} SELECT person.id FROM users person
    WHERE ${isNext(event)} AND ${condition} ORDER BY person.id LIMIT ${STEP_PEOPLE}`)
  return rows.map(({ id }) => id)
}

/** Returns the next people who decide on requests to a group: its owner, and members with write access (as `writersAmong`). */
export function reviewersOf(db: Queries, event: AnyEvent, groupId: number): Promise<number[]> {
  return people(
    db,
    event,
    sql`(person.context_id = (SELECT held.owner_context_id FROM contexts held WHERE held.id = ${groupId})
        OR person.context_id IN (SELECT id FROM reached) OR person.tenant_context_id IN (SELECT id FROM reached)
        OR EXISTS (SELECT FROM reached WHERE id = ${COMPANY_CONTEXT}))
      AND NOT EXISTS (SELECT FROM contexts held JOIN users keeper ON keeper.context_id = held.owner_context_id
        WHERE held.id = ${groupId} AND keeper.tenant_context_id IS DISTINCT FROM person.tenant_context_id)`,
    sql`WITH RECURSIVE reached (id) AS (
      SELECT writer.assoc_context_id FROM associations writer WHERE writer.context_id = ${groupId} AND writer.can_write
      UNION SELECT member.assoc_context_id FROM reached
        JOIN associations member ON member.context_id = reached.id AND member.membership)`,
  )
}

/** Returns the next of these people, by their own contexts. */
export function ofContexts(db: Queries, event: AnyEvent, contextIds: readonly number[]): Promise<number[]> {
  return people(db, event, sql`person.context_id = ANY (${sql.param([...contextIds])}::bigint[])`)
}

/** Returns the next people with write access to an item, its owner included. */
export function writersOf(db: Queries, event: AnyEvent, contextId: number): Promise<number[]> {
  const columns = { contextId: sql`person.context_id`, tenantContextId: sql`person.tenant_context_id` }
  return people(
    db,
    event,
    sql`(person.context_id = (SELECT owned.owner_context_id FROM contexts owned WHERE owned.id = ${contextId})
        OR person.context_id IN (SELECT id FROM reached) OR person.tenant_context_id IN (SELECT id FROM reached)
        OR EXISTS (SELECT FROM reached WHERE id = ${COMPANY_CONTEXT}))
      AND ${effectiveLevel(columns, sql`${contextId}::bigint`)} >= ${LEVEL.write}`,
    sql`WITH RECURSIVE reached (id) AS (
      SELECT share.assoc_context_id FROM associations share
        WHERE share.context_id = ${contextId} AND (share.can_write OR share.can_admin)
      UNION SELECT member.assoc_context_id FROM reached
        JOIN associations member ON member.context_id = reached.id AND member.membership)`,
  )
}

/** Returns the next people of the event’s roles. */
export function anybody(db: Queries, event: AnyEvent): Promise<number[]> {
  return people(db, event, sql`true`)
}

/** Returns the owner of an item. */
export function ownerOf(db: Queries, event: AnyEvent, contextId: number): Promise<number[]> {
  return people(
    db,
    event,
    sql`person.context_id = (SELECT owned.owner_context_id FROM contexts owned WHERE owned.id = ${contextId})`,
  )
}

/** Returns the next people whom an announcement reaches; nobody if it has ended. */
export function reachedBy(
  db: Queries,
  event: AnyEvent,
  { announcementId, groupContextId }: { announcementId: number; groupContextId: number | null },
): Promise<number[]> {
  const columns = { contextId: sql`person.context_id`, tenantContextId: sql`person.tenant_context_id` }
  const reaches = sql`EXISTS (SELECT FROM announcements announcement
    WHERE announcement.id = ${announcementId} AND ${reaching(columns)})`
  if (groupContextId === null) return people(db, event, reaches)
  // Looks for members from the group down: the condition alone would ask it of everybody.
  return people(
    db,
    event,
    sql`(person.context_id IN (SELECT id FROM reached) OR person.tenant_context_id IN (SELECT id FROM reached)
        OR EXISTS (SELECT FROM reached WHERE id = ${COMPANY_CONTEXT})
        OR person.context_id = (SELECT held.owner_context_id FROM contexts held WHERE held.id = ${groupContextId}))
      AND ${reaches}`,
    sql`WITH RECURSIVE reached (id) AS (SELECT ${groupContextId}::bigint
      UNION SELECT member.assoc_context_id FROM reached
        JOIN associations member ON member.context_id = reached.id AND member.membership)`,
  )
}

/** Returns whose work ended, unless they saw that as it came: in whatever process, and by whatever way. */
export function absent(
  db: Queries,
  event: AnyEvent & { readonly kind: SeenEnd },
  userId: number,
  thingId: number | undefined,
): Promise<number[]> {
  // An answer ends once, and its reader may be earlier than the event.
  const after = event.kind === 'answerEnded' ? undefined : event.id
  return people(db, event, sql`person.id = ${userId} AND ${isUnseen(event.kind, thingId, after)}`)
}

/** Returns the next of these people. */
export function ofUsers(db: Queries, event: AnyEvent, userIds: readonly number[]): Promise<number[]> {
  return people(db, event, sql`person.id = ANY (${sql.param([...userIds])}::bigint[])`)
}
