// Fetches, caches and refetches the tabs of a project.
import type { PromptOptionValues, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { noneAsEmpty } from '#lib/query.ts'
import { messageKeys } from '#features/conversation/keys.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { tabKeys } from './keys.ts'

export interface TabValues {
  name: string
  description: string
  defaultModelId: number
  defaultModelTagId: number
}

/** Changed fields of a tab; `options` replaces all prompt options. */
type TabChange = Partial<TabValues> & { options?: PromptOptionValues }

/** Returns the query for the tabs of a project, in order. */
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

/** Returns the tabs of a project in order. */
export const useTabs = (projectId: number) => useQuery(tabsQuery(useApi(), projectId))

type NewTab = Pick<TabValues, 'defaultModelId' | 'defaultModelTagId'> &
  Partial<Pick<Tab, 'name' | 'type' | 'state' | 'custInstWhoId' | 'custInstRespondId'>> & {
    options?: PromptOptionValues
    /** Whether a title may replace the name. */
    autoNamed?: boolean
  }

/** Appends a tab; what is not passed comes from the project. */
export function useAddTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (values: NewTab) => {
      const request = { params: { id: projectId }, body: values }
      return (await api.call(contract.tabs.create, request)).data.projecttab
    },
    onSuccess: (tab) => change(cache, projectId, (tabs) => [...tabs, tab]),
    // Not awaited: the tab is opened when it is in the list, not when the list was read again.
    onSettled: () => void cache.invalidateQueries({ queryKey: tabKeys.of(projectId) }),
  })
}

/**
 * Updates the passed fields of a tab optimistically, so that a question sent right after a model change goes to the new
 * model. Rolls back on errors; CONFLICT if another user changed the texts meanwhile.
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
      // Must come first: a cancelled fetch restores the previous data.
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

/** Duplicates a tab next to it, with its settings and optionally its messages. */
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

/** Returns the number of messages of a tab, up to 100; fetched when `needed`. */
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

/** Fetches the stored tab, after a CONFLICT. */
export function useStoredTab() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: number) => (await api.call(contract.tabs.get, { params: { id } })).data.projecttab,
  })
}

/** Appends a tab that the server has created to the cached list of its project. */
export function useAppendTab(): (tab: Tab) => void {
  const cache = useQueryClient()
  return (tab) => {
    change(cache, tab.projectId, (tabs) => [...tabs.filter(({ id }) => id !== tab.id), tab])
    void cache.invalidateQueries({ queryKey: tabKeys.of(tab.projectId) })
  }
}

/** Updates the order optimistically; rolls back when the server refuses it. */
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
