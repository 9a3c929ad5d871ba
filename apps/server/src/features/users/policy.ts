import { SUPERUSER } from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'

interface Person {
  readonly id: number
  readonly tenantContextId: number | null
}

/**
 * How much of a person a viewer sees (readings 2 and 4): themselves and, with can_list_users, others in full; of everyone
 * else the short profile; of people behind another tenant's wall nothing. Only the super user, who looks after the
 * accounts of the whole installation, sees over the walls.
 */
export function sightOf(viewer: Viewer, person: Person): 'full' | 'short' | 'none' {
  if (person.id === viewer.userId || viewer.roleId === SUPERUSER) return 'full'
  if (person.tenantContextId !== viewer.tenantContextId) return 'none'
  return viewer.permissions.has('can_list_users') ? 'full' : 'short'
}

/** Whether a viewer may read what a person may do: their own, or with the permission to edit people. */
export function mayReadPermissions(viewer: Viewer, person: Person): boolean {
  return isOwnOrEdited(viewer, person)
}

/** Whether a viewer may read under which licence a person works: as with permissions. */
export function mayReadLicence(viewer: Viewer, person: Person): boolean {
  return isOwnOrEdited(viewer, person)
}

function isOwnOrEdited(viewer: Viewer, person: Person): boolean {
  return (
    person.id === viewer.userId ||
    viewer.permissions.has('can_edit_user') ||
    viewer.permissions.has('can_edit_users')
  )
}
