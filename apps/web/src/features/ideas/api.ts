// Fetches, caches and refetches prompt ideas.
import type { Idea, IdeaCategory } from '@polylogue/contract'
import { contract, IDEAS_PER_BATCH, IDEAS_PER_PAGE } from '@polylogue/contract/browser'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { ideaKeys } from './keys.ts'

export interface FoundIdeas {
  ideas: readonly Idea[]
  categories: readonly IdeaCategory[]
  total: number
  pages: number
  canCreate: boolean
}

interface IdeasQuery {
  /** From 1. */
  page: number
  limit: number
  language: string
  /** Id; undefined for all categories. */
  category?: number
  /** Shuffles the ideas. */
  seed?: number
}

async function fetchIdeas(api: Api, query: IdeasQuery, signal?: AbortSignal): Promise<FoundIdeas> {
  const { data, meta } = await api.call(contract.ideas.list, { query }, signal ? { signal } : {})
  return { ideas: data.Ideas, categories: data.IdeaCategories, ...meta }
}

function useIdeas(asked: IdeasQuery) {
  const api = useApi()
  return useQuery({
    queryKey: ideaKeys.page(asked),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchIdeas(api, asked, signal),
  })
}

const useLanguage = () => useTranslation().i18n.language

/** A page of ideas as the address names it. */
export interface IdeasPlace {
  page: number
  category: number | undefined
}

function useAsked({ page, category }: IdeasPlace): IdeasQuery {
  const language = useLanguage()
  return { page, limit: IDEAS_PER_PAGE, language, ...(category === undefined ? {} : { category }) }
}

/** Returns a page of the ideas. Keeps the previous page until the next one is there. */
export const useIdeaPage = (place: IdeasPlace) => useIdeas(useAsked(place))

/** Returns four ideas; the pages of one seed have each idea once. */
export function useIdeaBatch({ page, seed }: { page: number; seed: number }) {
  return useIdeas({ page, seed, limit: IDEAS_PER_BATCH, language: useLanguage() })
}

/** Sends a change, then refetches the ideas. */
function useChange<Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sent: Body) => send(api, sent),
    onSettled: () => refetchIdeas(cache),
  })
}

const refetchIdeas = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ideaKeys.all })

export interface SentIdea {
  prompt: string
  categoryId: number
}

export const useCreateIdea = () =>
  useChange(async (api, body: SentIdea) => (await api.call(contract.ideas.create, { body })).data.Idea)

type Change = Partial<SentIdea> & { id: number; ifModified: string | undefined }

/** Updates the passed fields; rejects with CONFLICT if another user changed the idea since. */
export function useUpdateIdea() {
  const language = useLanguage()
  return useChange(async (api, { id, ifModified, ...fields }: Change) => {
    const body = { ...fields, language, ...(ifModified === undefined ? {} : { ifModified }) }
    return (await api.call(contract.ideas.update, { params: { id }, body })).data.Idea
  })
}

/** Fetches the stored idea from its page, after a CONFLICT. Rejects when it is not there any more. */
export function useStoredIdea(place: IdeasPlace) {
  const asked = useAsked(place)
  return useChange(async (api, id: number): Promise<Idea> => {
    const stored = (await fetchIdeas(api, asked)).ideas.find((idea) => idea.id === id)
    if (!stored) throw new Error('The idea is not on this page any more')
    return stored
  })
}

export const useRemoveIdea = () =>
  useChange(async (api, id: number) => void (await api.call(contract.ideas.remove, { params: { id } })))
