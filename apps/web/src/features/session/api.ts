// Signing in, and who one is.
import type { User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi, type Api } from '../../lib/api.ts'
import { sessionKeys } from './keys.ts'
import { userKeys } from '../users/keys.ts'
import { useUserId } from './session-context.tsx'

/** How the signed-in person is asked for. */
export const viewerQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
    staleTime: 60_000,
  })

/** The signed-in person, in full. */
export const useViewer = () => useQuery(viewerQuery(useApi(), useUserId()))

/** Trades a name and a password for a session, which is still to be begun. */
export function useSignIn() {
  const api = useApi()
  return useMutation({
    mutationFn: async (typed: { userName: string; userPassword: string }) => {
      const { data, meta } = await api.call(contract.auth.authenticate, { body: typed })
      return sessionOf(data, meta)
    },
  })
}

/** Whether the organisation’s identity provider may be used, and its name. */
export function useSsoState() {
  const api = useApi()
  return useQuery({
    queryKey: sessionKeys.sso,
    queryFn: async ({ signal }) => (await api.call(contract.auth.ssoState, {}, { signal })).data,
    staleTime: Infinity,
  })
}
