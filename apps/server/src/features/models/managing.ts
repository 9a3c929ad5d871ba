import type { CatalogueModel, Deployment, Model, TagSettings } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'
import { catalogue } from './catalogue.ts'
import { setActive, setTag, sort } from './changing.ts'
import { mayDeploy } from './policy.ts'
import { add, deploy, deploymentsOf, removeTag, undeploy, type Deployed } from './deploying.ts'
import type { ChangingGiven } from './given.ts'

/** What those who look after models can do with them. Guide stays as it is, whoever asks. */
export interface Managing {
  /** Shows a model in the lists again. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  activate(viewer: Person, modelId: number): Promise<Model>
  /** Takes a model out of all lists; it cannot be asked any more. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  deactivate(viewer: Person, modelId: number): Promise<Model>
  /** Puts models into an order; those left out follow as they were. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  sort(viewer: Person, modelIds: readonly number[]): Promise<Model[]>
  /** Sets what a tag can, where its engine does not tell. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  setTag(
    viewer: Person,
    of: { readonly modelId: number; readonly tagId: number },
    set: TagSettings,
  ): Promise<Model>
  /**
   * What a provider's engine can fetch by name, and the bytes of memory of its machine.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; ENGINE_CANNOT for an engine without such a list
   */
  catalogue(viewer: Person, providerId: number): Promise<{ Models: CatalogueModel[]; machineMemory: number }>
  /**
   * Has a tag brought to a provider's engine and deployed; one that is there already is deployed.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; VALIDATION_FAILED for a name that is none; ENGINE_CANNOT
   */
  add(viewer: Person, sent: { readonly providerId: number; readonly name: string }): Promise<Deployed>
  /**
   * Has a tag fetched where it is missing, and loaded; returns at once. What goes on already is joined.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND, also for a tag of another model; ENGINE_CANNOT
   */
  deploy(viewer: Person, modelId: number, tagId: number): Promise<Deployed>
  /** Has a tag's memory freed; its file stays, a download of it ends. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  undeploy(viewer: Person, modelId: number, tagId: number): Promise<Deployed>
  /** How far each tag of a model is. @throws Problem NOT_FOUND */
  deployments(viewer: Person, modelId: number): Promise<Deployment[]>
  /**
   * Deletes a tag at its engine, which frees the disk; it can be fetched again. One that is not there is taken off the lists.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; ENGINE_CANNOT; what its engine failed with
   */
  removeTag(viewer: Person, modelId: number, tagId: number): Promise<void>
}

export function openManaging(given: ChangingGiven): Managing {
  return {
    activate: (viewer, modelId) => setActive(given, viewer, modelId, true),
    deactivate: (viewer, modelId) => setActive(given, viewer, modelId, false),
    sort: (viewer, modelIds) => sort(given, viewer, modelIds),
    setTag: (viewer, of, set) => setTag(given, viewer, of, set),
    catalogue: (viewer, providerId) => catalogue(given, viewer, providerId),
    add: (viewer, sent) => add(given, viewer, sent),
    deploy: (viewer, modelId, tagId) => deploy(given, viewer, modelId, tagId),
    undeploy: (viewer, modelId, tagId) => undeploy(given, viewer, modelId, tagId),
    async deployments(viewer, modelId) {
      await given.models.get(viewer, modelId)
      const deployments = await deploymentsOf(given, { modelId })
      // What went wrong at the engine is for whoever can do something about it.
      return mayDeploy(viewer) ? deployments : deployments.map((one) => ({ ...one, errorMessage: null }))
    },
    removeTag: (viewer, modelId, tagId) => removeTag(given, viewer, modelId, tagId),
  }
}
