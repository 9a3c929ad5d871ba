// Queries for the models that users can choose.
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { modelKeys } from './keys.ts'

/** Query options for the models. */
export const modelsQuery = (api: Api) =>
  queryOptions({
    queryKey: modelKeys.all,
    queryFn: async ({ signal }) => (await api.call(contract.models.list, {}, { signal })).data.Models,
    staleTime: 60_000,
  })

/** Returns the active models with their tags, in their stored order; Guide comes first. */
export const useModels = () => useQuery(modelsQuery(useApi()))

/** Returns the names of providers that are unreachable at the moment. */
export function useAwaited(): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...modelKeys.all, 'awaited'],
    queryFn: async ({ signal }) => (await api.call(contract.models.awaited, {}, { signal })).data.Awaited,
    staleTime: 60_000,
  })
  return data ?? []
}
