import type { User, UserProfile } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { userKeys } from './keys.ts'

/** A person in full, or their short profile. */
export type Seen = User | UserProfile

/** Whether a person is seen in full. */
export const isWhole = (seen: Seen): seen is User => 'email' in seen

/** A person as one may see them. */
export function useUser(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: userKeys.one(id),
    queryFn: async ({ signal }): Promise<Seen> =>
      (await api.call(contract.users.get, { params: { id } }, { signal })).data.user,
  })
}
