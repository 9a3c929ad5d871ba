// Queries and mutations for people.
import type { CallRequest } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { userKeys } from './keys.ts'
import type { Seen } from './use-user.ts'

/** Fetches the stored user, after an update was rejected as a conflict. */
export function useStoredUser() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number): Promise<Seen> =>
      (await api.call(contract.users.get, { params: { id } })).data.user,
  })
}

export type UserChange = NonNullable<CallRequest<typeof contract.users.update>['body']>

/** Updates a user. */
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

/** Deletes a user; `items` says what happens to what they own. */
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

/** Counts what a user owns, before deletion. */
export function useBelongings(id: number, wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.one(id), 'belongings'],
    enabled: wanted,
    // Counts immediately before deletion, so it must not come from the cache.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.belongings, { params: { id } }, { signal })).data.Belongings,
  })
}

/** Returns role and permissions of a user. */
export function usePermissions(id: number, wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.one(id), 'permissions'],
    enabled: wanted,
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.permissions, { params: { id } }, { signal })).data,
  })
}

/** Returns the active sessions of a user, latest first. */
export function useSessions(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: userKeys.sessions(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.auth.sessions, { params: { id } }, { signal })).data.Sessions,
  })
}

/** Ends one session of a user; without an id all except the caller's own. */
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

/** Searches users by name, as new owners of chats and projects. */
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
