import { SUPERUSER } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'

/** The guide connects model servers, which the super user alone may. */
export function isGuided(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}
