import type { CatalogueModel, Deployment, Model, TagSettings } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { catalogue } from './catalogue.ts'
import { setActive, setTag, sort } from './changing.ts'
import { mayDeploy } from './policy.ts'
import { add, deploy, deploymentsOf, removeTag, undeploy, type Deployed } from './deploying.ts'
import type { ChangingDeps } from './deps.ts'

/** Calls for model managers. Guide cannot be changed. */
export interface Managing {
  /** Shows a model in all lists. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  activate(viewer: Person, modelId: number): Promise<Model>
  /** Hides a model from all lists; it can no longer be asked. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  deactivate(viewer: Person, modelId: number): Promise<Model>
  /** Reorders models; omitted ones follow in their current order. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  sort(viewer: Person, modelIds: readonly number[]): Promise<Model[]>
  /** Sets a tag's capabilities that its engine does not report. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  setTag(
    viewer: Person,
    of: { readonly modelId: number; readonly tagId: number },
    set: TagSettings,
  ): Promise<Model>
  /**
   * Returns the models that a provider's engine can download, and the memory of its machine in bytes.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; ENGINE_CANNOT for an engine without a catalogue
   */
  catalogue(viewer: Person, providerId: number): Promise<{ Models: CatalogueModel[]; machineMemory: number }>
  /**
   * Adds a tag to a provider's engine and deploys it; an existing one is only deployed.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; VALIDATION_FAILED for an invalid name; ENGINE_CANNOT
   */
  add(viewer: Person, sent: { readonly providerId: number; readonly name: string }): Promise<Deployed>
  /**
   * Downloads a missing tag and loads it; returns at once. Joins a running job.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND, also for a tag of another model; ENGINE_CANNOT
   */
  deploy(viewer: Person, modelId: number, tagId: number): Promise<Deployed>
  /** Frees a tag's memory; its file stays, a download is aborted. @throws Problem PERMISSION_DENIED, NOT_FOUND */
  undeploy(viewer: Person, modelId: number, tagId: number): Promise<Deployed>
  /** Returns the deployments of a model's tags. @throws Problem NOT_FOUND */
  deployments(viewer: Person, modelId: number): Promise<Deployment[]>
  /**
   * Deletes a tag at its engine, which frees disk space; it can be downloaded again. A missing one is removed from the
   * lists.
   * @throws Problem PERMISSION_DENIED; NOT_FOUND; ENGINE_CANNOT; the engine's failure
   */
  removeTag(viewer: Person, modelId: number, tagId: number): Promise<void>
}

export function openManaging(deps: ChangingDeps): Managing {
  return {
    activate: (viewer, modelId) => setActive(deps, viewer, modelId, true),
    deactivate: (viewer, modelId) => setActive(deps, viewer, modelId, false),
    sort: (viewer, modelIds) => sort(deps, viewer, modelIds),
    setTag: (viewer, of, set) => setTag(deps, viewer, of, set),
    catalogue: (viewer, providerId) => catalogue(deps, viewer, providerId),
    add: (viewer, sent) => add(deps, viewer, sent),
    deploy: (viewer, modelId, tagId) => deploy(deps, viewer, modelId, tagId),
    undeploy: (viewer, modelId, tagId) => undeploy(deps, viewer, modelId, tagId),
    async deployments(viewer, modelId) {
      await deps.models.get(viewer, modelId)
      const deployments = await deploymentsOf(deps, { modelId })
      // Errors of the engine are only for viewers who can fix them.
      return mayDeploy(viewer) ? deployments : deployments.map((one) => ({ ...one, errorMessage: null }))
    },
    removeTag: (viewer, modelId, tagId) => removeTag(deps, viewer, modelId, tagId),
  }
}
