// The data sources that a chatbot can use. The feature of data sources keeps its own queries out of the first load.
import type { Datasource } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'

/** Returns a data source; NOT_FOUND when it was deleted or is not shared. 0 requests nothing. */
export function useDatasource(id: number) {
  const api = useApi()
  return useQuery<Datasource>({
    queryKey: datasourceKeys.one(id),
    enabled: id > 0,
    queryFn: async ({ signal }) =>
      (await api.call(contract.datasources.get, { params: { id } }, { signal })).data.datasource,
  })
}

/** More are found by their name elsewhere. */
const MOST = 500

/** Returns the data sources with passages that can be found. */
export function useUsableDatasources() {
  const api = useApi()
  return useQuery({
    queryKey: [...datasourceKeys.lists, 'of-chatbots'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.datasources.list, { query: { limit: MOST } }, { signal })
      return data.datasources.filter(({ chunks }) => chunks > 0)
    },
  })
}
