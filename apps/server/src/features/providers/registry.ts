// Providers as the server uses them. At the start it stores those of the environment and the configuration, next to those
// that users connected.
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { openKey } from './keys.ts'
import * as store from './store.ts'

/** A provider with the data needed to connect its engine. */
export interface Provider {
  readonly id: number
  /** 1 OpenAI-compatible, 2 Anthropic, 5 local. */
  readonly typeId: number
  /** Selects the adapter: `guide`, `ollama`, `openai`, … */
  readonly kind: string
  readonly name: string
  /** Its hosts, which serve the same models; empty for engines in this process. */
  readonly addresses: readonly string[]
  readonly apiKey: string | undefined
  readonly isLocal: boolean
  readonly oldServer: boolean
  /** Maximum number of concurrent answers; null for the default of its kind. */
  readonly atOnce: number | null
  /** built-in · environment · configured */
  readonly source: string
}

export type WishedProvider = Omit<Provider, 'id' | 'apiKey' | 'oldServer' | 'atOnce'> & {
  readonly apiKey?: string | undefined
  readonly oldServer?: boolean
  readonly atOnce?: number | null
}

export interface ProviderRegistry {
  /** Returns the connected providers with decrypted keys. */
  list(): Promise<Provider[]>
  /** Creates or updates a provider, found by its kind and first address, also a disconnected one. Ids never change. */
  ensure(wished: WishedProvider): Promise<Provider>
  /** Disconnects a provider and deletes its key: its models are removed from the lists, their answers and the id stay. */
  retire(provider: Pick<Provider, 'id' | 'kind'>): Promise<void>
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
}

export function providerRegistry(deps: Deps): ProviderRegistry {
  const { db, clock } = deps
  return {
    async list() {
      return (await store.listProviders(db.orm)).map((row) => openedProvider(deps, row))
    },
    async ensure(wished) {
      return openedProvider(deps, await db.transaction((tx) => ensureRow(deps, tx, wished)))
    },
    async retire({ id }) {
      await db.transaction((tx) =>
        store.updateProvider(tx, id, { source: 'retired', apiKey: null, modified: clock.now() }),
      )
    },
  }
}

/** Maps a row to a provider with a decrypted key. */
export function openedProvider(deps: Pick<Deps, 'secrets' | 'log'>, row: store.ProviderRow): Provider {
  const { created: _, modified: __, baseUrl, otherUrls, apiKey, ...provider } = row
  return {
    ...provider,
    addresses: baseUrl === null ? [] : [baseUrl, ...otherUrls],
    apiKey: openKey(deps.secrets, apiKey, deps.log),
  }
}

async function ensureRow(
  { clock, secrets }: Deps,
  tx: Parameters<typeof store.insertProvider>[0],
  sent: WishedProvider,
): Promise<store.ProviderRow> {
  const { typeId, kind, name, addresses, apiKey, isLocal, source, oldServer = false, atOnce = null } = sent
  const [baseUrl = null, ...otherUrls] = addresses
  const wished = { typeId, kind, name, baseUrl, otherUrls, isLocal, source, oldServer, atOnce }
  const now = clock.now()
  const found = (await store.holdProviders(tx, kind)).find((row) => row.baseUrl === baseUrl)
  const isSame = found && sameFacts(found, wished) && sameKey(secrets, found.apiKey, apiKey)
  if (isSame) return found
  const sealed = apiKey === undefined ? null : secrets.encrypt(apiKey)
  if (!found) return store.insertProvider(tx, { ...wished, apiKey: sealed, created: now, modified: now })
  return store.updateProvider(tx, found.id, { ...wished, apiKey: sealed, modified: now })
}

function sameFacts(found: store.ProviderRow, wished: Partial<store.ProviderRow>): boolean {
  const before = new Map<string, unknown>(Object.entries(found))
  return Object.entries(wished).every(
    ([name, value]) => JSON.stringify(before.get(name)) === JSON.stringify(value),
  )
}

/** Returns false for a key that cannot be decrypted any more, so that it is replaced or removed. */
function sameKey(secrets: Secrets, stored: string | null, key: string | undefined): boolean {
  return stored === null ? key === undefined : key !== undefined && openKey(secrets, stored) === key
}
