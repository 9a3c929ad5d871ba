// Changing the wanted state of tags: deployed, undeployed, or deleted from disk.
import type { Deployment, Model } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { EngineError } from '#engines/engine.ts'
import type { Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import { deploymentProblem, stepsOf, toDeploymentResponse } from './deployment-rules.ts'
import * as deployments from './deployments-store.ts'
import type { ChangingDeps } from './deps.ts'
import * as offered from './offered-store.ts'
import { mayDeploy } from './policy.ts'
import { requireNotGuide, wishedTag } from './rules.ts'

/** Timeout of deleting a tag. */
const REMOVE_MS = 60_000
/** Timeout of checking the engine again when a missing tag is deployed. */
const LOOK_MS = 5_000

export interface Deployed {
  readonly model: Model
  readonly deployment: Deployment
}

/**
 * Refuses viewers who may not both deploy and undeploy (ROLE-4).
 * @throws Problem PERMISSION_DENIED
 */
export function requireDeployer(viewer: Person): void {
  if (mayDeploy(viewer)) return
  const sentence = 'You are not allowed to deploy or undeploy models.'
  throw new Problem('PERMISSION_DENIED', {}, { sentence })
}

/** Downloads a missing tag and loads it. Returns at once; a running job continues. */
export async function deploy(
  deps: ChangingDeps,
  viewer: Person,
  modelId: number,
  tagId: number,
): Promise<Deployed> {
  requireDeployer(viewer)
  await deps.models.get(viewer, modelId)
  const { can } = deps.engineOf((await tagOf(deps, modelId, tagId)).providerId)
  if (!can.fetch) await lookIfAbsent(deps, modelId, tagId)
  await deps.db.transaction(async (tx) => {
    const tag = requireTag(await deployments.holdTag(tx, tagId), modelId)
    if (!tag.present && !can.fetch) throw new Problem('ENGINE_CANNOT', { provider: tag.providerName })
    await want(deps, tx, viewer, tag, stepsOf(tag, can).length > 0)
  })
  deps.deployer.wake()
  return deploymentOf(deps, viewer, modelId, tagId)
}

/** Stores that a tag is wanted, and queues a job for it. */
async function want(
  deps: ChangingDeps,
  tx: Tx,
  viewer: Person,
  tag: deployments.TagAtEngine,
  isLeft: boolean,
): Promise<void> {
  const { modelId, modelTagId, fullName } = tag
  // Guide is always deployed: it needs no job.
  if (tag.providerKind === 'guide') return
  const now = deps.clock.now()
  if (!tag.deployed || !tag.kept) {
    await deployments.setWanted(tx, modelTagId, true, now)
    await deps.audit.record(tx, {
      action: 'model.deployed',
      by: viewer,
      on: { type: 'model', id: modelId, name: fullName },
    })
  }
  // Replaces a pending undeploy; joins any other job.
  if (isLeft) await deployments.begin(tx, modelTagId, now, { join: tag.deployed })
  else if (!tag.deployed) await deployments.end(tx, modelTagId)
  await publishChange(deps, tx, tag)
}

/** Stores that a tag is not wanted: its memory is freed, its file stays. */
export async function undeploy(
  deps: ChangingDeps,
  viewer: Person,
  modelId: number,
  tagId: number,
): Promise<Deployed> {
  requireDeployer(viewer)
  await deps.models.get(viewer, modelId)
  const { can } = deps.engineOf((await tagOf(deps, modelId, tagId)).providerId)
  requireNotGuide(modelId)
  await deps.db.transaction(async (tx) => {
    const tag = requireTag(await deployments.holdTag(tx, tagId), modelId)
    if (!tag.deployed) return
    const now = deps.clock.now()
    await deployments.setWanted(tx, tagId, false, now)
    // Queued once, and retried until the engine has unloaded it.
    if (tag.present && can.load) await deployments.begin(tx, tagId, now, { join: false })
    else await deployments.end(tx, tagId)
    await deps.audit.record(tx, {
      action: 'model.undeployed',
      by: viewer,
      on: { type: 'model', id: modelId, name: tag.fullName },
    })
    await publishChange(deps, tx, tag)
  })
  await deps.deployer.cancel(tagId)
  deps.deployer.wake()
  return deploymentOf(deps, viewer, modelId, tagId)
}

/** Adds a tag to a provider's engine if it is new, and deploys it. */
export async function add(
  deps: ChangingDeps,
  viewer: Person,
  sent: { readonly providerId: number; readonly name: string },
): Promise<Deployed> {
  requireDeployer(viewer)
  const { providerId } = sent
  const provider = await offered.findProvider(deps.db.orm, providerId)
  if (!provider) throw new Problem('NOT_FOUND', { thing: 'provider' })
  const wished = wishedTag(sent.name, provider.kind)
  const { can } = deps.engineOf(providerId)
  if (!can.fetch) throw new Problem('ENGINE_CANNOT', { provider: provider.name })
  const family = { name: wished.family, type: 0, uuid: uuidV7(deps.clock), now: deps.clock.now() }
  const { modelId, modelTagId } = await deps.db.transaction(async (tx) => {
    await offered.lockProvider(tx, providerId)
    const ids = await offered.ensureTag(tx, providerId, family, wished)
    await offered.ensureDefaultTags(tx, providerId)
    const tag = requireTag(await deployments.holdTag(tx, ids.modelTagId), ids.modelId)
    await want(deps, tx, viewer, tag, stepsOf(tag, can).length > 0)
    return ids
  })
  deps.deployer.wake()
  return deploymentOf(deps, viewer, modelId, modelTagId)
}

/** Deletes a tag at its engine, or only from the lists when it is missing. Aborts a download of it. */
export async function removeTag(
  deps: ChangingDeps,
  viewer: Person,
  modelId: number,
  tagId: number,
): Promise<void> {
  if (!viewer.permissions.has('can_delete_model')) throw new Problem('PERMISSION_DENIED')
  const found = await tagOf(deps, modelId, tagId)
  requireNotGuide(modelId)
  const engine = deps.engineOf(found.providerId)
  if (found.present && !engine.can.remove)
    throw new Problem('ENGINE_CANNOT', { provider: found.providerName })
  await deps.db.transaction(async (tx) => {
    const tag = requireTag(await deployments.holdTag(tx, tagId), modelId)
    if (tag.deployed) await deployments.setWanted(tx, tagId, false, deps.clock.now())
    await deployments.end(tx, tagId)
    await publishChange(deps, tx, tag)
  })
  await deps.deployer.cancel(tagId)
  try {
    await engine.remove?.(found.engineName, AbortSignal.timeout(REMOVE_MS))
  } catch (error) {
    throw error instanceof EngineError ? deploymentProblem(error, found) : error
  }
  await deps.db.transaction(async (tx) => {
    const tag = await deployments.holdTag(tx, tagId)
    if (!tag) return
    await (found.present ? deployments.setAbsent(tx, tagId) : deployments.removeTag(tx, tag))
    const on = { type: 'model', id: modelId, name: tag.fullName }
    await deps.audit.record(tx, { action: 'model.deleted', by: viewer, on })
    await publishChange(deps, tx, tag)
  })
}

/** Returns the deployments of a model's tags. */
export async function deploymentsOf(
  deps: Pick<ChangingDeps, 'db' | 'engineOf'>,
  of: { modelId: number } | { tagIds: readonly number[] },
): Promise<Deployment[]> {
  const tags = await deployments.deploymentsOf(deps.db.orm, of)
  return tags.map((tag) => toDeploymentResponse(tag, { load: canLoad(deps, tag.providerId) }))
}

function canLoad({ engineOf }: Pick<ChangingDeps, 'engineOf'>, providerId: number): boolean {
  try {
    return engineOf(providerId).can.load
  } catch (error) {
    // Its provider was disconnected meanwhile.
    if (error instanceof Problem) return false
    throw error
  }
}

async function deploymentOf(
  deps: ChangingDeps,
  viewer: Person,
  modelId: number,
  tagId: number,
): Promise<Deployed> {
  const model = await deps.models.get(viewer, modelId)
  const [deployment] = await deploymentsOf(deps, { tagIds: [tagId] })
  if (!deployment) throw new Problem('NOT_FOUND', { thing: 'tag' })
  return { model, deployment }
}

async function publishChange(
  { bus }: ChangingDeps,
  tx: Tx,
  { modelId, modelTagId }: deployments.TagAtEngine,
): Promise<void> {
  await bus.publish(tx, { type: 'models.changed', modelId })
  await bus.publish(tx, { type: 'deployment.changed', modelId, modelTagId })
}

async function tagOf(deps: ChangingDeps, modelId: number, tagId: number): Promise<deployments.TagAtEngine> {
  const [tag] = await deployments.deploymentsOf(deps.db.orm, { tagIds: [tagId] })
  return requireTag(tag, modelId)
}

/** @throws Problem NOT_FOUND for an unknown tag, and for one of another model. */
function requireTag(tag: deployments.TagAtEngine | undefined, modelId: number): deployments.TagAtEngine {
  if (tag?.modelId !== modelId) throw new Problem('NOT_FOUND', { thing: 'tag' })
  return tag
}

/** Checks an engine that cannot download once more before deploying: the tag must be served by then. */
async function lookIfAbsent(deps: ChangingDeps, modelId: number, tagId: number): Promise<void> {
  const { present, providerId } = await tagOf(deps, modelId, tagId)
  if (present) return
  const timeout = AbortSignal.timeout(LOOK_MS)
  try {
    await deps.look(providerId, timeout)
  } catch (error) {
    if (!timeout.aborted) throw error
  }
}
