// What somebody may see of any context and do with it: people, groups and items in one SQL expression (reading 4).
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { ADMINISTRATOR, COMPANY_CONTEXT, CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { effectiveLevel, holders, qualified, type AskedPerson } from './effective-level.ts'
import type { Person } from './viewer.ts'

const { company, orgUnit, team, user, tenant } = CONTEXT_TYPES

/** The types of contexts that people and groups are in; of these, org units and teams are made here. */
export const HOLDING_TYPES: readonly number[] = [company, orgUnit, team, user, tenant]
export const GROUP_TYPES: readonly number[] = [orgUnit, team]

/** A condition: the person whose `tenant_context_id` is `column` stands on the viewer's side of the tenants' walls. */
export function sameSide(viewer: Person, column: SQL): SQL<boolean> {
  return viewer.tenantContextId === null
    ? sql<boolean>`${column} IS NULL`
    : sql<boolean>`${column} = ${viewer.tenantContextId}::bigint`
}

/**
 * Whether somebody has admin access to every group of their side without being in it (reading 4): administrators and the super
 * user. can_manage_contexts alone opens the page and makes groups.
 */
export function managesGroups({ roleId }: Pick<Person, 'roleId'>): boolean {
  return roleId === SUPERUSER || roleId === ADMINISTRATOR
}

/**
 * A viewer's level on the context in `contextId` (a column or value): 0 none, 1 read, 2 write, 3 admin, as SQL.
 * People: oneself, and to read everybody on one's side of the tenants' walls. The company, and one's own tenant: to read.
 * Groups: all for the owner and for administrators on the owner's side of the walls; else the union over the memberships that
 * the viewer has, directly or through groups. Items: `effectiveLevel`.
 * With `managing: false` being an administrator counts for nothing: what somebody holds by themselves. `asked` is the viewer of
 * `askingOnce`, where a statement asks about many contexts.
 */
export function contextLevel(
  viewer: Person,
  contextId: SQLWrapper,
  { managing = true, asked = viewer }: { managing?: boolean; asked?: AskedPerson } = {},
): SQL<number> {
  const keepers = sql.raw('keeper.tenant_context_id')
  const managed = managing && managesGroups(viewer) ? sql`WHEN ${sameSide(viewer, keepers)} THEN 3` : sql``
  // Whoever is in a group holds access through it, so that all other groups are passed over at once. IS TRUE keeps the set of
  // holders a set that is looked into, where it would become a join for every group.
  const held = holders(asked)
  // A group that nobody owns, as the company does, is on nobody's side.
  return sql<number>`(SELECT CASE
      WHEN one.type_id = ${user} THEN CASE
        WHEN one.id = ${viewer.contextId}::bigint THEN 3
        WHEN EXISTS (SELECT 1 FROM users person
          WHERE person.context_id = one.id AND ${sameSide(viewer, sql.raw('person.tenant_context_id'))}) THEN 1
        ELSE 0 END
      WHEN one.type_id IN (${company}, ${tenant}) THEN CASE
        WHEN one.id IN (${COMPANY_CONTEXT}, ${viewer.tenantContextId ?? COMPANY_CONTEXT}) THEN 1 ELSE 0 END
      WHEN one.type_id IN (${orgUnit}, ${team}) THEN CASE
        WHEN one.owner_context_id = ${viewer.contextId}::bigint THEN 3
        WHEN keeper.id IS NOT NULL AND NOT coalesce(${sameSide(viewer, keepers)}, false) THEN 0
        ${managed}
        WHEN one.id IN ${held} THEN (
          SELECT max(CASE WHEN membership.can_admin THEN 3 WHEN membership.can_write THEN 2 ELSE 1 END)
          FROM associations membership
          WHERE membership.context_id = one.id AND (membership.assoc_context_id IN ${held}) IS TRUE)
        ELSE 0 END
      ELSE ${effectiveLevel(asked, sql.raw('one.id'))} END
    FROM contexts one
    LEFT JOIN users keeper ON keeper.context_id = one.owner_context_id
    WHERE one.id = ${qualified(contextId)})`
}

/** A condition: people and groups that the viewer may share with and put into groups. */
export function partner(viewer: Person, contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT 1 FROM contexts held
      WHERE held.id = ${qualified(contextId)} AND held.type_id IN (${sql.raw(HOLDING_TYPES.join(', '))}))
    AND ${contextLevel(viewer, contextId)} >= 1)`
}
