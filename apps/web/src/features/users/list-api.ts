// The user list, and creating a user.
import type { CallRequest, ListedUser } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { userKeys } from './keys.ts'
import { queryOf, type UserFilter } from './list-filter.ts'

export interface UserPage {
  users: readonly ListedUser[]
  total: number
}

/** Returns one page of the visible users; keeps the previous page while the next one loads. */
export function useUserPage(filter: UserFilter, page: number, size: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...userKeys.all, 'list', filter, page, size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<UserPage> => {
      const query = { ...queryOf(filter), limit: size, offset: Math.min((page - 1) * size, MOST_SKIPPED) }
      const { data, meta } = await api.call(contract.users.list, { query }, { signal })
      return { users: data.Users, total: meta.total }
    },
  })
}

/** The highest offset of the server; a page number in the URL can be higher. */
const MOST_SKIPPED = 1_000_000

/** Returns the name of a group; undefined while it loads, null when the viewer does not see it. */
export function useGroupName(id: number): string | null | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['contexts', 'name', id],
    enabled: id > 0,
    queryFn: async ({ signal }) => {
      const query = { ids: String(id), brief: 'true' }
      const { data: found } = await api.call(contract.contexts.search, { query }, { signal })
      return found.Contexts[0]?.displayName ?? null
    },
  })
  return data
}

export type NewUser = NonNullable<CallRequest<typeof contract.users.create>['body']>

/** Creates a user; returns the generated password, which the server returns only once. */
export function useCreateUser() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    // A password that is shown once must not stay in the cache.
    gcTime: 0,
    mutationFn: async (body: NewUser) => (await api.call(contract.users.create, { body })).data,
    onSuccess: async () => {
      for (const part of ['list', 'count'])
        await cache.invalidateQueries({ queryKey: [...userKeys.all, part] })
    },
  })
}
