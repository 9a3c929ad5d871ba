// Tests a question.
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { datasourceKeys } from '../keys.ts'

/** Returns the passages that a question finds, with the reasons; nothing for an empty question. */
export function usePassages(id: number, q: string, limit: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...datasourceKeys.passages(id), q, limit],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Back from a document shows the same result at once.
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: { q, limit } }
      const { data, meta } = await api.call(contract.datasources.search, request, { signal })
      return { passages: data.Passages, meta }
    },
  })
}
