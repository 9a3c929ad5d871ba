import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { userKeys } from '../keys.ts'
import { useViewer } from '#features/session/index.ts'

/** Returns the number of visible users; undefined for a viewer who may not list them. */
export function useUserCount(): number | undefined {
  const api = useApi()
  const { data: viewer } = useViewer()
  const { data } = useQuery({
    queryKey: [...userKeys.all, 'count'],
    enabled: viewer?.permissions.includes('can_list_users') ?? false,
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.list, { query: { limit: 1 } }, { signal })).meta.total,
  })
  return data
}
