// What the configuration file of the installation can say, for the super user.
import type { Configuration } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

const configurationKeys = { all: ['configuration'] as const }

/** Returns the configuration, which only a restart of the server changes. */
export function useConfiguration() {
  const api = useApi()
  return useQuery({
    queryKey: configurationKeys.all,
    queryFn: async ({ signal }): Promise<Configuration> =>
      (await api.call(contract.system.configuration, {}, { signal })).data.configuration,
  })
}
