// A project's tabs: how they are fetched, cached and refreshed.
import type { PromptOptionValues, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '../../lib/api.ts'
import { noneAsEmpty } from '../../lib/query.ts'
import { messageKeys } from '../conversation/keys.ts'
import { projectKeys } from '../projects/keys.ts'
import { tabKeys } from './keys.ts'

export interface TabValues {
  name: string
  description: string
  defaultModelId: number
  defaultModelTagId: number
}

/** What changes of a tab; its prompt options as a whole. */
type TabChange = Partial<TabValues> & { options?: PromptOptionValues }

/** How a project's tabs are asked for, in their order. */
export const tabsQuery = (api: Api, projectId: number) =>
  queryOptions({
    queryKey: tabKeys.of(projectId),
    queryFn: ({ signal }) =>
      noneAsEmpty(
        api
          .call(contract.tabs.list, { params: { id: projectId } }, { signal })
          .then(({ data }) => data.Projecttabs),
      ),
  })

/** A project's tabs in their order. */
export const useTabs = (projectId: number) => useQuery(tabsQuery(useApi(), projectId))

/** Adds a tab at the end, with the project's model. */
export function useAddTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (
      values: Pick<TabValues, 'defaultModelId' | 'defaultModelTagId'> & { name?: string },
    ) => {
      const request = { params: { id: projectId }, body: values }
      return (await api.call(contract.tabs.create, request)).data.projecttab
    },
    onSuccess: (tab) => change(cache, projectId, (tabs) => [...tabs, tab]),
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

/**
 * Changes what is given of a tab, at once, and takes it back when the server refuses it: a question sent right after its
 * model was chosen goes to that model. Words that somebody else changed meanwhile are not overwritten (CONFLICT).
 */
export function useUpdateTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ tab, values }: { tab: Pick<Tab, 'id' | 'modified'>; values: TabChange }) => {
      const hasWords = values.name !== undefined || values.description !== undefined
      const body = { ...values, ...(hasWords ? { ifModified: tab.modified } : {}) }
      return (await api.call(contract.tabs.update, { params: { id: tab.id }, body })).data.projecttab
    },
    onMutate: async ({ tab, values }) => {
      // First: a fetch that is cancelled puts back what was there when it began.
      await cache.cancelQueries({ queryKey: tabKeys.of(projectId) })
      change(cache, projectId, (tabs) => tabs.map((one) => (one.id === tab.id ? { ...one, ...values } : one)))
    },
    onSuccess: (changed) =>
      change(cache, projectId, (tabs) => tabs.map((tab) => (tab.id === changed.id ? changed : tab))),
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

/** Deletes a tab with its messages. */
export function useRemoveTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await api.call(contract.tabs.remove, { params: { id } })
    },
    onSuccess: (_, id) => {
      change(cache, projectId, (tabs) => tabs.filter((tab) => tab.id !== id))
      cache.removeQueries({ queryKey: messageKeys.of(id) })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

/** Duplicates a tab beside it, with its settings and, when wished, its messages. */
export function useCopyTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ tab, ...body }: { tab: Tab; name: string; withMessages: boolean }) =>
      (await api.call(contract.tabs.copy, { params: { id: tab.id }, body })).data.projecttab,
    onSuccess: (copy, { tab }) =>
      change(cache, projectId, (tabs) => tabs.toSpliced(placeOf(tabs, tab.id) + 1, 0, copy)),
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

/** Moves a tab with its messages to the end of another project. */
export function useMoveTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, to }: { id: number; to: number }) => {
      await api.call(contract.tabs.move, { params: { id }, body: { projectId: to } })
    },
    onSuccess: (_, { id, to }) => {
      change(cache, projectId, (tabs) => tabs.filter((tab) => tab.id !== id))
      void cache.invalidateQueries({ queryKey: tabKeys.of(to) })
      void cache.invalidateQueries({ queryKey: projectKeys.all })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

const COUNTED = 100

/** How many messages a tab has, counted to a hundred; asked when `needed`. */
export function useMessageCount(tabId: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...messageKeys.of(tabId), 'count'],
    enabled: needed,
    queryFn: async ({ signal }) => {
      const request = { params: { id: tabId }, query: { limit: COUNTED } }
      const { data, meta } = await api.call(contract.queries.list, request, { signal })
      return { count: data.Queries.length, more: meta.nextCursor !== null }
    },
  })
}

/** The tab as it is stored now, for somebody whose change was refused because of another one. */
export function useStoredTab() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number) => (await api.call(contract.tabs.get, { params: { id } })).data.projecttab,
  })
}

/** Puts a tab that the server has made elsewhere at the end of its project's. */
export function useAppendTab(): (tab: Tab) => void {
  const cache = useQueryClient()
  return (tab) => {
    change(cache, tab.projectId, (tabs) => [...tabs.filter(({ id }) => id !== tab.id), tab])
    void cache.invalidateQueries({ queryKey: tabKeys.of(tab.projectId) })
  }
}

/** Stores an order at once and takes it back when the server refuses it. */
export function useOrderTabs(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (tabIds: number[]) => {
      await api.call(contract.tabs.order, { params: { id: projectId }, body: { tabIds } })
    },
    onMutate: (tabIds) =>
      change(cache, projectId, (tabs) => tabIds.flatMap((id) => tabs.find((tab) => tab.id === id) ?? [])),
    onSettled: () => cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

const placeOf = (tabs: readonly Tab[], id: number): number => tabs.findIndex((tab) => tab.id === id)

type Cache = ReturnType<typeof useQueryClient>

function change(cache: Cache, projectId: number, next: (tabs: readonly Tab[]) => Tab[]): void {
  cache.setQueryData<Tab[]>(tabKeys.of(projectId), (tabs) => next(tabs ?? []))
}
