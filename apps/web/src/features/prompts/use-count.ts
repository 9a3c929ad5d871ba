import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { usePermission } from '../session/index.ts'
import type { FoundPrompts } from './api.ts'
import { promptKeys } from './keys.ts'

const QUERY = { limit: 1 }

/** Returns the number of prompts that the user can read; undefined without the permission and while loading. */
export function usePromptCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...promptKeys.lists, QUERY],
    enabled: usePermission('can_use_prompts') ?? false,
    // As in every list below this key.
    queryFn: async ({ signal }): Promise<FoundPrompts> => {
      const { data: found, meta } = await api.call(contract.prompts.list, { query: QUERY }, { signal })
      return { prompts: found.Prompts, total: meta.total }
    },
  })
  return data?.total
}
