import type { Person } from '../../access/index.ts'

/** Deploying and undeploying are one right here: whoever lacks half of it gets none (shell specification, section 7). */
export function mayDeploy(viewer: Person): boolean {
  return viewer.permissions.has('can_deploy_model') && viewer.permissions.has('can_undeploy_model')
}

/** Models that are deactivated are shown to whoever may activate them again. */
export function seesAll(viewer: Person): boolean {
  return viewer.permissions.has('can_activate_model')
}
