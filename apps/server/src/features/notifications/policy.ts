import type { Person } from '../../access/index.ts'

/** The progress of deployments is sent to users who may deploy. */
export function receivesDeployments(viewer: Person): boolean {
  return viewer.permissions.has('can_deploy_model')
}
