import type { Person } from '../../access/index.ts'

/** Pushed messages are one's own, whatever one's role. */
export function isOneself(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}

/** How far deployments are is told to those who may deploy. */
export function hearsDeployments(viewer: Person): boolean {
  return viewer.permissions.has('can_deploy_model')
}
