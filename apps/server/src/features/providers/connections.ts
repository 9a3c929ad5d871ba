// Connected engines: one per provider, created from the database and replaced when its row changes.
import type { OptionName } from '@polylogue/contract'
import { EngineError, type Engine, type EngineHealth } from '#engines/engine.ts'
import type { Hosts } from '#engines/hosts.ts'
import { engineProblem } from '#engines/problems.ts'
import type { Bus } from '#platform/bus.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { proxyEngine, type EngineProxy } from './engine-proxy.ts'
import type { Provider, ProviderRegistry } from './registry.ts'

/** The result of a host's last health check. */
export interface HostHealth {
  readonly ok: boolean
  readonly version: string | null
  readonly problem: Problem | undefined
  readonly checked: Date
}

/** An engine with its provider. */
export interface ConnectedEngine {
  readonly provider: Provider
  readonly engine: Engine
}

/** Creates the engine of a provider; returns nothing for an unknown kind. @throws TypeError for an invalid address. */
export type Connect = (provider: Provider) => HostedEngine | undefined

type HostedEngine = Engine & Partial<Pick<Hosts, 'hosts'>>

export interface Connections {
  /**
   * Returns the engine of a provider; the reference stays valid when the provider changes.
   * @throws Problem MODEL_UNAVAILABLE for a provider that is not connected.
   */
  engineOf(providerId: number): Engine
  /** Returns the prompt options that a provider's engine supports. */
  optionsOf(providerId: number): readonly OptionName[]
  /** Whether a provider's engine can continue a given text. */
  canContinue(providerId: number): boolean
  connected(): readonly ConnectedEngine[]
  /** Returns a host's last health in this process; undefined before the first check. */
  healthOf(providerId: number, address: string): HostHealth | undefined
  /** Checks the health of all hosts of some providers; by default of all providers. */
  check(signal: AbortSignal, providerIds?: readonly number[]): Promise<void>
  /** Subscribes to new connections; `handler` gets the provider ids and is awaited. Returns an unsubscribe function. */
  onConnected(handler: (providerIds: readonly number[]) => Promise<void>): () => void
  /** Syncs the engines with the database, one call at a time; also called when another process changed providers. */
  reload(): Promise<void>
  close(): Promise<void>
}

export interface ConnectionsDeps {
  readonly registry: Pick<ProviderRegistry, 'list'>
  readonly connect: Connect
  readonly bus: Bus
  readonly log: Log
}

interface Connected {
  provider: Provider
  engine: HostedEngine
  readonly proxy: EngineProxy
}

export function openConnections(deps: ConnectionsDeps): Connections {
  const all = new Map<number, Connected>()
  const handlers = new Set<(providerIds: readonly number[]) => Promise<void>>()
  const closeFailed = (error: unknown) => deps.log.warn({ err: error }, 'a replaced engine did not close')
  let reloading = Promise.resolve()
  const reload = () => (reloading = reloading.then(reloadOnce, reloadOnce))
  async function reloadOnce(): Promise<void> {
    const wanted = new Map((await deps.registry.list()).map((provider) => [provider.id, provider]))
    const changed = [...wanted.values()].filter((provider) => connectOne(deps, all, provider, closeFailed))
    for (const [id, { proxy }] of all) {
      if (wanted.has(id)) continue
      all.delete(id)
      proxy.retire()
    }
    for (const handler of handlers) await handler(changed.map(({ id }) => id))
  }
  const quietly = () =>
    void reload().catch((error: unknown) => deps.log.error({ err: error }, 'providers were not reconnected'))
  const left = [deps.bus.on('providers.changed', quietly), deps.bus.onGap(quietly)]
  return {
    engineOf(providerId) {
      const connected = all.get(providerId)
      if (!connected) throw new Problem('MODEL_UNAVAILABLE', { model: '' })
      return connected.proxy.engine
    },
    optionsOf: (providerId) => optionsOf(all.get(providerId)?.proxy.engine),
    canContinue: (providerId) => all.get(providerId)?.proxy.engine.can.continue ?? false,
    connected: () => [...all.values()].map(({ provider, proxy }) => ({ provider, engine: proxy.engine })),
    healthOf(providerId, address) {
      const { engine, provider } = all.get(providerId) ?? {}
      const host = engine?.hosts?.().find((one) => one.address === address)
      if (!provider || !host?.health || !host.checkedAt) return undefined
      return healthOf(host.health, provider.name, host.checkedAt)
    },
    async check(signal, providerIds) {
      const chosen = [...all.values()].filter(({ provider }) => providerIds?.includes(provider.id) ?? true)
      await Promise.all(chosen.map(({ proxy }) => proxy.engine.health(signal)))
    },
    onConnected(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    reload,
    async close() {
      left.forEach((leave) => leave())
      await reloading.catch(() => undefined)
      await Promise.all([...all.values()].map(({ proxy }) => proxy.close()))
    },
  }
}

/** Connects a provider unless its connection is up to date; returns whether it connected. */
function connectOne(
  deps: ConnectionsDeps,
  all: Map<number, Connected>,
  provider: Provider,
  closeFailed: (error: unknown) => void,
): boolean {
  const before = all.get(provider.id)
  if (before && JSON.stringify(before.provider) === JSON.stringify(provider)) return false
  const engine = connected(deps, provider)
  if (!engine) return false
  if (before) {
    before.proxy.replace(engine)
    Object.assign(before, { provider, engine })
  } else all.set(provider.id, { provider, engine, proxy: proxyEngine(engine, closeFailed) })
  return true
}

function connected(deps: ConnectionsDeps, provider: Provider): HostedEngine | undefined {
  try {
    return deps.connect(provider)
  } catch (error) {
    // Stored providers were validated; an invalid one must not keep the others from being connected.
    deps.log.error({ err: error, provider: provider.name }, 'a provider cannot be connected')
    return undefined
  }
}

function optionsOf(engine: Engine | undefined): OptionName[] {
  return Object.entries(engine?.options() ?? {}).flatMap(([name, use]) =>
    use === 'request' || use === 'load' ? [name as OptionName] : [],
  )
}

/** Maps an engine's health to a message for users, without address, key and response. */
export function healthOf(health: EngineHealth, provider: string, checked: Date): HostHealth {
  if (health.ok) return { ok: true, version: health.version ?? null, problem: undefined, checked }
  return { ok: false, version: null, problem: engineProblem(health.error, { provider, model: '' }), checked }
}

/** Maps an engine's failure to a health; rethrows other errors. */
export function failedHealth(error: unknown, provider: string, checked: Date): HostHealth {
  if (!(error instanceof EngineError)) throw error
  return healthOf({ ok: false, error }, provider, checked)
}
