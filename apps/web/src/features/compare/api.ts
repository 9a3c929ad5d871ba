// The answers to a question that was asked in several tabs: how they are fetched, cached and refreshed.
import type { Comparison, Message, Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, useApi } from '../../lib/api.ts'
import { canWrite } from '../../lib/can.ts'
import { compareKeys } from './keys.ts'
import { projectQuery } from '../projects/index.ts'

const LOOK_AGAIN_MS = 4_000
const UNFINISHED_BELOW = 2

/** The messages of a comparison, the newest last; none when nothing was stored under this id, or nothing one may read. */
export function useCompared(compareId: string) {
  const api = useApi()
  return useQuery({
    queryKey: compareKeys.compared(compareId),
    queryFn: async ({ signal }): Promise<readonly Message[]> => {
      try {
        return (await api.call(contract.queries.compared, { params: { compareId } }, { signal })).data.Queries
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return []
        throw error
      }
    },
    // An answer that ends is put in its place at once; this is for those whose end this page did not hear.
    refetchInterval: ({ state }) =>
      state.data?.some((message) => message.state < UNFINISHED_BELOW) ? LOOK_AGAIN_MS : false,
  })
}

/** Comparisons of a page: as many as one looks through before asking for more. */
const PAGE = 30

/** The comparisons of a project, newest first, page by page. */
export function useComparisons(projectId: number) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: compareKeys.of(projectId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { projectId, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await api.call(contract.queries.comparisons, { query }, { signal })
      return { comparisons: data.Comparisons, next: meta.nextCursor }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): Comparison[] => pages.flatMap(({ comparisons }) => comparisons),
  })
}

/** A tab of a comparison, and what one may do there. */
export interface ComparedPlace {
  project: Project
  tab: Tab
  canWrite: boolean
}

/** The tabs with answers of a comparison that are in another project now, as far as one may read them. */
export function useMovedTabs(messages: readonly Message[], tabs: readonly Tab[]): ComparedPlace[] {
  const api = useApi()
  const cache = useQueryClient()
  const known = new Set(tabs.map(({ id }) => id))
  const moved = new Set(messages.flatMap(({ projectTabId: id }) => (known.has(id) ? [] : [id])))
  return useQueries({
    queries: [...moved].map((id) => ({
      queryKey: compareKeys.movedTab(id),
      queryFn: async (): Promise<ComparedPlace> => {
        const tab = (await api.call(contract.tabs.get, { params: { id } })).data.projecttab
        const project = await cache.fetchQuery(projectQuery(api, tab.projectId))
        return { project, tab, canWrite: canWrite(project) }
      },
    })),
    combine: (found) => found.flatMap(({ data }) => (data ? [data] : [])),
  })
}
