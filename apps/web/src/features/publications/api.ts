// Fetches requests to publish items, and decides them.
import { contract } from '@polylogue/contract/browser'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { publicationKeys } from './keys.ts'

const AT_ONCE = 50

/** Returns the requests that wait for the user's approval, group by group, or their own ones; 50 per page. */
export function useRequests(of: 'others' | 'own') {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...publicationKeys.lists, of],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { own: String(of === 'own'), limit: AT_ONCE, cursor }
      const { data, meta } = await api.call(contract.publications.list, { query }, { signal })
      return { requests: data.Publications, ...meta }
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      requests: pages.flatMap(({ requests }) => requests),
    }),
  })
}

/** Returns the requests to publish an item, by its context. */
export function useItemRequests(contextId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...publicationKeys.lists, 'item', contextId],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.publications.ofItem, { params: { id: contextId } }, { signal })
      return data.Publications
    },
  })
}

/** Returns a request with the texts of the item, fetched once: what is read must not change before it is approved. */
export function useReview(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: publicationKeys.one(id),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.call(contract.publications.get, { params: { id } }, { signal })).data.Publication,
  })
}

/** Approves a request; rejects with CONFLICT when it is not what was read. */
export const useApprove = () =>
  useChange((api, { id, etag }: { id: number; etag: string }) =>
    api.call(contract.publications.approve, { params: { id }, body: { ifMatch: etag } }),
  )

/** Declines a request with a reason. */
export const useDecline = () =>
  useChange((api, { id, reason }: { id: number; reason: string }) =>
    api.call(contract.publications.decline, { params: { id }, body: { reason } }),
  )

/** Withdraws a request, or dismisses a declined one. */
export const useWithdraw = () =>
  useChange((api, id: number) => api.call(contract.publications.remove, { params: { id } }))

/** A mutation of requests; refetches their lists, also when somebody else was faster. */
function useChange<V, R>(change: (api: Api, values: V) => Promise<R>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(api, values),
    onSettled: () => cache.invalidateQueries({ queryKey: publicationKeys.lists }),
  })
}
