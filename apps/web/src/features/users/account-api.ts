// Sign-up and passwords.
import type { User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sessionOf, useApi, type Api } from '#lib/api.ts'
import { userKeys } from './keys.ts'
import { useSession } from '#features/session/index.ts'

export interface SignUp {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** Creates an account and signs in. */
export function useSignUp() {
  const api = useApi()
  const { begin } = useSession()
  return useMutation({
    mutationFn: async (person: SignUp) => {
      await api.call(contract.auth.register, { body: person })
      begin(await signIn(api, person.email, person.password))
    },
  })
}

/** Changes a password set by an administrator and signs in again, because the change ends the session. */
export function useForcedChange(userId: number) {
  const api = useApi()
  const { begin } = useSession()
  const { data: user } = useQuery({
    queryKey: userKeys.one(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
  })
  const change = useMutation({
    mutationFn: async (typed: { oldPassword: string; newPassword: string }) => {
      await api.call(contract.auth.changePassword, { params: { id: userId }, body: typed })
      const { data } = await api.call(contract.users.get, { params: { id: userId } })
      begin(await signIn(api, (data.user as User).username, typed.newPassword))
    },
  })
  return { change, known: user ? [user.firstName, user.lastName, user.username, user.email] : [] }
}

/** Changes the user's own password. */
export function useChangePassword(userId: number) {
  const api = useApi()
  return useMutation({
    mutationFn: async (typed: { oldPassword: string; newPassword: string; endApiTokens: boolean }) => {
      await api.call(contract.auth.changePassword, { params: { id: userId }, body: typed })
    },
  })
}

async function signIn(api: Api, userName: string, userPassword: string) {
  const { data, meta } = await api.call(contract.auth.authenticate, { body: { userName, userPassword } })
  return sessionOf(data, meta)
}
