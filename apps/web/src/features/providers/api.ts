// Fetches, tests and changes the model servers (providers).
import type { CallData, CallInput } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { modelKeys } from '#features/models/keys.ts'
import { providerKeys } from './keys.ts'

/** Refetch interval of the host states: the server checks them every minute. */
const LOOK_MS = 30_000

type ProvidersResponse = CallData<typeof contract.providers.list>

/** Returns the providers with their hosts and the last check of each. Needs the permission to deploy models. */
export function useProviders(needed = true) {
  return useProvidersResponse(({ Providers }) => Providers, needed)
}

/** Returns whether models can run on the server itself. */
export function useEmbeddedState(): ProvidersResponse['embedded'] | undefined {
  return useProvidersResponse(({ embedded }) => embedded).data
}

function useProvidersResponse<T>(select: (response: ProvidersResponse) => T, needed = true) {
  const api = useApi()
  return useQuery({
    queryKey: providerKeys.all,
    enabled: needed,
    refetchInterval: LOOK_MS,
    queryFn: async ({ signal }): Promise<ProvidersResponse> =>
      (await api.call(contract.providers.list, {}, { signal })).data,
    select,
  })
}

export type ProviderValues = CallInput<typeof contract.providers.create>['body']
export type TestedValues = CallInput<typeof contract.providers.test>['body']

/** Connects a provider; the server lists its models immediately. */
export function useCreateProvider() {
  return useChange(
    async (api, body: ProviderValues) => (await api.call(contract.providers.create, { body })).data.provider,
  )
}

/** Updates a provider. Rejects with CONFLICT when it changed since `ifModified`. */
export function useUpdateProvider(id: number) {
  return useChange(
    async (api, body: ProviderValues & { ifModified: string }) =>
      (await api.call(contract.providers.update, { params: { id }, body })).data.provider,
  )
}

/** Disconnects a provider; its models disappear from the lists. */
export function useRemoveProvider() {
  return useChange(async (api, id: number) => {
    await api.call(contract.providers.remove, { params: { id } })
  })
}

/** Tests addresses and returns the models that they offer; stores nothing. */
export function useTestProvider() {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: TestedValues) => (await api.call(contract.providers.test, { body })).data,
  })
}

/** A mutation of providers; also invalidates the models. */
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
