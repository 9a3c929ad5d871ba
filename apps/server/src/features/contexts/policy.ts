import { SUPERUSER } from '@polylogue/contract'
import { LEVEL, type Policy, type Person } from '../../access/index.ts'

/** Groups: org units and teams. Read is being in one; who may write edits it, who has admin access deletes it (reading 4). */
export const groupPolicy = {
  thing: 'group',
  needs: { read: LEVEL.read, update: LEVEL.write, remove: LEVEL.admin },
} as const satisfies Policy

/** Items, seen from their context: with whom one is shared only those know who may share it. */
export const itemPolicy = {
  thing: 'context',
  needs: { read: LEVEL.read, members: LEVEL.admin, unshare: LEVEL.admin },
} as const satisfies Policy

/** Whether a viewer chooses among all tenants: whoever looks after accounts and stands outside of walls, or above them. */
export function choosesTenants(viewer: Person): boolean {
  const outside = viewer.tenantContextId === null || viewer.roleId === SUPERUSER
  return outside && (viewer.permissions.has('can_create_user') || viewer.permissions.has('can_edit_user'))
}
