import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

const usageKeys = {
  of: (userId: number, days: number) => ['usage', userId, days] as const,
}

/** Returns the user's usage of the last days; keeps the previous data while another period loads. */
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
