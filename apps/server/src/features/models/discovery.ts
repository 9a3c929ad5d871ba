// Discovery of models: lists the models of all engines and stores them as families and tags (MODEL-4).
import { EngineError, type Engine, type EngineModel } from '#engines/engine.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Provider } from '#features/providers/index.ts'
import * as store from './offered-store.ts'
import { offeredTags } from './rules.ts'

/** An engine to check, with its provider. */
export interface LookedAt {
  readonly provider: Pick<Provider, 'id' | 'kind' | 'name'>
  readonly engine: Pick<Engine, 'models'>
}

export interface Discovery {
  /**
   * Stores the models of a provider's engine, in one transaction. New tags start deployed, except files on this machine;
   * vanished ones are neither deployed nor available until they come back; users' settings of tags stay. Guide is never
   * changed. Publishes the changes.
   */
  syncProvider(provider: Pick<Provider, 'id' | 'kind'>, engineModels: readonly EngineModel[]): Promise<void>
  /**
   * Lists the models of all engines in parallel and stores them. An engine that does not respond is logged and keeps its
   * models; the others are stored anyway. Returns the ids of the providers that responded.
   */
  discover(options: { engines: readonly LookedAt[]; signal?: AbortSignal }): Promise<number[]>
}

export interface DiscoveryDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

/** Above this number of tags with changed memory, one event for all models is published instead of one per tag. */
const TOLD_ONE_BY_ONE = 20

export function discovery(deps: DiscoveryDeps): Discovery {
  const silent = new Set<number>()
  return {
    syncProvider: (provider, engineModels) => sync(deps, provider, engineModels),
    async discover({ engines, signal = AbortSignal.timeout(30_000) }) {
      const found = await Promise.all(
        engines.map(async ({ provider, engine }) => {
          const offered = await offeredBy(deps.log, provider, engine, signal, silent)
          if (offered) await sync(deps, provider, offered)
          return offered && provider.id
        }),
      )
      return found.filter((id) => id !== undefined)
    },
  }
}

async function sync(
  deps: DiscoveryDeps,
  provider: Pick<Provider, 'id' | 'kind'>,
  engineModels: readonly EngineModel[],
): Promise<void> {
  // Guide has no engine to query: its row is part of the database from the start.
  if (provider.kind === 'guide') return
  const offered = offeredTags(engineModels)
  const now = deps.clock.now()
  const names = new Map<string, number>()
  for (const tag of offered)
    names.set(tag.family, Math.max(names.get(tag.family) ?? 0, seesImages(tag.capabilities)))
  const families = [...names].map(([name, type]) => ({ name, type, uuid: uuidV7(deps.clock), now }))
  await deps.db.transaction(async (tx) => {
    await store.lockProvider(tx, provider.id)
    const { ids, changed } = await store.upsertFamilies(tx, provider.id, families)
    // Models served by an engine start deployed; a file on this machine's disk is only served once a user deploys it.
    const deployed = provider.kind !== 'embedded'
    const tags = offered.map((tag) => {
      return { ...tag, deployed, now, modelId: ids.get(tag.family) ?? 0, type: seesImages(tag.capabilities) }
    })
    let different = changed ? 1 : 0
    // A statement has at most 65,535 parameters; a tag uses twelve.
    for (let from = 0; from < tags.length; from += 500)
      different += await store.upsertTags(tx, tags.slice(from, from + 500))
    different += await store.markAbsent(
      tx,
      provider.id,
      offered.map(({ engineName }) => engineName),
    )
    await store.ensureDefaultTags(tx, provider.id)
    const moved = await store.setMemory(tx, provider.id, offered)
    const oneByOne = moved.length <= TOLD_ONE_BY_ONE ? moved : []
    if (different > 0 || oneByOne.length < moved.length)
      await deps.bus.publish(tx, { type: 'models.changed', modelId: null })
    for (const ids of oneByOne) await deps.bus.publish(tx, { type: 'deployment.changed', ...ids })
  })
}

/** `type` of families and tags: 1 is multimodal. */
function seesImages(capabilities: readonly string[]): 0 | 1 {
  return capabilities.includes('images') ? 1 : 0
}

async function offeredBy(
  log: Log,
  provider: LookedAt['provider'],
  engine: LookedAt['engine'],
  signal: AbortSignal,
  silent: Set<number>,
): Promise<readonly EngineModel[] | undefined> {
  try {
    const models = await engine.models(signal)
    if (silent.delete(provider.id)) log.info({ provider: provider.name }, 'the model server answers again')
    return models
  } catch (error) {
    // A host that is down at the start is normal; a bug in an adapter is not.
    if (!(error instanceof EngineError) && !signal.aborted) throw error
    // Logged once, since the host is polled every few seconds.
    if (!silent.has(provider.id))
      log.warn({ err: error, provider: provider.name }, 'the model server did not tell its models')
    silent.add(provider.id)
    return undefined
  }
}
