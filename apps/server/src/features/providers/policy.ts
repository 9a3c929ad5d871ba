import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** Providers contain keys and addresses of the organisation's machines: only the super user may read and change them. */
export function mayManage(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}
