// Tests a question.
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { datasourceKeys } from '../keys.ts'

/** What is asked, and what an answer had for it. */
export interface ExplainedQuestion {
  q: string
  limit: number
  /** The question before it. */
  before?: string
  /** The question in the language of the documents. */
  translation?: string
  /** The question of a confidential message. */
  confidential?: boolean
  /** Tokens for passages. */
  budget?: number
}

/** Returns the passages that a question finds, with the reasons; nothing for an empty question. */
export function usePassages(id: number, asked: ExplainedQuestion) {
  const api = useApi()
  return useQuery({
    queryKey: [...datasourceKeys.passages(id), asked],
    enabled: asked.q !== '',
    placeholderData: keepPreviousData,
    // Back from a document shows the same result at once.
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: asked }
      const { data, meta } = await api.call(contract.datasources.search, request, { signal })
      return { passages: data.Passages, meta }
    },
  })
}

/** A passage, or a document, of which the best passage is explained. */
export type Explained = { about: number } | { aboutMedia: number }

/** Returns whether an answer gets a passage, and why not; with the best passage to compare. */
export function useExplanation(id: number, asked: ExplainedQuestion, explained: Explained | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...datasourceKeys.passages(id), asked, explained],
    enabled: asked.q !== '' && explained !== undefined,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: { ...asked, ...explained } }
      const { data, meta } = await api.call(contract.datasources.search, request, { signal })
      return { about: meta.about, best: data.Passages[0] }
    },
  })
}
