import { isOneself, type Person } from '../../access/index.ts'
import { outranks } from './rules.ts'

export interface Somebody {
  readonly id: number
  readonly roleId: number
}

/** Users, and user managers whose role is not lower, see and end a user's sessions (SIGNIN-13). */
export function mayManageSessions(viewer: Person, person: Somebody): boolean {
  if (isOneself(viewer, person.id)) return true
  return viewer.permissions.has('can_manage_users') && !outranks(person.roleId, viewer.roleId)
}
