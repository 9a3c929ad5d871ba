// Fetches, caches and refetches golden sets.
import type { AssocContext, GoldenPrompt, GoldenSet, GoldenSetEntry } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { goldenSetKeys } from './keys.ts'

/** Sets per page of the list. */
export const SETS_PER_PAGE = 20

export interface NamedValues {
  name: string
  description: string
}

interface GoldenSetValues extends NamedValues {
  prompts: GoldenPrompt[]
}

type Change = Partial<GoldenSetValues> & { id: number; assocContexts?: AssocContext[]; ifModified: string }

export interface FoundSets {
  sets: readonly GoldenSetEntry[]
  total: number
}

/** Returns a page of the golden sets that match. Keeps the previous page until the next one is there. */
export function useFoundSets({ q, page }: { q: string; page: number }) {
  const api = useApi()
  const query = { limit: SETS_PER_PAGE, offset: (page - 1) * SETS_PER_PAGE, ...(q === '' ? {} : { q }) }
  return useQuery({
    queryKey: [...goldenSetKeys.lists, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FoundSets> => {
      const { data, meta } = await api.call(contract.goldensets.list, { query }, { signal })
      return { sets: data.GoldenSets, total: meta.total }
    },
  })
}

const fetchSet = async (api: Api, id: number, signal?: AbortSignal): Promise<GoldenSet> =>
  (await api.call(contract.goldensets.get, { params: { id } }, signal ? { signal } : {})).data.GoldenSet

/** Returns a golden set with its prompts; null requests nothing. */
export function useGoldenSet(id: number | null) {
  const api = useApi()
  return useQuery({
    queryKey: goldenSetKeys.one(id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => fetchSet(api, id ?? 0, signal),
  })
}

/** Sends a change, then refetches golden sets, not their runs. */
function useChange<Values, Reply>(send: (api: Api, values: Values) => Promise<Reply>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) => send(api, values),
    onSettled: () =>
      cache.invalidateQueries({
        queryKey: goldenSetKeys.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'runs',
      }),
  })
}

export const useCreateSet = () =>
  useChange(
    async (api, body: NamedValues & Partial<GoldenSetValues>) =>
      (await api.call(contract.goldensets.create, { body })).data.GoldenSet,
  )

/** Updates the passed fields; rejects with CONFLICT if another user changed the set since. */
export function useUpdateSet() {
  const cache = useQueryClient()
  return useChange(async (api, { id, ...body }: Change) => {
    const { GoldenSet } = (await api.call(contract.goldensets.update, { params: { id }, body })).data
    cache.setQueryData(goldenSetKeys.one(id), GoldenSet)
    return GoldenSet
  })
}

/** Fetches the stored set, after a CONFLICT. */
export const useStoredSet = () => useChange((api, id: number) => fetchSet(api, id))

export const useRemoveSet = () =>
  useChange(async (api, id: number) => void (await api.call(contract.goldensets.remove, { params: { id } })))

/** Creates a copy that belongs to the user and is not shared. */
export const useCopySet = () =>
  useChange(async (api, { id, nameOf }: { id: number; nameOf: (name: string) => string }) => {
    const { name, description, prompts } = await fetchSet(api, id)
    const body = { name: nameOf(name), description, prompts }
    return (await api.call(contract.goldensets.create, { body })).data.GoldenSet
  })
