import { SUPERUSER } from '@polylogue/contract'
import { LEVEL, type Policy, type Person } from '#access/index.ts'

/** Groups: org units and teams. Members read; write access allows editing, admin access deleting (ACCESS-7). */
export const groupPolicy = {
  thing: 'group',
  needs: { read: LEVEL.read, update: LEVEL.write, remove: LEVEL.admin },
} as const satisfies Policy

/** Items, as contexts: only users who may share an item see its shares. */
export const itemPolicy = {
  thing: 'context',
  needs: { read: LEVEL.read, members: LEVEL.admin, unshare: LEVEL.admin },
} as const satisfies Policy

/** Whether a viewer may choose any tenant: user managers outside of walls, and the super user. */
export function choosesTenants(viewer: Person): boolean {
  const outside = viewer.tenantContextId === null || viewer.roleId === SUPERUSER
  return outside && (viewer.permissions.has('can_create_user') || viewer.permissions.has('can_edit_user'))
}
