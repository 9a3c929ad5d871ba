import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { usePermission } from '../session/index.ts'
import { goldenSetKeys } from './keys.ts'

/** Returns the number of golden sets that the user can read; undefined without the permission and while loading. */
export function useGoldenSetCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...goldenSetKeys.lists, 'count'],
    enabled: usePermission('can_use_prompts') ?? false,
    queryFn: async ({ signal }) =>
      (await api.call(contract.goldensets.list, { query: { limit: 1 } }, { signal })).meta.total,
  })
  return data
}
