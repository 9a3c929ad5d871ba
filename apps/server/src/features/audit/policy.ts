import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** Entries concern all users, across tenants' walls: only the super user may read them. */
export function mayRead(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}
