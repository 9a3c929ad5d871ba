// Queries and mutations for model managers: includes inactive models and the deployment state of each tag.
import type { CatalogueModel, Deployment, Model, TagSettings } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { modelKeys } from './keys.ts'
import { isBusy } from './deployment/state.ts'

/** Poll interval while something is in progress: the fallback when the live stream is disconnected. */
const LOOK_MS = 4_000

/** Returns all models with their tags in order, including inactive ones. */
export function useAllModels() {
  const api = useApi()
  return useQuery({
    queryKey: [...modelKeys.all, 'all'],
    queryFn: async ({ signal }): Promise<Model[]> =>
      (await api.call(contract.models.list, { query: { all: 'true' } }, { signal })).data.Models,
  })
}

/** Returns the deployment state of each tag of a model. It is stored on the server, so it survives a reload. */
export function useDeployments(modelId: number) {
  const api = useApi()
  return useQuery<Deployment[]>({
    queryKey: modelKeys.deployments(modelId),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? LOOK_MS : false),
    queryFn: async ({ signal }) => {
      const request = { params: { id: modelId } }
      return (await api.call(contract.models.deployment, request, { signal })).data.deployments
    },
  })
}

/** Returns the models that a provider's engine can download by name, and the memory of its machine in bytes. */
export function useCatalogue(providerId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...modelKeys.all, 'catalogue', providerId],
    queryFn: async ({ signal }): Promise<{ models: CatalogueModel[]; machineMemory: number }> => {
      const { data } = await api.call(contract.models.catalogue, { query: { providerId } }, { signal })
      return { models: data.Models, machineMemory: data.machineMemory }
    },
  })
}

/** Downloads a model to its engine by its name there, and deploys it. */
export function useAddModel() {
  return useChange(async (api, body: { providerId: number; name: string }, cache) => {
    const { data } = await api.call(contract.models.add, { body })
    put(cache, data.deployment)
    return data.model
  })
}

interface OfTag {
  modelId: number
  modelTagId: number
}

/** Deploys or undeploys a tag. Resolves when the operation has started. */
export function useDeploy() {
  return useChange(async (api, { modelId, modelTagId, wanted }: OfTag & { wanted: boolean }, cache) => {
    const call = wanted ? contract.models.deploy : contract.models.undeploy
    const { data } = await api.call(call, { params: { id: modelId }, body: { modelTagId } })
    put(cache, data.deployment)
  })
}

/** Deletes a tag at its engine, which frees disk space. */
export function useRemoveTag() {
  return useChange(async (api, { modelId, modelTagId }: OfTag) => {
    await api.call(contract.models.removeTag, { params: { id: modelId, tagId: modelTagId } })
  })
}

/** Sets the capabilities of a tag whose engine does not report them. */
export function useSetTag() {
  return useChange(async (api, { modelId, modelTagId, set }: OfTag & { set: TagSettings }) => {
    const params = { id: modelId, tagId: modelTagId }
    await api.call(contract.models.setTag, { params, body: set })
  })
}

/** Hides a model from all lists, or shows it again. */
export function useActivate() {
  return useChange(async (api, { id, active }: { id: number; active: boolean }) => {
    const call = active ? contract.models.activate : contract.models.deactivate
    return (await api.call(call, { params: { id } })).data.model
  })
}

/** Stores the order of the models. */
export function useSortModels() {
  const cache = useQueryClient()
  const api = useApi()
  return useMutation({
    mutationFn: async (modelIds: number[]) =>
      (await api.call(contract.models.sort, { body: { modelIds } })).data.Models,
    onSettled: () => cache.invalidateQueries({ queryKey: modelKeys.all }),
  })
}

function useChange<V, R>(change: (api: Api, values: V, cache: QueryClient) => Promise<R>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(api, values, cache),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: modelKeys.all }),
        cache.invalidateQueries({ queryKey: modelKeys.allDeployments }),
      ]),
  })
}

/** Updates the cache optimistically before refetching. */
function put(cache: QueryClient, deployment: Deployment): void {
  cache.setQueryData<Deployment[]>(modelKeys.deployments(deployment.modelId), (known = []) => [
    ...known.filter(({ modelTagId }) => modelTagId !== deployment.modelTagId),
    deployment,
  ])
}
