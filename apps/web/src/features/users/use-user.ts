import type { User, UserProfile } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { userKeys } from './keys.ts'

/** The full user, or a short profile. */
export type Seen = User | UserProfile

/** Returns whether the user is visible in full. */
export const isWhole = (seen: Seen): seen is User => 'email' in seen

/** Returns a user with the fields that the viewer may see. */
export function useUser(id: number) {
  const api = useApi()
  return useQuery({
    // 0 is nobody.
    enabled: id !== 0,
    queryKey: userKeys.one(id),
    queryFn: async ({ signal }): Promise<Seen> =>
      (await api.call(contract.users.get, { params: { id } }, { signal })).data.user,
  })
}
