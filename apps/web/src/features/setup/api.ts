// First start: whether the installation has no user yet, and creating the first user.
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi } from '#lib/api.ts'
import { useSession } from '#features/session/index.ts'

const setupKeys = {
  all: ['setup'] as const,
}

/** Returns whether the installation still waits for its first user. */
export function useSetUpState() {
  const api = useApi()
  return useQuery({
    queryKey: setupKeys.all,
    queryFn: async ({ signal }) => (await api.call(contract.auth.setUpState, {}, { signal })).data,
    staleTime: 60_000,
  })
}

export interface FirstUser {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** Creates the super user with the key of the set-up URL, and signs in. */
export function useSetUp(key: string) {
  const api = useApi()
  const { begin } = useSession()
  return useMutation({
    mutationFn: async (user: FirstUser) => {
      const { data, meta } = await api.call(contract.auth.setUp, { body: { ...user, key } })
      begin(sessionOf(data, meta))
    },
  })
}
