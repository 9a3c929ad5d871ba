// The models people may choose from.
import { contract } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

/** The active models with their tags, in their order; Guide comes first. */
export function useModels() {
  const api = useApi()
  return useQuery({
    queryKey: keys.models,
    queryFn: async ({ signal }) => (await api.call(contract.models.list, {}, { signal })).data.Models,
    staleTime: 60_000,
  })
}
