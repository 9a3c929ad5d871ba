// What the viewer may do with a user in the list; the server checks the same (ROLE-5).
import type { User } from '@polylogue/contract'
import { ROLES, SUPERUSER } from '@polylogue/contract/browser'

type Viewer = Pick<User, 'id' | 'roleId' | 'permissions'>
type Person = Pick<User, 'id' | 'roleId'>

/** Permitted, or the reason why not. */
export type Grant = 'granted' | 'notGranted' | 'above' | 'superuser' | 'ownProfile'

/** Returns whether a role is higher than another. */
const isAbove = (roleId: number, other: number): boolean => rankOf(roleId) < rankOf(other)
const rankOf = (roleId: number): number => ROLES.findIndex(({ id }) => id === roleId)

/** Returns the roles that the viewer may assign: none above their own. */
export const rolesToGive = ({ roleId }: Pick<Viewer, 'roleId'>): readonly number[] =>
  ROLES.map(({ id }) => id).filter((id) => !isAbove(id, roleId))

export function mayEdit(viewer: Viewer, person: Person): Grant {
  if (viewer.id === person.id) return 'granted'
  const granted = (['can_edit_user', 'can_edit_users'] as const).some((name) =>
    viewer.permissions.includes(name),
  )
  if (!granted) return 'notGranted'
  return isAbove(person.roleId, viewer.roleId) ? 'above' : 'granted'
}

/** `ownToo`: the configuration allows users to delete their own profile. */
export function mayDelete(viewer: Viewer, person: Person, ownToo: boolean): Grant {
  if (person.roleId === SUPERUSER) return 'superuser'
  if (viewer.id === person.id) return ownToo ? 'granted' : 'ownProfile'
  if (!viewer.permissions.includes('can_delete_user')) return 'notGranted'
  return isAbove(person.roleId, viewer.roleId) ? 'above' : 'granted'
}
