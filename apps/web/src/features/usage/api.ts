import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { usageKeys } from './keys.ts'

/** What one asked in the last days; what was there for other days stays until it is told. */
export function useUsage(userId: number, days: number) {
  const api = useApi()
  return useQuery({
    queryKey: usageKeys.of(userId, days),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const input = { params: { id: userId }, query: { days } }
      return (await api.call(contract.usage.ofUser, input, { signal })).data.usage
    },
  })
}
