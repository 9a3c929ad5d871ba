// Fetches, caches and refetches saved prompts.
import type { AssocContext, PromptOptionValues, SavedPrompt } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { itemKeys } from '#features/items/keys.ts'
import { PAGE_SIZE, queryOf, type Search } from './search.ts'

export const promptKeys = {
  ...itemKeys('prompts'),
  versions: (id: number) => ['prompts', 'versions', id] as const,
  outputs: ['prompts', 'outputs'] as const,
  contexts: ['prompts', 'contexts'] as const,
}

/** The fields of a prompt as they are saved. */
export interface SentPrompt {
  title: string
  comment: string
  prompt: string
  promptOptions: PromptOptionValues
  outputFormId: number
  modelId: number
  categories: number[]
  tags: number[]
}

type Change = Partial<SentPrompt> & { id: number; assocContexts?: AssocContext[]; ifModified: string }

export interface FoundPrompts {
  prompts: readonly SavedPrompt[]
  total: number
}

export const searchKey = (search: Search) => [...promptKeys.lists, queryOf(search)] as const

/** Returns a page of the prompts that match. Keeps the previous page until the next one is there. */
export function useFoundPrompts(search: Search, needed = true) {
  const api = useApi()
  return useQuery({
    queryKey: searchKey(search),
    enabled: needed,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FoundPrompts> => {
      const query = { limit: PAGE_SIZE, ...queryOf(search) }
      const { data, meta } = await api.call(contract.prompts.list, { query }, { signal })
      return { prompts: data.Prompts, total: meta.total }
    },
  })
}

/** Returns a prompt; begins with the one of a cached list. */
export function usePrompt(id: number | null) {
  const api = useApi()
  const cache = useQueryClient()
  return useQuery({
    queryKey: promptKeys.one(id ?? 0),
    enabled: id !== null,
    placeholderData: cachedPrompt(cache, id),
    queryFn: async ({ signal }): Promise<SavedPrompt> =>
      (await api.call(contract.prompts.get, { params: { id: id ?? 0 } }, { signal })).data.Prompt,
  })
}

/** Returns a function that loads the stored text of a prompt. */
export function useLoadText(): (id: number) => Promise<string> {
  const api = useApi()
  return async (id) => (await api.call(contract.prompts.get, { params: { id } })).data.Prompt.prompt
}

function cachedPrompt(cache: QueryClient, id: number | null): SavedPrompt | undefined {
  const lists = cache.getQueriesData<FoundPrompts>({ queryKey: promptKeys.lists })
  return lists.flatMap(([, found]) => found?.prompts ?? []).find((one) => one.id === id)
}

/** Returns the answer formats. */
export function useOutputs() {
  const api = useApi()
  return useQuery({
    queryKey: promptKeys.outputs,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.call(contract.prompts.outputs, {}, { signal })).data.PromptOutputs,
  })
}

/** Returns the named parts of the repository that the user belongs to. */
export function usePromptContexts() {
  const api = useApi()
  return useQuery({
    queryKey: promptKeys.contexts,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.call(contract.prompts.contexts, {}, { signal })).data.PromptContexts,
  })
}

/** Returns the versions of a prompt, newest first. */
export function useVersions(id: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: promptKeys.versions(id),
    enabled: needed,
    queryFn: async ({ signal }) =>
      (await api.call(contract.prompts.versions, { params: { id } }, { signal })).data.PromptVersions,
  })
}

/** Sends a change, then refetches prompts and their versions. */
function useChange<Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sent: Body) => send(api, sent),
    onSettled: () => refetchPrompts(cache),
  })
}

/** Refetches prompts and versions, not the answer formats. */
export const refetchPrompts = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({
    queryKey: promptKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== 'outputs',
  })

export const useCreatePrompt = () =>
  useChange(
    async (api, { promptOptions, ...body }: SentPrompt) =>
      (
        await api.call(contract.prompts.create, {
          body: { type: 1, state: 1, assocContexts: [], promptOptions, ...body },
        })
      ).data.Prompt,
  )

/** Updates the passed fields; rejects with CONFLICT if another user changed the prompt since. */
export const useUpdatePrompt = () =>
  useChange(
    async (api, { id, ...body }: Change) =>
      (await api.call(contract.prompts.update, { params: { id }, body })).data.Prompt,
  )

/** Fetches the stored prompt, after a CONFLICT. */
export const useStoredPrompt = () =>
  useChange(async (api, id: number) => (await api.call(contract.prompts.get, { params: { id } })).data.Prompt)

export const useRemovePrompt = () =>
  useChange(async (api, id: number) => void (await api.call(contract.prompts.remove, { params: { id } })))
