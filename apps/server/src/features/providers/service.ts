import type { CallInput, contract, FoundServer, Provider as ToldProvider } from '@polylogue/contract'
import type { Person } from '../../access/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import { laterThan, requireUnchanged } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Problem } from '../../problem.ts'
import type { AuditService } from '../audit/index.ts'
import { askHosts, type Asked } from './asking.ts'
import { remote, TYPE_IDS } from './configured.ts'
import type { Connect, Connections } from './connections.ts'
import { finder } from './finding.ts'
import { openKey } from './keys.ts'
import { mayManage } from './policy.ts'
import {
  addressesOf,
  keptAddresses,
  mayHaveKey,
  refuse,
  requireChangeable,
  requireFree,
  toldProvider,
} from './rules.ts'
import * as store from './store.ts'

type Input<Name extends keyof (typeof contract)['providers']> = CallInput<
  (typeof contract)['providers'][Name]
>

export interface ProvidersService {
  /** @throws Problem PERMISSION_DENIED for all but the super user, here and everywhere below. */
  list(viewer: Person): Promise<ToldProvider[]>
  /** @throws Problem NOT_FOUND */
  get(viewer: Person, id: number): Promise<ToldProvider>
  /** Connects a provider on every process and looks up its models. @throws Problem PROVIDER_TAKEN */
  create(viewer: Person, sent: Input<'create'>['body']): Promise<ToldProvider>
  /**
   * Changes the fields that are sent, at once and on every process; answers that are being written go on as they began.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED for one that is configured elsewhere; PROVIDER_TAKEN; CONFLICT;
   *   VALIDATION_FAILED for another kind, and for an address on another host without the key entered anew.
   */
  update(viewer: Person, id: number, sent: Input<'update'>['body']): Promise<ToldProvider>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
  remove(viewer: Person, id: number): Promise<void>
  /** Looks for model servers at the configured addresses of this machine, two seconds at most; stores nothing. */
  find(viewer: Person): Promise<FoundServer[]>
  /** Asks addresses whether they answer and what they offer; stores nothing. @throws Problem NOT_FOUND */
  test(viewer: Person, sent: Input<'test'>['body']): Promise<Asked>
}

export interface ProvidersGiven {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly secrets: Secrets
  readonly audit: Pick<AuditService, 'record'>
  readonly connections: Connections
  readonly connect: Connect
  /** Where model servers of this machine are looked for. */
  readonly localServers: readonly string[]
  /** How many models each provider has. */
  readonly modelCounts: () => Promise<ReadonlyMap<number, number>>
}

export function providersService(given: ProvidersGiven): ProvidersService {
  const told = async (rows: readonly store.ProviderRow[]) => {
    const counts = await given.modelCounts()
    return rows.map((row) => toldRow(given.connections, row, counts.get(row.id) ?? 0))
  }
  const toldOne = async (row: store.ProviderRow): Promise<ToldProvider> => {
    // Connected here as well before it is told, with how its hosts answer.
    await given.connections.reload()
    const [one] = await told([row])
    if (!one) throw new Error('A provider was told as nothing')
    return one
  }
  const findServers = finder(given, given.localServers)
  return {
    async find(viewer) {
      requireManager(viewer)
      const [servers, rows] = await Promise.all([findServers(), store.listProviders(given.db.orm)])
      const origins = new Set(rows.flatMap(addressesOf).map((address) => new URL(address).origin))
      return servers.map((server) => ({ ...server, connected: origins.has(new URL(server.address).origin) }))
    },
    async list(viewer) {
      requireManager(viewer)
      return told(await store.listProviders(given.db.orm))
    },
    async get(viewer, id) {
      requireManager(viewer)
      const [one] = await told([must(await store.findProvider(given.db.orm, id))])
      if (!one) throw new Problem('NOT_FOUND', { thing: 'provider' })
      return one
    },
    async create(viewer, sent) {
      requireManager(viewer)
      return toldOne(await create(given, viewer, sent))
    },
    async update(viewer, id, sent) {
      requireManager(viewer)
      return toldOne(await update(given, viewer, id, sent))
    },
    async remove(viewer, id) {
      requireManager(viewer)
      await remove(given, viewer, id)
      await given.connections.reload()
    },
    async test(viewer, sent) {
      requireManager(viewer)
      const stored = sent.id === undefined ? undefined : must(await store.findProvider(given.db.orm, sent.id))
      const asked = {
        kind: sent.kind,
        typeId: TYPE_IDS[sent.kind] ?? 1,
        addresses: keptAddresses(sent.addresses),
      }
      return askHosts(given, asked, (address) => keyFor(given.secrets, sent.apiKey, stored, address))
    },
  }
}

function requireManager(viewer: Person): void {
  if (!mayManage(viewer)) throw new Problem('PERMISSION_DENIED')
}

function must(row: store.ProviderRow | undefined): store.ProviderRow {
  if (!row) throw new Problem('NOT_FOUND', { thing: 'provider' })
  return row
}

function toldRow(connections: Connections, row: store.ProviderRow, numModels: number): ToldProvider {
  const connected = connections.connected().find(({ provider }) => provider.id === row.id)
  const { fetch = false, load = false, remove: removes = false } = connected?.engine.can ?? {}
  return toldProvider(row, {
    health: (address) => connections.healthOf(row.id, address),
    can: { fetch, load, remove: removes },
    numModels,
  })
}

/** The key that a tested address may have: what was entered, or else the stored one where it is sent already. */
function keyFor(
  secrets: Secrets,
  entered: string | undefined,
  stored: store.ProviderRow | undefined,
  address: string,
): string | undefined {
  if (entered !== undefined) return entered || undefined
  const isKnown = stored !== undefined && mayHaveKey(address, addressesOf(stored))
  return isKnown ? openKey(secrets, stored.apiKey) : undefined
}

async function create(
  given: ProvidersGiven,
  viewer: Person,
  sent: Input<'create'>['body'],
): Promise<store.ProviderRow> {
  const { kind, oldServer, atOnce } = sent
  const addresses = keptAddresses(sent.addresses)
  const named = remote(kind, addresses)
  const { name = named.name, isLocal = named.isLocal } = sent
  const [baseUrl, ...otherUrls] = addresses
  const now = given.clock.now()
  const apiKey = sent.apiKey ? given.secrets.encrypt(sent.apiKey) : null
  const row = { name, kind, isLocal, oldServer, atOnce, baseUrl, otherUrls, apiKey, modified: now }
  const wished = { ...row, typeId: TYPE_IDS[kind] ?? 1, source: 'configured' }
  return given.db.transaction(async (tx) => {
    const others = await store.holdProviders(tx, kind)
    requireFree(addresses, others)
    // One that was connected before comes back with its models.
    const former = others.find((other) => other.baseUrl === baseUrl)
    const made = former
      ? await store.updateProvider(tx, former.id, {
          ...wished,
          modified: laterThan(former.modified, given.clock),
        })
      : await store.insertProvider(tx, { ...wished, created: now })
    await keep(given, tx, viewer, 'provider.created', made)
    return made
  })
}

async function update(
  given: ProvidersGiven,
  viewer: Person,
  id: number,
  sent: Input<'update'>['body'],
): Promise<store.ProviderRow> {
  return given.db.transaction(async (tx) => {
    const { kind } = must(await store.findProvider(tx, id))
    const others = await store.holdProviders(tx, kind)
    // Read again: it may have been changed while its table was waited for.
    const found = must(others.find((other) => other.id === id && other.source !== 'retired'))
    requireChangeable(found)
    requireUnchanged(found, sent.ifModified)
    if (sent.kind !== undefined && sent.kind !== kind)
      refuse('kind', 'stays as it is: connect another provider')
    const addresses = sent.addresses ? keptAddresses(sent.addresses) : addressesOf(found)
    const rest = others.filter((other) => other.id !== id)
    requireFree(addresses, rest)
    const [baseUrl = null, ...otherUrls] = addresses
    const former = rest.find((other) => other.baseUrl === baseUrl)
    if (former) await store.removeProvider(tx, former.id)
    const changed = await store.updateProvider(tx, id, {
      ...chosen(sent),
      baseUrl,
      otherUrls,
      ...keyChange(given.secrets, found, addresses, sent.apiKey),
      modified: laterThan(found.modified, given.clock),
    })
    await keep(given, tx, viewer, 'provider.updated', changed)
    return changed
  })
}

function chosen({ name, isLocal, oldServer, atOnce }: Input<'update'>['body']): Partial<store.NewProvider> {
  const fields = { name, isLocal, oldServer, atOnce }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What becomes of the key. It was entered for some hosts, and whoever may change addresses must not send it to others. */
function keyChange(
  secrets: Secrets,
  found: store.ProviderRow,
  addresses: readonly string[],
  entered: string | undefined,
): { apiKey?: string | null } {
  if (entered !== undefined) return { apiKey: entered ? secrets.encrypt(entered) : null }
  const known = addressesOf(found)
  if (found.apiKey !== null && !addresses.every((address) => mayHaveKey(address, known)))
    refuse('apiKey', 'must be entered again for an address on another host')
  return {}
}

async function remove(given: ProvidersGiven, viewer: Person, id: number): Promise<void> {
  await given.db.transaction(async (tx) => {
    const { kind } = must(await store.findProvider(tx, id))
    const found = must(
      (await store.holdProviders(tx, kind)).find((row) => row.id === id && row.source !== 'retired'),
    )
    requireChangeable(found)
    const modified = laterThan(found.modified, given.clock)
    const gone = await store.updateProvider(tx, id, { source: 'retired', apiKey: null, modified })
    await keep(given, tx, viewer, 'provider.deleted', gone)
  })
}

/** What happened, for the trail and for every process; never the key. */
async function keep(
  { audit, bus }: ProvidersGiven,
  tx: Tx,
  by: Person,
  action: 'provider.created' | 'provider.updated' | 'provider.deleted',
  { id, name, kind, isLocal, ...row }: store.ProviderRow,
): Promise<void> {
  const addresses = addressesOf(row).join(', ').slice(0, 1_000)
  await audit.record(tx, {
    action,
    by,
    on: { type: 'provider', id, name },
    details: { kind, addresses, isLocal },
  })
  await bus.publish(tx, { type: 'providers.changed' })
  // Its name and whether it is local stand with its models.
  await bus.publish(tx, { type: 'models.changed', modelId: null })
}
