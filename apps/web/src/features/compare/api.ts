// Fetches, caches and refetches the answers to a question that was asked in several tabs.
import type { Comparison, Message, Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, useApi } from '#lib/api.ts'
import { canWrite } from '#lib/can.ts'
import { compareKeys } from './keys.ts'
import { projectQuery } from '#features/projects/index.ts'
import { isRunning } from '#features/runs/index.ts'

const LOOK_AGAIN_MS = 4_000

/** Returns the messages of a comparison, newest last; empty if the id is unknown or the user has no access. */
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
    // Finished answers are put into the cache at once; polling covers those whose live event was missed.
    refetchInterval: ({ state }) =>
      state.data?.some((message) => isRunning({ message })) ? LOOK_AGAIN_MS : false,
  })
}

/** Page size of the list of comparisons. */
const PAGE = 30

/** Returns the comparisons of a project, newest first, page by page. */
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

/** A tab of a comparison and the rights of the user there. */
export interface ComparedPlace {
  project: Project
  tab: Tab
  canWrite: boolean
}

/** Returns the tabs of a comparison that were moved to other projects, if the user can read them. */
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
