import type { InstallationUsage, Usage } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

/** The last days, today included, or the days between two, in UTC. */
export type UsageQuery = { readonly days: number } | { readonly from: string; readonly to: string }

/** Usage of one user, or of everybody, with groups. */
export type ShownUsage = Usage & Partial<Pick<InstallationUsage, 'byGroup'>>

const usageKeys = {
  of: (whose: number | 'everybody', period: UsageQuery | undefined) => ['usage', whose, period] as const,
}

/**
 * Returns the usage of a period: of a user, or of everybody. Keeps the previous data while another period of the same people
 * loads. Without a period it loads nothing.
 */
export function useUsage(whose: number | 'everybody', period: UsageQuery | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: usageKeys.of(whose, period),
    enabled: period !== undefined,
    placeholderData: (data: ShownUsage | undefined, before) =>
      before?.queryKey[1] === whose ? keepPreviousData(data) : undefined,
    queryFn: async ({ signal }): Promise<ShownUsage> => {
      const query = { ...period }
      const { data } =
        whose === 'everybody'
          ? await api.call(contract.usage.ofInstallation, { query }, { signal })
          : await api.call(contract.usage.ofUser, { params: { id: whose }, query }, { signal })
      return data.usage
    },
  })
}
