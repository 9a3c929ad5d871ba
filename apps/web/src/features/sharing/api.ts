// Fetches the shares of an item, and leaves it.
import type { Member, Reader } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { contextKeys } from '#features/contexts/keys.ts'
import type { SharedItem } from './holders.ts'

const AT_ONCE = 500

interface SharedVersion extends Pick<SharedItem, 'modified'> {
  context: { id: number }
}

/**
 * Returns the users and groups that an item is shared with, owner first; only for users who manage it. Loads all pages,
 * since the list is stored as a whole. Members hidden by tenant separation are missing.
 */
export function useSharers({ context, modified }: SharedVersion) {
  const api = useApi()
  return useQuery({
    queryKey: [...contextKeys.all, 'sharers', context.id, modified],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Member[]> => {
      const members: Member[] = []
      let cursor: string | undefined
      do {
        const request = { params: { id: context.id }, query: { limit: AT_ONCE, cursor } }
        const { data, meta } = await api.call(contract.contexts.members, request, { signal })
        members.push(...data.Members)
        cursor = meta.nextCursor ?? undefined
      } while (cursor !== undefined)
      return members
    },
  })
}

const READERS_AT_ONCE = 50

/**
 * Returns the people who have an item through groups, for users who manage it; for others only themselves, with all their
 * ways to it.
 */
export function useReaders(
  { context, modified }: SharedVersion,
  wanted: { q?: string; throughGroups: boolean },
) {
  const api = useApi()
  const { q = '', throughGroups } = wanted
  return useInfiniteQuery({
    queryKey: [...contextKeys.all, 'readers', context.id, modified, q, throughGroups],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        q: q || undefined,
        throughGroups: throughGroups ? 'true' : undefined,
        limit: READERS_AT_ONCE,
        cursor: pageParam,
      }
      const request = { params: { id: context.id }, query }
      const { data, meta } = await api.call(contract.contexts.readers, request, { signal })
      return { readers: data.Readers, next: meta.nextCursor }
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }): Reader[] => pages.flatMap((page) => page.readers),
  })
}

/** Leaves an item: ends the user's own share, or hides the item if access comes from a group (ACCESS-8). */
export function useLeave(contextId: number) {
  const api = useApi()
  return useMutation({
    mutationFn: async (ownContextId: number) => {
      const params = { id: contextId, assocContextId: ownContextId }
      await api.call(contract.contexts.removeMember, { params })
    },
  })
}
