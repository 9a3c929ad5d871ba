import { contract, DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { usePermission } from '../session/index.ts'
import { datasourceKeys } from './keys.ts'

/** Returns the number of data sources that the user can read; undefined without the permission and while loading. */
export function useDatasourceCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...datasourceKeys.lists, 'count'],
    enabled: usePermission('can_use_datasources') ?? false,
    queryFn: async ({ signal }) =>
      (await api.call(contract.datasources.list, { query: { limit: 1 } }, { signal })).meta.total,
  })
  return data
}

/** Returns the number of data sources that the user can read and of which all documents failed; 0 while that is not known. */
export function useFailedDatasources(needed: boolean): number {
  const api = useApi()
  const isAllowed = usePermission('can_use_datasources') ?? false
  const { data = 0 } = useQuery({
    queryKey: [...datasourceKeys.lists, 'failed'],
    enabled: needed && isAllowed,
    queryFn: async ({ signal }) => {
      const query = { limit: 1, status: DATASOURCE_STATUS.failed }
      return (await api.call(contract.datasources.list, { query }, { signal })).meta.total
    },
  })
  return data
}
