// Groups that are managed by the configuration or the identity provider.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { GROUP_TYPES } from './context-level.ts'
import { holders } from './effective-level.ts'
import { associations, contexts } from './table.ts'
import type { Person } from './viewer.ts'

export interface KeptGroup {
  readonly id: number
  readonly ownerContextId: number
}

/**
 * Returns the team or org unit of that name owned by the company's owner, or the tenant of that name; creates it when
 * missing. Groups of other owners do not match: their owners could add themselves. Only the configuration creates tenants.
 */
export async function ensureGroup(
  tx: Tx,
  { typeId, name, clock }: { typeId: 2 | 3 | 6; name: string; clock: Clock },
): Promise<KeptGroup> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7004, hashtext(${`${typeId} ${name}`}))`)
  const keeper = sql<number>`(SELECT company.owner_context_id FROM contexts company WHERE company.id = ${COMPANY_CONTEXT})`
  const columns = { id: contexts.id, ownerContextId: contexts.ownerContextId }
  const [found] = await tx
    .select(columns)
    .from(contexts)
    .where(
      and(
        eq(contexts.typeId, typeId),
        eq(contexts.name, name),
        typeId === CONTEXT_TYPES.tenant ? undefined : sql`${contexts.ownerContextId} = ${keeper}`,
      ),
    )
    .orderBy(asc(contexts.id))
    .limit(1)
  if (found) return found
  const [made] = await tx
    .insert(contexts)
    .values({ uuid: uuidV7(clock), typeId, name, ownerContextId: keeper })
    .returning(columns)
  if (!made) throw new Error('The database returned no row for a new context')
  return made
}

/** Adds or removes a plain membership; returns false when nothing changed. Write access of an existing member is kept. */
export async function setMembership(
  tx: Tx,
  contextId: number,
  memberContextId: number,
  isMember: boolean,
): Promise<boolean> {
  const rows = isMember
    ? await tx
        .insert(associations)
        .values({ contextId, assocContextId: memberContextId })
        .onConflictDoNothing()
        .returning({ id: associations.contextId })
    : await tx
        .delete(associations)
        .where(and(eq(associations.contextId, contextId), eq(associations.assocContextId, memberContextId)))
        .returning({ id: associations.contextId })
  return rows.length > 0
}

/** Returns the groups of these names that the viewer belongs to, directly or through other groups. */
export async function groupsNamed(
  db: Queries,
  viewer: Person,
  names: readonly string[],
): Promise<{ id: number; name: string }[]> {
  if (names.length === 0) return []
  return db
    .select({ id: contexts.id, name: contexts.name })
    .from(contexts)
    .where(
      and(
        inArray(contexts.name, [...names]),
        inArray(contexts.typeId, [...GROUP_TYPES]),
        sql`${contexts.id} IN ${holders(viewer)}`,
      ),
    )
    .orderBy(asc(contexts.id))
}
