// Which models there are: engines are asked, and what they offer becomes families and tags (reading 7).
import { EngineError, type Engine, type EngineModel } from '../../engines/engine.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { openKey } from './keys.ts'
import { offeredTags } from './rules.ts'
import * as store from './store.ts'

/** The provider of Guide: built in, and no engine's answer changes it. */
const BUILT_IN = 'built-in'

/** Where models come from, as engines are connected to it. */
export interface Provider {
  readonly id: number
  /** 1 OpenAI-compatible, 2 Anthropic, 5 local. */
  readonly typeId: number
  /** Which adapter speaks to it: `guide`, `ollama`, `openai`, … */
  readonly kind: string
  readonly name: string
  readonly baseUrl: string | null
  readonly apiKey: string | undefined
  readonly isLocal: boolean
  readonly source: string
}

export type WishedProvider = Omit<Provider, 'id' | 'apiKey'> & { readonly apiKey?: string | undefined }

/** An engine to look at, with the provider whose models it serves. */
export interface ConnectedEngine {
  readonly provider: Provider
  readonly engine: Pick<Engine, 'models'>
}

export interface Discovery {
  /** The providers there are, their keys decrypted. */
  providers(): Promise<Provider[]>
  /**
   * Makes sure that a provider exists as described: one of a kind and address, found again by those. Ids never change.
   */
  ensureProvider(wished: WishedProvider): Promise<Provider>
  /**
   * Stores what a provider's engine offers, in one transaction. New tags start deployed; those that vanished count as
   * neither deployed nor available until they come back; what people decided about tags stays. Guide is never touched.
   */
  syncProvider(provider: Pick<Provider, 'id' | 'source'>, engineModels: readonly EngineModel[]): Promise<void>
  /** Takes a provider that is configured no longer: its models count as gone, their answers stay. */
  retire(provider: Provider): Promise<void>
  /**
   * Asks every engine at once and stores what they offer. An engine that does not answer is logged, its models stay as they
   * were, and the others are stored all the same. Returns the ids of the providers that answered.
   */
  discover(given: { engines: readonly ConnectedEngine[]; signal?: AbortSignal }): Promise<number[]>
}

interface Given {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
}

export function discovery(given: Given): Discovery {
  const { db, secrets } = given
  const opened = (row: store.ProviderRow): Provider => {
    const { created: _, modified: __, apiKey, ...provider } = row
    return { ...provider, apiKey: openKey(secrets, apiKey, given.log) }
  }
  const ensureProvider = async (sent: WishedProvider): Promise<Provider> => {
    // Field by field: whoever sends a provider back sends its id too.
    const { typeId, kind, name, baseUrl, apiKey, isLocal, source } = sent
    const wished = { typeId, kind, name, baseUrl, isLocal, source }
    const now = given.clock.now()
    const row = await db.transaction(async (tx) => {
      const found = await store.findProviderAt(tx, wished.kind, wished.baseUrl)
      const sealed = apiKey === undefined ? null : secrets.encrypt(apiKey)
      if (!found) return store.insertProvider(tx, { ...wished, apiKey: sealed, created: now, modified: now })
      const same = isSame(found, wished) && sameKey(secrets, found.apiKey, apiKey)
      if (same) return found
      return store.updateProvider(tx, found.id, { ...wished, apiKey: sealed, modified: now })
    })
    return opened(row)
  }
  return {
    async providers() {
      return (await store.listProviders(db.orm)).map(opened)
    },
    ensureProvider,
    async retire(provider) {
      await sync(given, await ensureProvider({ ...provider, source: 'retired' }), [])
    },
    syncProvider: (provider, engineModels) => sync(given, provider, engineModels),
    async discover({ engines, signal = AbortSignal.timeout(30_000) }) {
      const found = await Promise.all(
        engines.map(async ({ provider, engine }) => {
          const offered = await offeredBy(given.log, provider, engine, signal)
          if (offered) await sync(given, provider, offered)
          return offered && provider.id
        }),
      )
      return found.filter((id) => id !== undefined)
    },
  }
}

async function sync(
  given: Given,
  provider: Pick<Provider, 'id' | 'source'>,
  engineModels: readonly EngineModel[],
): Promise<void> {
  if (provider.source === BUILT_IN) return
  const offered = offeredTags(engineModels)
  const now = given.clock.now()
  const names = new Map<string, number>()
  for (const tag of offered)
    names.set(tag.family, Math.max(names.get(tag.family) ?? 0, seesImages(tag.capabilities)))
  const families = [...names].map(([name, type]) => ({ name, type, uuid: uuidV7(given.clock), now }))
  await given.db.transaction(async (tx) => {
    await store.lockProvider(tx, provider.id)
    const ids = await store.upsertFamilies(tx, provider.id, families)
    const tags = offered.map((tag) => {
      return { ...tag, now, modelId: ids.get(tag.family) ?? 0, type: seesImages(tag.capabilities) }
    })
    // A statement holds 65,535 values; a tag has twelve.
    for (let from = 0; from < tags.length; from += 500)
      await store.upsertTags(tx, tags.slice(from, from + 500))
    await store.markAbsent(
      tx,
      provider.id,
      offered.map(({ engineName }) => engineName),
    )
    await store.ensureDefaultTags(tx, provider.id)
  })
}

/** `type` of families and tags: 1 is multimodal. */
function seesImages(capabilities: readonly string[]): 0 | 1 {
  return capabilities.includes('images') ? 1 : 0
}

async function offeredBy(
  log: Log,
  provider: Provider,
  engine: Pick<Engine, 'models'>,
  signal: AbortSignal,
): Promise<readonly EngineModel[] | undefined> {
  try {
    return await engine.models(signal)
  } catch (error) {
    // A host that is down is an everyday thing at start; a defect in an adapter is not.
    if (!(error instanceof EngineError) && !signal.aborted) throw error
    log.warn({ err: error, provider: provider.name }, 'the model server did not tell its models')
    return undefined
  }
}

function isSame(found: store.ProviderRow, wished: Omit<WishedProvider, 'apiKey'>): boolean {
  return (
    found.typeId === wished.typeId &&
    found.name === wished.name &&
    found.isLocal === wished.isLocal &&
    found.source === wished.source
  )
}

/** False for one that cannot be read any more, so that it is replaced or taken away. */
function sameKey(secrets: Secrets, stored: string | null, key: string | undefined): boolean {
  return stored === null ? key === undefined : key !== undefined && openKey(secrets, stored) === key
}
