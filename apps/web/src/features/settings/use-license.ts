import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { settingsKeys } from './keys.ts'
import { useUserId } from '#features/session/index.ts'

/** Returns the licence; `expired` is true from one day after its last day (SETTING-3). */
export function useLicense() {
  const api = useApi()
  const userId = useUserId()
  return useQuery({
    queryKey: settingsKeys.license(userId),
    queryFn: async ({ signal }) =>
      (await api.call(contract.users.license, { params: { id: userId } }, { signal })).data.License,
    // The licence changes only with the configuration, or at midnight.
    staleTime: 3_600_000,
  })
}
