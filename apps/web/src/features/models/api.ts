// The models people may choose from.
import { contract } from '@polylogue/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

/** How the models are asked for. */
export const modelsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.models,
    queryFn: async ({ signal }) => (await api.call(contract.models.list, {}, { signal })).data.Models,
    staleTime: 60_000,
  })

/** The active models with their tags, in their order; Guide comes first. */
export const useModels = () => useQuery(modelsQuery(useApi()))
