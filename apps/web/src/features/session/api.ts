// Signing in, and the signed-in user.
import type { User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi, type Api } from '../../lib/api.ts'
import { sessionKeys } from './keys.ts'
import { userKeys } from '../users/keys.ts'
import { useUserId } from './session-context.tsx'

/** Query options for the signed-in user. */
export const viewerQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
    staleTime: 60_000,
  })

/** Returns the signed-in user in full. */
export const useViewer = () => useQuery(viewerQuery(useApi(), useUserId()))

/** Exchanges name and password for a session; the caller must still begin it. */
export function useSignIn() {
  const api = useApi()
  return useMutation({
    mutationFn: async (typed: { userName: string; userPassword: string }) => {
      const { data, meta } = await api.call(contract.auth.authenticate, { body: typed })
      return sessionOf(data, meta)
    },
  })
}

/** Returns whether single sign-on is enabled, and the name of the identity provider. */
export function useSsoState() {
  const api = useApi()
  return useQuery({
    queryKey: sessionKeys.sso,
    queryFn: async ({ signal }) => (await api.call(contract.auth.ssoState, {}, { signal })).data,
    staleTime: Infinity,
  })
}
