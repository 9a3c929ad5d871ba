import { SUPERUSER } from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'

/** The audit trail tells of everybody, over the tenants' walls: the super user alone reads it. */
export function mayRead(viewer: Viewer): boolean {
  return viewer.roleId === SUPERUSER
}
