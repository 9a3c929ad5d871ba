// The embedding model that makes vectors of data sources.
import type { VectorModel } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useItemChange } from '#features/items/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'

/** Returns the chosen embedding model; null for none. */
export function useVectorModel() {
  const api = useApi()
  return useQuery({
    queryKey: datasourceKeys.vectorModel,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<VectorModel | null> =>
      (await api.call(contract.vectors.get, {}, { signal })).data.vectorModel,
  })
}

/** Sends a change, then refetches the data sources. */
const useChange = <Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>) =>
  useItemChange(send, [datasourceKeys.all])

/** Chooses an embedding model by its tag, or none. */
export const useChooseVectorModel = () =>
  useChange(
    async (api, modelTagId: number | null) =>
      (await api.call(contract.vectors.update, { body: { modelTagId } })).data.vectorModel,
  )

/** Cancels the making of the vectors of a data source, or goes on with it. */
export const useSetMaking = () =>
  useChange((api, { id, action }: { id: number; action: 'cancel' | 'resume' }) =>
    api.call(contract.vectors[action], { params: { id } }),
  )
