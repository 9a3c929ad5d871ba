// People as pages show and change them.
import type { CallRequest } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { userKeys } from './keys.ts'
import type { Seen } from './use-user.ts'

/** What is stored of a person now; asked for when a change was refused. */
export function useStoredUser() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number): Promise<Seen> =>
      (await api.call(contract.users.get, { params: { id } })).data.user,
  })
}

export type UserChange = NonNullable<CallRequest<typeof contract.users.update>['body']>

/** Changes a person. */
export function useUpdateUser(id: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: UserChange): Promise<Seen> =>
      (await api.call(contract.users.update, { params: { id }, body })).data.User,
    onSuccess: (user) => {
      cache.setQueryData(userKeys.one(id), user)
      void refreshUsers(cache)
    },
  })
}

export type Leaving = CallRequest<typeof contract.users.remove>['query']

/** Removes a person; `items` says what becomes of what they own. */
export function useRemoveUser(id: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (query: Leaving) => {
      await api.call(contract.users.remove, { params: { id }, query })
    },
    onSuccess: () => {
      cache.removeQueries({ queryKey: userKeys.one(id) })
      void refreshUsers(cache)
    },
  })
}

/** How much a person would leave behind. */
export function useBelongings(id: number, wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.one(id), 'belongings'],
    enabled: wanted,
    // What is about to be deleted is counted now.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.belongings, { params: { id } }, { signal })).data.Belongings,
  })
}

/** A person's role and permissions. */
export function usePermissions(id: number, wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.one(id), 'permissions'],
    enabled: wanted,
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.permissions, { params: { id } }, { signal })).data,
  })
}

/** Where a person is signed in, the latest first. */
export function useSessions(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: userKeys.sessions(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.auth.sessions, { params: { id } }, { signal })).data.Sessions,
  })
}

/** Ends one sign-in of a person, or without an id all but the one that asks. */
export function useEndSessions(id: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | undefined) => {
      if (sessionId === undefined) await api.call(contract.auth.endSessions, { params: { id } })
      else await api.call(contract.auth.endSession, { params: { id, sessionId } })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: userKeys.sessions(id) }),
  })
}

/** People one may hand something to, by name. */
export function useRecipients(text: string, wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['contexts', 'recipients', text],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const query = { types: '5', brief: 'true', limit: 20, ...(text ? { q: text } : {}) }
      return (await api.call(contract.contexts.search, { query }, { signal })).data.Contexts
    },
    placeholderData: (before) => before,
  })
}

const refreshUsers = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['users'] })
