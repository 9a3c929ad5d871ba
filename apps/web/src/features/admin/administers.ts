import type { User } from '@polylogue/contract'
import { useViewer } from '#features/session/index.ts'

/** Returns whether this user has an administration area at all. */
export const mayAdminister = ({ permissions }: Pick<User, 'permissions'>): boolean =>
  permissions.includes('can_manage_users') || permissions.includes('can_manage_contexts')

/** Returns `mayAdminister` of the user; false until they are loaded. Every page has this, without the list of resources. */
export function useAdministers(): boolean {
  const { data: viewer } = useViewer()
  return viewer !== undefined && mayAdminister(viewer)
}
