// A project's tabs: how they are fetched, cached and refreshed.
import { contract, type Tab } from '@polylogue/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { keys, noneAsEmpty } from '../../lib/query.ts'

export interface TabValues {
  name: string
  description: string
  defaultModelId: number
  defaultModelTagId: number
}

/** A project's tabs in their order. */
export function useTabs(projectId: number) {
  const api = useApi()
  return useQuery({
    queryKey: keys.tabs(projectId),
    queryFn: ({ signal }) =>
      noneAsEmpty(
        api
          .call(contract.tabs.list, { params: { id: projectId } }, { signal })
          .then(({ data }) => data.Projecttabs),
      ),
  })
}

/** Adds a tab at the end, with the project's model. */
export function useAddTab(projectId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (model: Pick<TabValues, 'defaultModelId' | 'defaultModelTagId'>) => {
      const request = { params: { id: projectId }, body: model }
      return (await api.call(contract.tabs.create, request)).data.projecttab
    },
    onSuccess: (tab) => change(cache, projectId, (tabs) => [...tabs, tab]),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.tabs(projectId) }),
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
    mutationFn: async ({ tab, values }: { tab: Tab; values: Partial<TabValues> }) => {
      const hasWords = values.name !== undefined || values.description !== undefined
      const body = { ...values, ...(hasWords ? { ifModified: tab.modified } : {}) }
      return (await api.call(contract.tabs.update, { params: { id: tab.id }, body })).data.projecttab
    },
    onMutate: async ({ tab, values }) => {
      // First: a fetch that is cancelled puts back what was there when it began.
      await cache.cancelQueries({ queryKey: keys.tabs(projectId) })
      change(cache, projectId, (tabs) => tabs.map((one) => (one.id === tab.id ? { ...one, ...values } : one)))
    },
    onSuccess: (changed) =>
      change(cache, projectId, (tabs) => tabs.map((tab) => (tab.id === changed.id ? changed : tab))),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.tabs(projectId) }),
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
      cache.removeQueries({ queryKey: keys.queries(id) })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.tabs(projectId) }),
  })
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
    onSettled: () => cache.invalidateQueries({ queryKey: keys.tabs(projectId) }),
  })
}

type Cache = ReturnType<typeof useQueryClient>

function change(cache: Cache, projectId: number, next: (tabs: readonly Tab[]) => Tab[]): void {
  cache.setQueryData<Tab[]>(keys.tabs(projectId), (tabs) => next(tabs ?? []))
}
