// Lists deleted items, and deletes them for good. Taking back is in features/items, which offers it after each deletion.
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

/** Query keys of this feature. */
const binKeys = {
  all: ['bin'] as const,
  list: (q: string) => ['bin', q] as const,
}

/** Returns the deleted items whose names contain `q`, page by page. */
export function useDeletedItems(q: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: binKeys.list(q),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call(contract.bin.list, { query: { cursor, ...(q === '' ? {} : { q }) } }, { signal }),
    getNextPageParam: ({ meta }) => meta?.nextCursor ?? undefined,
    // Items are deleted on other pages.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ data }) => data.DeletedItems),
  })
}

/** Deletes an item for good. */
export function useErase() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call(contract.bin.erase, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: binKeys.all }),
  })
}

/** Deletes all of one's own items for good; returns their number. */
export function useEmptyBin() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.call(contract.bin.empty)).data.count,
    onSettled: () => cache.invalidateQueries({ queryKey: binKeys.all }),
  })
}
