// Storage for changing groups.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { contextLevel, holders, type Share, type Person } from '#access/index.ts'
import { associations, contexts, hiddenContexts } from '#access/table.ts'
import type { Queries, Tx } from '#platform/db/index.ts'

export type NewGroup = Pick<
  typeof contexts.$inferInsert,
  'uuid' | 'typeId' | 'name' | 'description' | 'needsApproval' | 'ownerContextId' | 'created' | 'modified'
>

export async function insert(tx: Tx, group: NewGroup): Promise<number> {
  const [row] = await tx.insert(contexts).values(group).returning({ id: contexts.id })
  if (!row) throw new Error('The database returned no row for a new group')
  return row.id
}

/** Locks a context's row before it is read, so that changes are serialized. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: contexts.id }).from(contexts).where(eq(contexts.id, id)).for('no key update')
}

/** Serializes nesting of groups: two concurrent changes could create a cycle. */
export async function lockNesting(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7005)`)
}

export async function update(tx: Tx, id: number, change: Partial<NewGroup>): Promise<void> {
  await tx.update(contexts).set(change).where(eq(contexts.id, id))
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(contexts).where(eq(contexts.id, id))
}

export async function setMembers(tx: Tx, contextId: number, members: readonly Share[]): Promise<void> {
  if (members.length === 0) return
  const columns = {
    ids: members.map((member) => member.contextId),
    canWrite: members.map((member) => member.canWrite),
    canAdmin: members.map((member) => member.canAdmin),
  }
  await tx.execute(sql`
    INSERT INTO associations (context_id, assoc_context_id, can_write, can_admin)
    SELECT ${contextId}, * FROM unnest(${sql.param(columns.ids)}::bigint[], ${sql.param(columns.canWrite)}::boolean[],
      ${sql.param(columns.canAdmin)}::boolean[])
    ON CONFLICT (context_id, assoc_context_id) DO UPDATE SET can_write = excluded.can_write, can_admin = excluded.can_admin`)
}

/** Deletes memberships or shares; returns those that existed. */
export async function removeMembers(
  tx: Tx,
  contextId: number,
  memberIds: readonly number[],
): Promise<number[]> {
  const gone = await tx
    .delete(associations)
    .where(and(eq(associations.contextId, contextId), inArray(associations.assocContextId, [...memberIds])))
    .returning({ id: associations.assocContextId })
  return gone.map(({ id }) => id)
}

/** Returns the direct members of a group, or the shares of an item, for any viewer. */
export async function sharesOf(db: Queries, contextId: number): Promise<Share[]> {
  return db
    .select({
      contextId: associations.assocContextId,
      canWrite: associations.canWrite,
      canAdmin: associations.canAdmin,
    })
    .from(associations)
    .where(eq(associations.contextId, contextId))
}

/** Hides an item from a user who left it but still has access through a group. */
export async function hide(tx: Tx, contextId: number, userContextId: number): Promise<void> {
  await tx.insert(hiddenContexts).values({ contextId, userContextId }).onConflictDoNothing()
}

/** Returns the viewer's access level on a context without the permission to manage groups. */
export async function ownLevel(db: Queries, viewer: Person, contextId: number): Promise<number> {
  const level = contextLevel(viewer, sql`${contextId}::bigint`, { managing: false })
  const { rows } = await db.execute<{ level: number | null }>(sql`SELECT ${level} AS level`)
  return rows[0]?.level ?? 0
}

/** SQL: some contexts and all groups nested in them. */
const within = (ids: readonly number[]) => sql`
  WITH RECURSIVE inner_group (id) AS (
    SELECT unnest(${sql.param([...ids])}::bigint[])
    UNION
    SELECT member.id FROM inner_group
    JOIN associations membership ON membership.context_id = inner_group.id
    JOIN contexts member ON member.id = membership.assoc_context_id
      AND member.type_id IN (${CONTEXT_TYPES.orgUnit}, ${CONTEXT_TYPES.team})
  )`

/** Whether one of these contexts is the group, or contains it at any depth. */
export async function wouldContainItself(
  db: Queries,
  groupId: number,
  memberIds: readonly number[],
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`${within(memberIds)} SELECT 1 FROM inner_group WHERE id = ${groupId}::bigint LIMIT 1`,
  )
  return rows.length > 0
}

/** Whether the viewer is in one of these contexts, or could add themselves by owning or editing it or a nested group. */
export async function reachesOneself(
  db: Queries,
  viewer: Person,
  memberIds: readonly number[],
): Promise<boolean> {
  const { rows } = await db.execute(sql`${within(memberIds)}
    SELECT 1 FROM inner_group JOIN contexts ON contexts.id = inner_group.id
    WHERE contexts.id IN ${holders(viewer)}
      OR (contexts.type_id IN (${CONTEXT_TYPES.orgUnit}, ${CONTEXT_TYPES.team})
        AND ${contextLevel(viewer, sql.raw('contexts.id'), { managing: false })} >= 2)
    LIMIT 1`)
  return rows.length > 0
}

export async function areGroupsAmong(db: Queries, ids: readonly number[]): Promise<boolean> {
  const found = await db
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(inArray(contexts.id, [...ids]), sql`${contexts.typeId} <> ${CONTEXT_TYPES.user}`))
    .limit(1)
  return found.length > 0
}
