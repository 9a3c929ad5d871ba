// The embedding model that makes vectors of data sources.
import type { VectorModel } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { datasourceKeys } from '../keys.ts'

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

/** Chooses an embedding model by its tag, or none. */
export function useChooseVectorModel() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (modelTagId: number | null) =>
      (await api.call(contract.vectors.update, { body: { modelTagId } })).data.vectorModel,
    onSettled: () => cache.invalidateQueries({ queryKey: datasourceKeys.all }),
  })
}

/** Cancels the making of the vectors of a data source, or goes on with it. */
export function useSetMaking() {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: 'cancel' | 'resume' }) =>
      api.call(contract.vectors[action], { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: datasourceKeys.all }),
  })
}
