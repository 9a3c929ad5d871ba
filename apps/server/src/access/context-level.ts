// The viewer's level on any context (people, groups, items) as one SQL expression (ACCESS-3).
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { ADMINISTRATOR, COMPANY_CONTEXT, CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { effectiveLevel, holders, qualified, type PersonOrColumns } from './effective-level.ts'
import type { Person } from './viewer.ts'

const { company, orgUnit, team, user, tenant } = CONTEXT_TYPES

/** The context types that have members. Of these, org units and teams are created in the app. */
export const HOLDING_TYPES: readonly number[] = [company, orgUnit, team, user, tenant]
export const GROUP_TYPES: readonly number[] = [orgUnit, team]

/**
 * Returns a condition: the person with `tenant_context_id` = `column` is on the same side of the tenant wall as the viewer.
 */
export function sameSide(viewer: Person, column: SQL): SQL<boolean> {
  return viewer.tenantContextId === null
    ? sql<boolean>`${column} IS NULL`
    : sql<boolean>`${column} = ${viewer.tenantContextId}::bigint`
}

/**
 * Returns whether the role has admin access to every group on its side of the tenant wall (ACCESS-7): administrators and
 * the super user. `can_manage_contexts` alone only allows opening the page and creating groups.
 */
export function managesGroups({ roleId }: Pick<Person, 'roleId'>): boolean {
  return roleId === SUPERUSER || roleId === ADMINISTRATOR
}

/**
 * Returns SQL for the viewer's level on the context in `contextId` (a column or value): 0 none, 1 read, 2 write, 3 admin.
 * People: admin on oneself, read on everybody on the same side of the tenant wall. Company and own tenant: read.
 * Groups: admin for the owner and for administrators on the owner's side of the wall; for others the maximum over their
 * direct and indirect memberships. Items: `effectiveLevel`.
 * `managing: false` ignores the administrator role. `asked` comes from `askingOnce` when a statement checks many contexts.
 */
export function contextLevel(
  viewer: Person,
  contextId: SQLWrapper,
  { managing = true, asked = viewer }: { managing?: boolean; asked?: PersonOrColumns } = {},
): SQL<number> {
  const keepers = sql.raw('keeper.tenant_context_id')
  const managed = managing && managesGroups(viewer) ? sql`WHEN ${sameSide(viewer, keepers)} THEN 3` : sql``
  // The IN test skips all other groups at once. IS TRUE keeps the holders a hashed set; without it the planner joins them
  // for each group.
  const held = holders(asked)
  // A group without an owner, such as the company, is on no side of the wall.
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

/**
 * Returns SQL for whether a share of the viewer with the group in `contextId` waits for approval: the group needs it
 * (`needed`, its column), and the viewer's level in it, without the administrator role, is below write.
 */
export function asksApproval(
  viewer: Person,
  contextId: SQLWrapper,
  needed: SQLWrapper,
  asked: PersonOrColumns = viewer,
): SQL<boolean> {
  const level = contextLevel(viewer, contextId, { managing: false, asked })
  return sql<boolean>`CASE WHEN ${qualified(needed)} THEN coalesce(${level}, 0) < 2 ELSE false END`
}

/** Returns a condition: people and groups that the viewer may share with and add to groups. */
export function partner(viewer: Person, contextId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT 1 FROM contexts held
      WHERE held.id = ${qualified(contextId)} AND held.type_id IN (${sql.raw(HOLDING_TYPES.join(', '))}))
    AND ${contextLevel(viewer, contextId)} >= 1)`
}
