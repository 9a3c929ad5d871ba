// Deploys one tag: fetches, loads or unloads it.
import { EngineError } from '#engines/engine.ts'
import type { Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { failureOf, stepsOf } from './deployment-rules.ts'
import * as store from './deployments-store.ts'
import type { DeployerDeps } from './deps.ts'
import { openProgress, type ProgressWriter } from './progress.ts'

/** Stores that those who manage models are to be told. */
const noticeEnd = (
  { bus }: DeployerDeps,
  tx: Tx,
  kind: 'modelDeployed' | 'modelFailed',
  { modelId, fullName }: store.TagAtEngine,
) => notice(tx, bus, null, null, { kind, data: { modelId, model: fullName } })

/** Timeout of unloading, which waits for running answers of that model. */
const UNLOAD_MS = 300_000

/**
 * Runs the pending work of a tag, and stores its progress and result. Stops when `ending` is aborted, and aborts it when the
 * work no longer belongs to this process.
 */
export async function runDeployJob(
  deps: DeployerDeps,
  tag: store.TagAtEngine,
  ending: AbortController,
): Promise<void> {
  const { db, serverId } = deps
  const { modelId, modelTagId } = tag
  const at = { serverId, modelId, modelTagId }
  const progress = openProgress(
    async (one) => {
      if (await store.storeProgress(db.pool, at, one)) return
      ending.abort(new Error('Another process, or nobody, goes on with it'))
    },
    (error) => deps.log.warn({ err: error, tag: tag.fullName }, 'how far a deployment is was not stored'),
  )
  try {
    const isDeployed = await work(deps, tag, progress, ending.signal)
    await progress.close()
    await db.transaction(async (tx) => {
      if (!(await store.endOwn(tx, modelTagId, serverId))) return
      await deps.bus.publish(tx, { type: 'models.changed', modelId })
      await deps.bus.publish(tx, { type: 'deployment.changed', modelId, modelTagId })
      if (isDeployed) await noticeEnd(deps, tx, 'modelDeployed', tag)
    })
  } catch (error) {
    await progress.close()
    // The code that aborted it has stored the new state.
    if (ending.signal.aborted) return
    await fail(deps, tag, progress.advanced, error)
  }
}

/** Does what is wanted; returns whether that was to deploy the tag. */
async function work(
  deps: DeployerDeps,
  tag: store.TagAtEngine,
  progress: ProgressWriter,
  signal: AbortSignal,
): Promise<boolean> {
  const { modelTagId, engineName, fullName, providerId } = tag
  const engine = deps.engineOf(providerId)
  // Read again: the wanted state may have changed before the claim.
  const read = async () => (await store.deploymentsOf(deps.db.orm, { tagIds: [modelTagId] }))[0]
  const wanted = await read()
  if (!wanted?.deployed) {
    await engine.unload?.(engineName, AbortSignal.any([signal, AbortSignal.timeout(UNLOAD_MS)]))
    await deps.look(providerId, signal)
    return false
  }
  for (const step of stepsOf(wanted, engine.can)) {
    const steps = step === 'fetch' ? engine.fetch?.(engineName, signal) : engine.load?.(engineName, signal)
    for await (const one of steps ?? []) if (one.state !== 'ready') progress.take(one)
    signal.throwIfAborted()
    await deps.look(providerId, signal)
    if ((await read())?.present === false)
      throw new EngineError('not-found', `${fullName} is not there after it was fetched`)
  }
  return true
}

async function fail(
  deps: DeployerDeps,
  tag: store.TagAtEngine,
  advanced: boolean,
  error: unknown,
): Promise<void> {
  const { modelId, modelTagId } = tag
  // Progress resets the number of attempts.
  const attempts = advanced ? 0 : await store.attemptsOf(deps.db.pool, modelTagId)
  const failure = failureOf(error, tag, attempts)
  if (failure.isDefect) deps.log.error({ err: error, tag: tag.fullName }, 'a deployment failed')
  else deps.log.warn({ err: error, tag: tag.fullName }, 'a deployment failed')
  await store.storeFailure(deps.db.pool, { serverId: deps.serverId, modelId, modelTagId }, failure)
  if (failure.againInMs === null && tag.deployed)
    await deps.db.transaction((tx) => noticeEnd(deps, tx, 'modelFailed', tag))
}
