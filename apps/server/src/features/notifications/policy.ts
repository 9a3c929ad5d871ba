import type { Person } from '../../access/index.ts'

/** How far deployments are is told to those who may deploy. */
export function hearsDeployments(viewer: Person): boolean {
  return viewer.permissions.has('can_deploy_model')
}
