import {
  type CallInput,
  type contract,
  type FoundServer,
  type Provider as ToldProvider,
  SUPERUSER,
} from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import { laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import type { AuditService } from '#features/audit/index.ts'
import { askHosts, type HostReport } from './asking.ts'
import { remote, TYPE_IDS } from './configured.ts'
import type { Connect, Connections } from './connections.ts'
import { finder } from './finding.ts'
import { openKey } from './keys.ts'
import {
  addressesOf,
  keptAddresses,
  mayHaveKey,
  refuse,
  requireChangeable,
  requireFree,
  toProviderResponse,
} from './rules.ts'
import * as store from './store.ts'

/** Providers contain keys and addresses of the organisation's machines: only the super user may read and change them. */
function mayManage(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}

type Input<Name extends keyof (typeof contract)['providers']> = CallInput<
  (typeof contract)['providers'][Name]
>

export interface ProvidersService {
  /** @throws Problem PERMISSION_DENIED for all but the super user; so do all calls below. */
  list(viewer: Person): Promise<ToldProvider[]>
  /** @throws Problem NOT_FOUND */
  get(viewer: Person, id: number): Promise<ToldProvider>
  /** Connects a provider in all processes and lists its models. @throws Problem PROVIDER_TAKEN */
  create(viewer: Person, sent: Input<'create'>['body']): Promise<ToldProvider>
  /**
   * Updates the sent fields, at once and in all processes; running answers continue unchanged.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED for one that is configured elsewhere; PROVIDER_TAKEN; CONFLICT;
   *   VALIDATION_FAILED for another kind, and for an address on another host without entering the key again.
   */
  update(viewer: Person, id: number, sent: Input<'update'>['body']): Promise<ToldProvider>
  /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
  remove(viewer: Person, id: number): Promise<void>
  /** Probes the configured addresses of this machine for model servers, for two seconds at most; stores nothing. */
  find(viewer: Person): Promise<FoundServer[]>
  /** Tests addresses and lists their models; stores nothing. @throws Problem NOT_FOUND */
  test(viewer: Person, sent: Input<'test'>['body']): Promise<HostReport>
}

export interface ProvidersDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly secrets: Secrets
  readonly audit: Pick<AuditService, 'record'>
  readonly connections: Connections
  readonly connect: Connect
  /** Addresses of this machine to probe for model servers. */
  readonly localServers: readonly string[]
  /** Returns the number of models of each provider. */
  readonly modelCounts: () => Promise<ReadonlyMap<number, number>>
}

export function providersService(deps: ProvidersDeps): ProvidersService {
  const toResponses = async (rows: readonly store.ProviderRow[]) => {
    const counts = await deps.modelCounts()
    return rows.map((row) => toProviderEntry(deps.connections, row, counts.get(row.id) ?? 0))
  }
  const toResponseOf = async (row: store.ProviderRow): Promise<ToldProvider> => {
    // Connected in this process before responding, so that the response contains the health of its hosts.
    await deps.connections.reload()
    const [one] = await toResponses([row])
    if (!one) throw new Error('A provider was told as nothing')
    return one
  }
  const findServers = finder(deps, deps.localServers)
  return {
    async find(viewer) {
      requireManager(viewer)
      const [servers, rows] = await Promise.all([findServers(), store.listProviders(deps.db.orm)])
      const origins = new Set(rows.flatMap(addressesOf).map((address) => new URL(address).origin))
      return servers.map((server) => ({ ...server, connected: origins.has(new URL(server.address).origin) }))
    },
    async list(viewer) {
      requireManager(viewer)
      return toResponses(await store.listProviders(deps.db.orm))
    },
    async get(viewer, id) {
      requireManager(viewer)
      const [one] = await toResponses([must(await store.findProvider(deps.db.orm, id))])
      if (!one) throw new Problem('NOT_FOUND', { thing: 'provider' })
      return one
    },
    async create(viewer, sent) {
      requireManager(viewer)
      return toResponseOf(await create(deps, viewer, sent))
    },
    async update(viewer, id, sent) {
      requireManager(viewer)
      return toResponseOf(await update(deps, viewer, id, sent))
    },
    async remove(viewer, id) {
      requireManager(viewer)
      await remove(deps, viewer, id)
      await deps.connections.reload()
    },
    async test(viewer, sent) {
      requireManager(viewer)
      const stored = sent.id === undefined ? undefined : must(await store.findProvider(deps.db.orm, sent.id))
      const asked = {
        kind: sent.kind,
        typeId: TYPE_IDS[sent.kind] ?? 1,
        addresses: keptAddresses(sent.addresses),
      }
      return askHosts(deps, asked, (address) => keyFor(deps.secrets, sent.apiKey, stored, address))
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

function toProviderEntry(connections: Connections, row: store.ProviderRow, numModels: number): ToldProvider {
  const connected = connections.connected().find(({ provider }) => provider.id === row.id)
  const { fetch = false, load = false, remove: removes = false } = connected?.engine.can ?? {}
  return toProviderResponse(row, {
    health: (address) => connections.healthOf(row.id, address),
    can: { fetch, load, remove: removes },
    numModels,
  })
}

/** Returns the key for a tested address: the entered one, or else the stored one if it may be sent there. */
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
  deps: ProvidersDeps,
  viewer: Person,
  sent: Input<'create'>['body'],
): Promise<store.ProviderRow> {
  const { kind, oldServer, atOnce } = sent
  const addresses = keptAddresses(sent.addresses)
  const named = remote(kind, addresses)
  const { name = named.name, isLocal = named.isLocal } = sent
  const [baseUrl, ...otherUrls] = addresses
  const now = deps.clock.now()
  const apiKey = sent.apiKey ? deps.secrets.encrypt(sent.apiKey) : null
  const row = { name, kind, isLocal, oldServer, atOnce, baseUrl, otherUrls, apiKey, modified: now }
  const wished = { ...row, typeId: TYPE_IDS[kind] ?? 1, source: 'configured' }
  return deps.db.transaction(async (tx) => {
    const others = await store.holdProviders(tx, kind)
    requireFree(addresses, others)
    // A provider that was connected before comes back with its models.
    const former = others.find((other) => other.baseUrl === baseUrl)
    const made = former
      ? await store.updateProvider(tx, former.id, {
          ...wished,
          modified: laterThan(former.modified, deps.clock),
        })
      : await store.insertProvider(tx, { ...wished, created: now })
    await keep(deps, tx, viewer, 'provider.created', made)
    return made
  })
}

async function update(
  deps: ProvidersDeps,
  viewer: Person,
  id: number,
  sent: Input<'update'>['body'],
): Promise<store.ProviderRow> {
  return deps.db.transaction(async (tx) => {
    const { kind } = must(await store.findProvider(tx, id))
    const others = await store.holdProviders(tx, kind)
    // Read again: it may have changed while waiting for the lock.
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
      ...(sent.isLocal === undefined && followsAddresses(found)
        ? { isLocal: remote(kind, addresses).isLocal }
        : {}),
      baseUrl,
      otherUrls,
      ...keyChange(deps.secrets, found, addresses, sent.apiKey),
      modified: laterThan(found.modified, deps.clock),
    })
    await keep(deps, tx, viewer, 'provider.updated', changed)
    return changed
  })
}

/** Whether the addresses decide that a provider is local: what differs from them was chosen, and stays when they change. */
const followsAddresses = (found: store.ProviderRow): boolean =>
  found.isLocal === remote(found.kind, addressesOf(found)).isLocal

function chosen({ name, isLocal, oldServer, atOnce }: Input<'update'>['body']): Partial<store.NewProvider> {
  const fields = { name, isLocal, oldServer, atOnce }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Returns the change of the key. A viewer who changes addresses must not redirect a key to other hosts. */
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

async function remove(deps: ProvidersDeps, viewer: Person, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { kind } = must(await store.findProvider(tx, id))
    const found = must(
      (await store.holdProviders(tx, kind)).find((row) => row.id === id && row.source !== 'retired'),
    )
    requireChangeable(found)
    const modified = laterThan(found.modified, deps.clock)
    const gone = await store.updateProvider(tx, id, { source: 'retired', apiKey: null, modified })
    await keep(deps, tx, viewer, 'provider.deleted', gone)
  })
}

/** Records a change in the trail and publishes it to all processes, without the key. */
async function keep(
  { audit, bus }: ProvidersDeps,
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
  // Models show their provider's name and whether it is local.
  await bus.publish(tx, { type: 'models.changed', modelId: null })
}
