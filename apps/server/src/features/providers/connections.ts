// The engines that are connected: one a provider, made from what the database says of it, and made anew when that changes.
import type { OptionName } from '@polylogue/contract'
import { EngineError, type Engine, type EngineHealth } from '../../engines/engine.ts'
import type { Hosts } from '../../engines/hosts.ts'
import { engineProblem } from '../../engines/problems.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../problem.ts'
import { lend, type Lent } from './lent.ts'
import type { Provider, ProviderRegistry } from './registry.ts'

/** How a host answered when it was last asked. */
export interface HostHealth {
  readonly ok: boolean
  readonly version: string | null
  readonly problem: Problem | undefined
  readonly checked: Date
}

/** An engine with the provider whose models it serves. */
export interface ConnectedEngine {
  readonly provider: Provider
  readonly engine: Engine
}

/**
 * Makes the engine of a provider, which tells of its hosts where it has any; nothing for a kind that this process does not
 * know. @throws TypeError for an address that is none.
 */
export type Connect = (provider: Provider) => HostedEngine | undefined

type HostedEngine = Engine & Partial<Pick<Hosts, 'hosts'>>

export interface Connections {
  /**
   * The engine of a provider; it stays the right one though the provider is changed meanwhile.
   * @throws Problem MODEL_UNAVAILABLE for a provider that is not connected.
   */
  engineOf(providerId: number): Engine
  /** The prompt options that a provider's engine obeys. */
  optionsOf(providerId: number): readonly OptionName[]
  /** Whether a provider's engine can go on from a text that it is given. */
  canContinue(providerId: number): boolean
  connected(): readonly ConnectedEngine[]
  /** How a provider's hosts answered last, in this process; undefined for one that was not asked yet. */
  healthOf(providerId: number, address: string): HostHealth | undefined
  /** Asks every host of some providers whether it answers; all unless told. */
  check(signal: AbortSignal, providerIds?: readonly number[]): Promise<void>
  /** Calls back with the ids of providers whose engines were connected anew, and waits for it, until the result is called. */
  onConnected(handler: (providerIds: readonly number[]) => Promise<void>): () => void
  /** Makes the engines fit what the database says. One at a time; also when another process changed providers. */
  reload(): Promise<void>
  close(): Promise<void>
}

export interface ConnectionsGiven {
  readonly registry: Pick<ProviderRegistry, 'list'>
  readonly connect: Connect
  readonly bus: Bus
  readonly log: Log
}

interface Connected {
  provider: Provider
  engine: HostedEngine
  readonly lent: Lent
}

export function openConnections(given: ConnectionsGiven): Connections {
  const all = new Map<number, Connected>()
  const handlers = new Set<(providerIds: readonly number[]) => Promise<void>>()
  const closeFailed = (error: unknown) => given.log.warn({ err: error }, 'a replaced engine did not close')
  let reloading = Promise.resolve()
  const reload = () => (reloading = reloading.then(reloadOnce, reloadOnce))
  async function reloadOnce(): Promise<void> {
    const wanted = new Map((await given.registry.list()).map((provider) => [provider.id, provider]))
    const changed = [...wanted.values()].filter((provider) => connectOne(given, all, provider, closeFailed))
    for (const [id, { lent }] of all) {
      if (wanted.has(id)) continue
      all.delete(id)
      lent.retire()
    }
    for (const handler of handlers) await handler(changed.map(({ id }) => id))
  }
  const quietly = () =>
    void reload().catch((error: unknown) =>
      given.log.error({ err: error }, 'providers were not connected anew'),
    )
  const left = [given.bus.on('providers.changed', quietly), given.bus.onGap(quietly)]
  return {
    engineOf(providerId) {
      const connected = all.get(providerId)
      if (!connected) throw new Problem('MODEL_UNAVAILABLE', { model: '' })
      return connected.lent.engine
    },
    optionsOf: (providerId) => optionsOf(all.get(providerId)?.lent.engine),
    canContinue: (providerId) => all.get(providerId)?.lent.engine.can.continue ?? false,
    connected: () => [...all.values()].map(({ provider, lent }) => ({ provider, engine: lent.engine })),
    healthOf(providerId, address) {
      const { engine, provider } = all.get(providerId) ?? {}
      const host = engine?.hosts?.().find((one) => one.address === address)
      if (!provider || !host?.health || !host.checkedAt) return undefined
      return healthOf(host.health, provider.name, host.checkedAt)
    },
    async check(signal, providerIds) {
      const chosen = [...all.values()].filter(({ provider }) => providerIds?.includes(provider.id) ?? true)
      await Promise.all(chosen.map(({ lent }) => lent.engine.health(signal)))
    },
    onConnected(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    reload,
    async close() {
      left.forEach((leave) => leave())
      await reloading.catch(() => undefined)
      await Promise.all([...all.values()].map(({ lent }) => lent.close()))
    },
  }
}

/** Connects a provider unless it is connected as it is now; returns whether it was. */
function connectOne(
  given: ConnectionsGiven,
  all: Map<number, Connected>,
  provider: Provider,
  closeFailed: (error: unknown) => void,
): boolean {
  const before = all.get(provider.id)
  if (before && JSON.stringify(before.provider) === JSON.stringify(provider)) return false
  const engine = connected(given, provider)
  if (!engine) return false
  if (before) {
    before.lent.replace(engine)
    Object.assign(before, { provider, engine })
  } else all.set(provider.id, { provider, engine, lent: lend(engine, closeFailed) })
  return true
}

function connected(given: ConnectionsGiven, provider: Provider): HostedEngine | undefined {
  try {
    return given.connect(provider)
  } catch (error) {
    // What is stored was checked; one that slipped through must not keep the others from being connected.
    given.log.error({ err: error, provider: provider.name }, 'a provider cannot be connected')
    return undefined
  }
}

function optionsOf(engine: Engine | undefined): OptionName[] {
  return Object.entries(engine?.options() ?? {}).flatMap(([name, use]) =>
    use === 'request' || use === 'load' ? [name as OptionName] : [],
  )
}

/** How a host answered, in words for people: its address, key and answer are not in them. */
export function healthOf(told: EngineHealth, provider: string, checked: Date): HostHealth {
  if (told.ok) return { ok: true, version: told.version ?? null, problem: undefined, checked }
  return { ok: false, version: null, problem: engineProblem(told.error, { provider, model: '' }), checked }
}

/** A failure of an engine as a health; anything else is a defect. */
export function failedHealth(error: unknown, provider: string, checked: Date): HostHealth {
  if (!(error instanceof EngineError)) throw error
  return healthOf({ ok: false, error }, provider, checked)
}
