import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** The guide connects model servers, which only the super user may do. */
export function isGuided(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}
