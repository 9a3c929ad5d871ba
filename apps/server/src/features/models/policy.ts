import type { Person } from '#access/index.ts'

/** Deploying and undeploying are one permission: half of it has no effect (ROLE-4). */
export function mayDeploy(viewer: Person): boolean {
  return viewer.permissions.has('can_deploy_model') && viewer.permissions.has('can_undeploy_model')
}

/** Viewers who may activate models see deactivated ones. */
export function seesAll(viewer: Person): boolean {
  return viewer.permissions.has('can_activate_model')
}
