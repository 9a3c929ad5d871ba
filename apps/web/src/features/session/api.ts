// Signing in and out, and who one is.
import { contract, type User } from '@polylogue/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi, type Api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'
import { useSession, useUserId } from './session-context.tsx'

/** How the signed-in person is asked for. */
export const viewerQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: keys.user(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
    staleTime: 60_000,
  })

/** The signed-in person, in full. */
export const useViewer = () => useQuery(viewerQuery(useApi(), useUserId()))

/** Trades a name and a password for a session of this browser. */
export function useSignIn() {
  const api = useApi()
  const { begin } = useSession()
  return useMutation({
    mutationFn: async (typed: { userName: string; userPassword: string }) => {
      const { data, meta } = await api.call(contract.auth.authenticate, { body: typed })
      begin(sessionOf(data, meta.userId))
    },
  })
}
