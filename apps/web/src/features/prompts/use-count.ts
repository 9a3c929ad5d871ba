import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import type { FoundPrompts } from './api.ts'
import { promptKeys } from './keys.ts'
import { useCanUsePrompts } from './permission.ts'

const QUERY = { limit: 1 }

/** Returns the number of prompts that the user can read; undefined without the permission and while loading. */
export function usePromptCount(): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...promptKeys.lists, QUERY],
    enabled: useCanUsePrompts() ?? false,
    // As in every list below this key.
    queryFn: async ({ signal }): Promise<FoundPrompts> => {
      const { data: found, meta } = await api.call(contract.prompts.list, { query: QUERY }, { signal })
      return { prompts: found.Prompts, total: meta.total }
    },
  })
  return data?.total
}
