import type { Person } from '../../access/index.ts'

/** The figures concern the whole installation, across tenants, and lead to pages of the super user. */
export function maySee(viewer: Person): boolean {
  return viewer.permissions.has('can_view_system')
}
