// The state of the installation, for the super user.
import type { System } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

const systemKeys = {
  all: ['system'] as const,
}

/** The server reads its figures about as often. Only a visible page refetches. */
export const REFETCH_MS = 5_000

/** Returns the state of the installation. Keeps the last values when a refetch fails. */
export function useSystem() {
  const api = useApi()
  return useQuery({
    queryKey: systemKeys.all,
    refetchInterval: REFETCH_MS,
    retry: false,
    queryFn: async ({ signal }): Promise<System> =>
      (await api.call(contract.system.get, {}, { signal })).data.System,
  })
}
