// The groups that a user owns, and the end of their row and context.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { contexts } from '#access/table.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { users } from '../table.ts'

const GROUPS = [CONTEXT_TYPES.company, CONTEXT_TYPES.orgUnit, CONTEXT_TYPES.team, CONTEXT_TYPES.tenant]

export async function countGroups(db: Queries, ownerContextId: number): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)` })
    .from(contexts)
    .where(and(eq(contexts.ownerContextId, ownerContextId), inArray(contexts.typeId, GROUPS)))
  return found?.count ?? 0
}

/** Whether a user owns the company, and with it the groups of the configuration and the identity provider. */
export async function hasCompany(db: Queries, ownerContextId: number): Promise<boolean> {
  const found = await db
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.id, COMPANY_CONTEXT), eq(contexts.ownerContextId, ownerContextId)))
  return found.length > 0
}

/** Transfers all groups of an owner to another user. Returns them. */
export async function giveGroups(tx: Tx, from: number, to: number): Promise<number[]> {
  const groups = await tx
    .update(contexts)
    .set({ ownerContextId: to, modified: sql`now()` })
    .where(and(eq(contexts.ownerContextId, from), inArray(contexts.typeId, GROUPS)))
    .returning({ id: contexts.id })
  return groups.map(({ id }) => id)
}

/** Returns the oldest super user, who takes over groups without another owner. */
export async function firstSuperuser(
  db: Queries,
): Promise<{ userId: number; contextId: number } | undefined> {
  const [found] = await db
    .select({ userId: users.id, contextId: users.contextId })
    .from(users)
    .where(and(eq(users.roleId, SUPERUSER), users.canUseUi))
    .orderBy(users.id)
    .limit(1)
  return found
}

/** Locks a user's row against references by other rows until the transaction ends; waits for concurrent ones. */
export async function holdAlone(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
}

/** Deletes a user's row and context, with everything that references them. */
export async function removePerson(tx: Tx, person: { id: number; contextId: number }): Promise<void> {
  await tx.delete(users).where(eq(users.id, person.id))
  await tx.delete(contexts).where(eq(contexts.id, person.contextId))
}
