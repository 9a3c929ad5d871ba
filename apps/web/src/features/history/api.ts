// Fetches earlier prompts page by page on scrolling.
import type { EarlierPrompt } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useUserId } from '#features/session/index.ts'
import { mergedPages, type Scope } from './earlier.ts'

const PAGE = 30

export interface Search {
  /** Part of the prompt, case-insensitive; '' matches all. */
  text: string
  scope: Scope
  projectId: number
  tabId: number
}

/** Returns the earlier prompts of the user, newest first; fetched while `needed`. */
export function useEarlierPrompts({ text, scope, projectId, tabId }: Search, needed: boolean) {
  const api = useApi()
  const place = scope === 'chat' ? { projectTabId: tabId } : scope === 'project' ? { projectId } : {}
  return useInfiniteQuery({
    queryKey: ['queries', 'history', useUserId(), place, text],
    enabled: needed,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...place,
        ...(text === '' ? {} : { q: text }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      const { data, meta } = await api.call(contract.queries.history, { query }, { signal })
      return { prompts: data.Queries, next: meta.nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): readonly EarlierPrompt[] => mergedPages(pages),
  })
}
