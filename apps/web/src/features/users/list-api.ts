// The list of people, and creating one.
import type { CallRequest, User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { userKeys } from './keys.ts'

/** Users grid (shell specification, section 9). */
export const PAGE_SIZE = 10
/** The most that the server gives at once. */
const AT_ONCE = 500

export interface UserFilter {
  /** Part of a name, the user name or the e-mail address. */
  q: string
  sort: 'newest' | 'name'
}

interface UserPage {
  users: readonly User[]
  total: number
  /** Where the page behind it begins; null at the end. */
  next: string | null
}

/** One page of the people one may see; the page before stays until it is there. */
export function useUserPage(filter: UserFilter, page: number) {
  const api = useApi()
  const cache = useQueryClient()
  const keyOf = (number: number) => [...userKeys.all, 'list', filter, number] as const
  const ask = async (limit: number, cursor: string | undefined, signal: AbortSignal): Promise<UserPage> => {
    const query = { q: filter.q || undefined, sort: filter.sort, limit, cursor }
    const { data, meta } = await api.call(contract.users.list, { query }, { signal })
    return { users: data.Users, total: meta.total, next: meta.nextCursor }
  }
  /** Where a page begins: where the one before it ends, which is known but for an address that somebody was given. */
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

/** Creates a person; with the password that the server made for them, which it tells this once. */
export function useCreateUser() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    // A password that is shown once is not kept in the cache either.
    gcTime: 0,
    mutationFn: async (body: NewUser) => (await api.call(contract.users.create, { body })).data,
    onSuccess: async () => {
      for (const part of ['list', 'count'])
        await cache.invalidateQueries({ queryKey: [...userKeys.all, part] })
    },
  })
}
