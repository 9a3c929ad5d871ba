// The user list, and creating a user.
import type { CallRequest, User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { userKeys } from './keys.ts'

/** Page size of the users grid (shell specification, section 9). */
export const PAGE_SIZE = 10
/** Maximum page size of the server. */
const AT_ONCE = 500

export interface UserFilter {
  /** Part of a name, user name or e-mail address. */
  q: string
  sort: 'newest' | 'name'
}

interface UserPage {
  users: readonly User[]
  total: number
  /** Cursor of the next page; null at the end. */
  next: string | null
}

/** Returns one page of the visible users; keeps the previous page while the next one loads. */
export function useUserPage(filter: UserFilter, page: number) {
  const api = useApi()
  const cache = useQueryClient()
  const keyOf = (number: number) => [...userKeys.all, 'list', filter, number] as const
  const ask = async (limit: number, cursor: string | undefined, signal: AbortSignal): Promise<UserPage> => {
    const query = { q: filter.q || undefined, sort: filter.sort, limit, cursor }
    const { data, meta } = await api.call(contract.users.list, { query }, { signal })
    return { users: data.Users, total: meta.total, next: meta.nextCursor }
  }
  /** Returns the cursor of a page: known from the previous page, unless the user opened a URL with a page number. */
  const beginOf = async (number: number, signal: AbortSignal): Promise<string | null | undefined> => {
    if (number === 1) return undefined
    const before = cache.getQueryData<UserPage>(keyOf(number - 1))
    if (before) return before.next
    let cursor: string | undefined
    for (let left = (number - 1) * PAGE_SIZE; left > 0; left -= AT_ONCE) {
      const { next } = await ask(Math.min(left, AT_ONCE), cursor, signal)
      if (next === null) return null
      cursor = next
    }
    return cursor
  }
  return useQuery({
    queryKey: keyOf(page),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<UserPage> => {
      const begin = await beginOf(page, signal)
      if (begin !== null) return ask(PAGE_SIZE, begin, signal)
      return { ...(await ask(1, undefined, signal)), users: [], next: null }
    },
  })
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
