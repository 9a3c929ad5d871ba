// The model servers: how they are fetched, tried and changed.
import type { CallData, CallInput } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '../../lib/api.ts'
import { modelKeys } from '../models/keys.ts'
import { providerKeys } from './keys.ts'

/** How often what is shown of the hosts is asked for anew: the server looks every minute. */
const LOOK_MS = 30_000

type Told = CallData<typeof contract.providers.list>

/** The providers with their hosts, and how these answered last. Only for those who may deploy models. */
export function useProviders(needed = true) {
  return useTold(({ Providers }) => Providers, needed)
}

/** Whether models can run on the server itself. */
export function useEmbeddedState(): Told['embedded'] | undefined {
  return useTold(({ embedded }) => embedded).data
}

function useTold<T>(select: (told: Told) => T, needed = true) {
  const api = useApi()
  return useQuery({
    queryKey: providerKeys.all,
    enabled: needed,
    refetchInterval: LOOK_MS,
    queryFn: async ({ signal }): Promise<Told> =>
      (await api.call(contract.providers.list, {}, { signal })).data,
    select,
  })
}

export type ProviderValues = CallInput<typeof contract.providers.create>['body']
export type TestedValues = CallInput<typeof contract.providers.test>['body']

/** Connects a provider; its models are looked up at once. */
export function useCreateProvider() {
  return useChange(
    async (api, body: ProviderValues) => (await api.call(contract.providers.create, { body })).data.provider,
  )
}

/** Changes a provider, unless somebody else changed it since `ifModified` (CONFLICT). */
export function useUpdateProvider(id: number) {
  return useChange(
    async (api, body: ProviderValues & { ifModified: string }) =>
      (await api.call(contract.providers.update, { params: { id }, body })).data.provider,
  )
}

/** Disconnects a provider: its models are gone from the lists. */
export function useRemoveProvider() {
  return useChange(async (api, id: number) => {
    await api.call(contract.providers.remove, { params: { id } })
  })
}

/** Asks addresses whether they answer, and what they offer; stores nothing. */
export function useTestProvider() {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: TestedValues) => (await api.call(contract.providers.test, { body })).data,
  })
}

/** A change of providers changes which models there are. */
function useChange<V, R>(change: (api: Api, values: V) => Promise<R>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(api, values),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: providerKeys.all }),
        cache.invalidateQueries({ queryKey: modelKeys.all }),
      ]),
  })
}
