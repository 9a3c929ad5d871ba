// Searches, fetches and changes people and groups.
import type { Context, ContextTypeId, Member } from '@polylogue/contract'
import { CONTEXT_LISTS, contract } from '@polylogue/contract/browser'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { noneAsEmpty } from '#lib/query.ts'
import { contextKeys } from './keys.ts'

/** Maximum number of search results; typing more narrows the search. */
const OFFERED = 20

/** Searches the people and groups to share with; names that begin with `q` come first. */
export function useFoundContexts(wanted: { q: string; types: readonly ContextTypeId[]; asked: boolean }) {
  const api = useApi()
  const { q, types, asked } = wanted
  return useQuery({ ...foundOptions(api, q, types), enabled: asked, placeholderData: keepPreviousData })
}

/** Returns a function that searches at once, without waiting for the end of typing. */
export function useFindContexts(types: readonly ContextTypeId[]): (q: string) => Promise<Context[]> {
  const api = useApi()
  const cache = useQueryClient()
  return (q) => cache.fetchQuery(foundOptions(api, q, types))
}

function foundOptions(api: Api, q: string, types: readonly ContextTypeId[]) {
  const query = { q: q || undefined, types: types.join(','), limit: OFFERED, brief: 'true' }
  return queryOptions({
    queryKey: [...contextKeys.all, 'found', query],
    queryFn: async ({ signal }): Promise<Context[]> =>
      (await api.call(contract.contexts.search, { query }, { signal })).data.Contexts,
  })
}

/** The group lists by their URL segment. */
const GROUP_LISTS = ['orgunits', 'teams', 'tenants'] as const
const AT_ONCE = 500

/** Returns all visible groups: nesting needs the whole list. Members that are people are left out. */
export function useGroups() {
  const api = useApi()
  const listOf = async (id: (typeof GROUP_LISTS)[number], signal: AbortSignal): Promise<Context[]> => {
    const groups: Context[] = []
    let cursor: string | undefined
    do {
      const query = { limit: AT_ONCE, brief: 'true', cursor }
      const { data, meta } = await api.call(contract.contexts.list, { params: { id }, query }, { signal })
      groups.push(...(data[CONTEXT_LISTS[id].field] ?? []))
      cursor = meta.nextCursor ?? undefined
    } while (cursor !== undefined)
    return groups
  }
  return useQuery({
    queryKey: [...contextKeys.all, 'groups'],
    queryFn: async ({ signal }): Promise<Context[]> =>
      (await Promise.all(GROUP_LISTS.map((id) => noneAsEmpty(listOf(id, signal))))).flat(),
  })
}

/** Returns the stored group; null when there is no visible group of that id. */
export function useStoredGroup() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number): Promise<Context | null> => {
      const { data } = await api.call(contract.contexts.search, { query: { ids: String(id), brief: 'true' } })
      return data.Contexts[0] ?? null
    },
  })
}

export interface GroupValues {
  contextTypeId: number
  name: string
  description: string
  /** Whether shares with the group wait for approval. */
  needsApproval: boolean
}

/** The permission of a group member. */
export type Level = 'member' | 'write' | 'admin'

const accessOf = (level: Level) => ({ hasWriteAccess: level !== 'member', hasAdminAccess: level === 'admin' })

/** Creates a group with its first members. */
export function useCreateGroup() {
  return useChange(
    async (
      api,
      { members, ...values }: GroupValues & { members: readonly { id: number; level: Level }[] },
    ) => {
      const assocContexts = members.map(({ id, level }) => ({ contextId: id, ...accessOf(level) }))
      return (await api.call(contract.contexts.create, { body: { ...values, assocContexts } })).data.context
    },
  )
}

/** Updates a group except its members. Rejects with CONFLICT when it changed since `ifModified`. */
export function useUpdateGroup(id: number) {
  return useChange(
    async (api, body: GroupValues & { ifModified: string }) =>
      (await api.call(contract.contexts.update, { params: { id }, body })).data.context,
  )
}

/** Deletes a group. */
export function useRemoveGroup() {
  return useChange(async (api, id: number) => {
    await api.call(contract.contexts.remove, { params: { id } })
  })
}

const MEMBERS_AT_ONCE = 50

/** Returns the members of a group, the owner first, 50 per page. */
export function useMembers(id: number, q: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...contextKeys.all, 'members', id, q],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { q: q || undefined, limit: MEMBERS_AT_ONCE, cursor: pageParam }
      const { data, meta } = await api.call(contract.contexts.members, { params: { id }, query }, { signal })
      return { members: data.Members, next: meta.nextCursor }
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }): Member[] => pages.flatMap((page) => page.members),
  })
}

/** Adds a member to a group, or changes the permission of a member. */
export function useSetMember(id: number) {
  return useChange(async (api, { memberId, level }: { memberId: number; level: Level }) => {
    const params = { id, assocContextId: memberId }
    return (await api.call(contract.contexts.setMember, { params, body: accessOf(level) })).data.member
  })
}

/** Removes a member from a group. */
export function useRemoveMember(id: number) {
  return useChange(async (api, memberId: number) => {
    await api.call(contract.contexts.removeMember, { params: { id, assocContextId: memberId } })
  })
}

/** A mutation of groups; invalidates every query that contains groups. */
function useChange<V, R>(change: (api: Api, values: V) => Promise<R>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(api, values),
    onSettled: () => cache.invalidateQueries({ queryKey: contextKeys.all }),
  })
}
