// Tests whether addresses respond, and lists their models, without storing anything.
import type { Provider as ToldProvider } from '@polylogue/contract'
import { EngineError, type Engine } from '#engines/engine.ts'
import type { Clock } from '#platform/clock.ts'
import { failedHealth, healthOf, type Connect, type HostHealth } from './connections.ts'
import type { Provider } from './registry.ts'
import { toHostResponse } from './rules.ts'

/** Timeout of all hosts together. */
const TIMEOUT_MS = 15_000
/** Maximum number of returned model names. */
const MAX_NAMES = 100

export interface HostReport {
  readonly hosts: ToldProvider['hosts']
  readonly models: string[]
}

export interface HostCheckDeps {
  readonly connect: Connect
  readonly clock: Clock
}

/** Tests every address; `keyFor` returns the key that may be sent to an address. */
export async function askHosts(
  deps: HostCheckDeps,
  asked: Pick<Provider, 'kind' | 'typeId' | 'addresses'>,
  keyFor: (address: string) => string | undefined,
): Promise<HostReport> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answers = await Promise.all(
    asked.addresses.map((address) => askHost(deps, { ...asked, address, apiKey: keyFor(address) }, signal)),
  )
  const names = new Set(answers.flatMap(({ names: found }) => found))
  return {
    hosts: answers.map(({ address, health }) => toHostResponse(address, health)),
    models: [...names].toSorted().slice(0, MAX_NAMES),
  }
}

async function askHost(
  deps: HostCheckDeps,
  asked: Pick<Provider, 'kind' | 'typeId' | 'apiKey'> & { readonly address: string },
  signal: AbortSignal,
): Promise<{ address: string; health: HostHealth; names: string[] }> {
  const { address } = asked
  const name = new URL(address).host
  const engine = engineAt(deps, asked)
  try {
    const health = healthOf(await engine.health(signal), name, deps.clock.now())
    if (!health.ok) return { address, health, names: [] }
    const offered = await engine.models(signal)
    return { address, health, names: offered.map((model) => model.name) }
  } catch (error) {
    return { address, health: failedHealth(timely(error, signal), name, deps.clock.now()), names: [] }
  } finally {
    await engine.close()
  }
}

/** Creates the engine of an address for a few requests. The caller closes it. */
export function engineAt(
  { connect }: Pick<HostCheckDeps, 'connect'>,
  { address, ...asked }: Pick<Provider, 'kind' | 'typeId' | 'apiKey'> & { readonly address: string },
): Engine {
  const engine = connect({
    ...asked,
    id: 0,
    name: new URL(address).host,
    addresses: [address],
    isLocal: true,
    oldServer: false,
    atOnce: null,
    source: 'configured',
  })
  if (!engine) throw new Error(`There is no adapter for ${asked.kind}`)
  return engine
}

/** Maps a timeout to an unreachable host. */
function timely(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return error
  return new EngineError('unreachable', 'The host did not answer in time', { cause: error })
}
