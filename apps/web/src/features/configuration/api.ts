// What the configuration file of the installation can say, for the super user.
import type { Configuration } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useReloadConfig } from '#lib/config.ts'

const configurationKeys = { all: ['configuration'] as const }

/** Returns the configuration in effect. */
export function useConfiguration() {
  const api = useApi()
  return useQuery({
    queryKey: configurationKeys.all,
    queryFn: async ({ signal }): Promise<Configuration> =>
      (await api.call(contract.configuration.get, {}, { signal })).data.configuration,
  })
}

/** Changes a value while the server runs; null brings the default back. Applies to the open page at once. */
export function useChangeConfiguration() {
  const api = useApi()
  const cache = useQueryClient()
  const reload = useReloadConfig()
  return useMutation({
    mutationFn: async (body: { key: string; value: unknown }) =>
      (await api.call(contract.configuration.update, { body })).data.configuration,
    onSuccess: async (stored) => {
      cache.setQueryData(configurationKeys.all, stored)
      await reload()
    },
  })
}
