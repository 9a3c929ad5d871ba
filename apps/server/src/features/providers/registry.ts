// The providers as the server itself knows them: those that the environment and the configuration name are stored at the
// start, beside those that people connected.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { openKey } from './keys.ts'
import * as store from './store.ts'

/** Where models come from, as engines are connected to it. */
export interface Provider {
  readonly id: number
  /** 1 OpenAI-compatible, 2 Anthropic, 5 local. */
  readonly typeId: number
  /** Which adapter speaks to it: `guide`, `ollama`, `openai`, … */
  readonly kind: string
  readonly name: string
  /** Its hosts, which serve the same models; none for what runs in this process. */
  readonly addresses: readonly string[]
  readonly apiKey: string | undefined
  readonly isLocal: boolean
  readonly oldServer: boolean
  /** Answers made at once; null: as many as its kind takes. */
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
  /** The providers that are connected, their keys decrypted. */
  list(): Promise<Provider[]>
  /**
   * Makes sure that a provider exists as described: one of a kind and first address, found again by those, also one that was
   * disconnected. Ids never change.
   */
  ensure(wished: WishedProvider): Promise<Provider>
  /** Takes a provider away: its models are gone from the lists, their answers stay, and so does its id. Its key goes. */
  retire(provider: Pick<Provider, 'id' | 'kind'>): Promise<void>
}

interface Given {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
}

export function providerRegistry(given: Given): ProviderRegistry {
  const { db, clock } = given
  return {
    async list() {
      return (await store.listProviders(db.orm)).map((row) => openedProvider(given, row))
    },
    async ensure(wished) {
      return openedProvider(given, await db.transaction((tx) => ensureRow(given, tx, wished)))
    },
    async retire({ id }) {
      await db.transaction((tx) =>
        store.updateProvider(tx, id, { source: 'retired', apiKey: null, modified: clock.now() }),
      )
    },
  }
}

/** A row as engines are made of it. */
export function openedProvider(given: Pick<Given, 'secrets' | 'log'>, row: store.ProviderRow): Provider {
  const { created: _, modified: __, baseUrl, otherUrls, apiKey, ...provider } = row
  return {
    ...provider,
    addresses: baseUrl === null ? [] : [baseUrl, ...otherUrls],
    apiKey: openKey(given.secrets, apiKey, given.log),
  }
}

async function ensureRow(
  { clock, secrets }: Given,
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

/** False for one that cannot be read any more, so that it is replaced or taken away. */
function sameKey(secrets: Secrets, stored: string | null, key: string | undefined): boolean {
  return stored === null ? key === undefined : key !== undefined && openKey(secrets, stored) === key
}
