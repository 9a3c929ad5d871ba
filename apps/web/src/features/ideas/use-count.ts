import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { usePermission } from '#features/session/index.ts'
import { ideaKeys } from './keys.ts'

/** Returns the number of prompt ideas; undefined without the permission and while loading. */
export function useIdeaCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...ideaKeys.all, 'count'],
    enabled: usePermission('can_use_prompts') ?? false,
    queryFn: async ({ signal }) =>
      (await api.call(contract.ideas.list, { query: { limit: 1 } }, { signal })).meta.total,
  })
  return data
}
