// Signing in and out, and who one is.
import { contract, type User } from '@polylogue/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'
import { useSession, useUserId } from './session-context.tsx'

/** The signed-in person, in full. */
export function useViewer() {
  const api = useApi()
  const userId = useUserId()
  return useQuery({
    queryKey: keys.user(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
    staleTime: 60_000,
  })
}

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
