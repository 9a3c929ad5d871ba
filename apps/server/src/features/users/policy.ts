import { ROLES, SUPERUSER } from '@polylogue/contract'
import type { Person } from '#access/index.ts'

interface Account {
  readonly id: number
  readonly tenantContextId: number | null
}

interface PersonWithRole extends Account {
  readonly roleId: number
}

/**
 * Returns how much of a user a viewer sees (ACCOUNT-1): in full themselves and, with can_list_users, others; the
 * short profile of everyone else; nothing of users behind another tenant's wall. Only the super user, who manages all
 * accounts of the installation, sees over the walls.
 */
export function sightOf(viewer: Person, person: Account): 'full' | 'short' | 'none' {
  if (person.id === viewer.userId || viewer.roleId === SUPERUSER) return 'full'
  if (person.tenantContextId !== viewer.tenantContextId) return 'none'
  return viewer.permissions.has('can_list_users') ? 'full' : 'short'
}

/** Whether a viewer may read a user's permissions: their own, or with the permission to edit users. */
export function mayReadPermissions(viewer: Person, person: Account): boolean {
  return person.id === viewer.userId || mayEditPeople(viewer)
}

/** Whether a viewer may read a user's licence: as with permissions. */
export function mayReadLicence(viewer: Person, person: Account): boolean {
  return person.id === viewer.userId || mayEditPeople(viewer)
}

function mayEditPeople(viewer: Person): boolean {
  return viewer.permissions.has('can_edit_user') || viewer.permissions.has('can_edit_users')
}

/** Whether a role is higher than another (ROLE-2): the order of ROLES. Unknown roles are the highest. */
export function isAbove(roleId: number, other: number): boolean {
  return rankOf(roleId) < rankOf(other)
}

const rankOf = (roleId: number): number => ROLES.findIndex(({ id }) => id === roleId)

/** Whether a viewer may manage another user's account: with this permission, and only roles up to their own. */
export function mayManage(
  viewer: Person,
  person: PersonWithRole,
  permission: 'can_edit_user' | 'can_delete_user' | 'can_manage_users',
): boolean {
  return viewer.permissions.has(permission) && !isAbove(person.roleId, viewer.roleId)
}

/** Whether a viewer may assign this tenant: their own; any for viewers outside of walls and the super user. */
function mayGiveTenant(viewer: Person, tenantContextId: number | null): boolean {
  return (
    tenantContextId === viewer.tenantContextId ||
    viewer.tenantContextId === null ||
    viewer.roleId === SUPERUSER
  )
}

/** Whether a viewer may assign this role and tenant: no role above their own, and only tenants they may assign. */
export function mayPlace(
  viewer: Person,
  place: {
    readonly roleId?: number | undefined
    readonly defaultRoleId?: number | undefined
    readonly tenantContextId?: number | null | undefined
  },
): boolean {
  for (const roleId of [place.roleId, place.defaultRoleId])
    if (roleId !== undefined && rankOf(roleId) >= 0 && isAbove(roleId, viewer.roleId)) return false
  return place.tenantContextId === undefined || mayGiveTenant(viewer, place.tenantContextId)
}
