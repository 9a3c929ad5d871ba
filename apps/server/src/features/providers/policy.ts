import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** Providers hold keys and addresses of the organisation's machines: the super user alone knows and changes them. */
export function mayManage(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}
