import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** The audit trail tells of everybody, over the tenants' walls: the super user alone reads it. */
export function mayRead(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}
