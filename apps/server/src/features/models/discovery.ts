// Which models there are: engines are asked, and what they offer becomes families and tags (reading 7).
import { EngineError, type Engine, type EngineModel } from '../../engines/engine.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Provider } from '../providers/index.ts'
import * as store from './offered-store.ts'
import { offeredTags } from './rules.ts'

/** An engine to look at, with the provider whose models it serves. */
export interface LookedAt {
  readonly provider: Pick<Provider, 'id' | 'kind' | 'name'>
  readonly engine: Pick<Engine, 'models'>
}

export interface Discovery {
  /**
   * Stores what a provider's engine offers, in one transaction. New tags start deployed, but those of files on this machine;
   * those that vanished count as neither deployed nor available until they come back; what people decided about tags stays.
   * Guide is never touched. What is different is told to everybody.
   */
  syncProvider(provider: Pick<Provider, 'id' | 'kind'>, engineModels: readonly EngineModel[]): Promise<void>
  /**
   * Asks every engine at once and stores what they offer. An engine that does not answer is logged, its models stay as they
   * were, and the others are stored all the same. Returns the ids of the providers that answered.
   */
  discover(given: { engines: readonly LookedAt[]; signal?: AbortSignal }): Promise<number[]>
}

export interface DiscoveryGiven {
  readonly db: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

/** So many tags whose memory is different are told one by one; beyond that, that models are different. */
const TOLD_ONE_BY_ONE = 20

export function discovery(given: DiscoveryGiven): Discovery {
  const silent = new Set<number>()
  return {
    syncProvider: (provider, engineModels) => sync(given, provider, engineModels),
    async discover({ engines, signal = AbortSignal.timeout(30_000) }) {
      const found = await Promise.all(
        engines.map(async ({ provider, engine }) => {
          const offered = await offeredBy(given.log, provider, engine, signal, silent)
          if (offered) await sync(given, provider, offered)
          return offered && provider.id
        }),
      )
      return found.filter((id) => id !== undefined)
    },
  }
}

async function sync(
  given: DiscoveryGiven,
  provider: Pick<Provider, 'id' | 'kind'>,
  engineModels: readonly EngineModel[],
): Promise<void> {
  // Guide has no engine to ask: what it is stands in the database from the beginning.
  if (provider.kind === 'guide') return
  const offered = offeredTags(engineModels)
  const now = given.clock.now()
  const names = new Map<string, number>()
  for (const tag of offered)
    names.set(tag.family, Math.max(names.get(tag.family) ?? 0, seesImages(tag.capabilities)))
  const families = [...names].map(([name, type]) => ({ name, type, uuid: uuidV7(given.clock), now }))
  await given.db.transaction(async (tx) => {
    await store.lockProvider(tx, provider.id)
    const { ids, changed } = await store.upsertFamilies(tx, provider.id, families)
    // What an engine serves by itself starts deployed; a file on this machine's disk is served once somebody says so.
    const deployed = provider.kind !== 'embedded'
    const tags = offered.map((tag) => {
      return { ...tag, deployed, now, modelId: ids.get(tag.family) ?? 0, type: seesImages(tag.capabilities) }
    })
    let different = changed ? 1 : 0
    // A statement holds 65,535 values; a tag has twelve.
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
      await given.bus.publish(tx, { type: 'models.changed', modelId: null })
    for (const ids of oneByOne) await given.bus.publish(tx, { type: 'deployment.changed', ...ids })
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
    // A host that is down is an everyday thing at start; a defect in an adapter is not.
    if (!(error instanceof EngineError) && !signal.aborted) throw error
    // Asked again every few seconds, it is said once.
    if (!silent.has(provider.id))
      log.warn({ err: error, provider: provider.name }, 'the model server did not tell its models')
    silent.add(provider.id)
    return undefined
  }
}
