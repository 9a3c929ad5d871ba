// Changes to the selected people.
import type { ListedUser } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { contextKeys } from '#features/contexts/keys.ts'
import { queryOf, type UserFilter } from '../list-filter.ts'
import { userKeys } from '../keys.ts'
import { changeMany, type Outcome } from './change-many.ts'

export type Change =
  | { readonly what: 'enable' | 'disable' }
  | { readonly what: 'join' | 'leave'; readonly group: { readonly id: number; readonly name: string } }

/** What was changed, and what came of it. */
export interface Done {
  readonly change: Change
  readonly outcome: Outcome
}

/** Changes the accounts or memberships of these people; an error is part of the outcome. */
export function useChangeMany() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ people, change }: { people: readonly ListedUser[]; change: Change }) => {
      if (!('group' in change)) {
        const enabled = change.what === 'enable'
        const outcome = await changeMany(
          people.map(({ id }) => id),
          async (ids) => (await api.call(contract.users.setAccounts, { body: { ids, enabled } })).data,
        )
        return { change, outcome }
      }
      const outcome = await changeMany(
        people.map(({ context }) => context.id),
        async (ids) => {
          const body = change.what === 'join' ? { add: ids } : { remove: ids }
          const { data } = await api.call(contract.contexts.changeMembers, {
            params: { id: change.group.id },
            body,
          })
          return { changed: [...data.added, ...data.removed], leftOut: data.leftOut }
        },
      )
      return { change, outcome }
    },
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: userKeys.all })
      await cache.invalidateQueries({ queryKey: contextKeys.all })
    },
  })
}

/** The most people that one click selects: the longest page of the server. */
export const MOST_SELECTED = 500

/** Returns all people that a filter finds, up to `MOST_SELECTED`. */
export function useEverybody() {
  const api = useApi()
  return useMutation({
    mutationFn: async (filter: UserFilter): Promise<readonly ListedUser[]> => {
      const query = { ...queryOf(filter), limit: MOST_SELECTED }
      return (await api.call(contract.users.list, { query })).data.Users
    },
  })
}
