import { ROLES, SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

interface Account {
  readonly id: number
  readonly tenantContextId: number | null
}

interface PersonWithRole extends Account {
  readonly roleId: number
}

/**
 * How much of a person a viewer sees (readings 2 and 4): themselves and, with can_list_users, others in full; of everyone
 * else the short profile; of people behind another tenant's wall nothing. Only the super user, who looks after the
 * accounts of the whole installation, sees over the walls.
 */
export function sightOf(viewer: Person, person: Account): 'full' | 'short' | 'none' {
  if (person.id === viewer.userId || viewer.roleId === SUPERUSER) return 'full'
  if (person.tenantContextId !== viewer.tenantContextId) return 'none'
  return viewer.permissions.has('can_list_users') ? 'full' : 'short'
}

/** Whether a viewer may read what a person may do: their own, or with the permission to edit people. */
export function mayReadPermissions(viewer: Person, person: Account): boolean {
  return person.id === viewer.userId || mayEditPeople(viewer)
}

/** Whether a viewer may read under which licence a person works: as with permissions. */
export function mayReadLicence(viewer: Person, person: Account): boolean {
  return person.id === viewer.userId || mayEditPeople(viewer)
}

function mayEditPeople(viewer: Person): boolean {
  return viewer.permissions.has('can_edit_user') || viewer.permissions.has('can_edit_users')
}

/** Whether a role stands above another (reading 3): the order of ROLES. A role that there is not stands above all. */
export function isAbove(roleId: number, other: number): boolean {
  return rankOf(roleId) < rankOf(other)
}

const rankOf = (roleId: number): number => ROLES.findIndex(({ id }) => id === roleId)

/** Whether a viewer may look after somebody else's account: with this permission, and nobody with a role above their own. */
export function mayManage(
  viewer: Person,
  person: PersonWithRole,
  permission: 'can_edit_user' | 'can_delete_user' | 'can_manage_users',
): boolean {
  return viewer.permissions.has(permission) && !isAbove(person.roleId, viewer.roleId)
}

/** Whether a viewer may put people behind some wall: their own, and every one for those outside of walls. */
function mayGiveTenant(viewer: Person, tenantContextId: number | null): boolean {
  return (
    tenantContextId === viewer.tenantContextId ||
    viewer.tenantContextId === null ||
    viewer.roleId === SUPERUSER
  )
}

/** Whether a viewer may give somebody a role and put them behind a wall: no role above their own, no wall but theirs to give. */
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
