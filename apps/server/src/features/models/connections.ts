// The engines that are connected: one a provider, made from what the database says of it.
import type { Engine, OptionName } from '../../engines/engine.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../problem.ts'
import type { Discovery, Provider } from './discovery.ts'

/** How often engines are asked what they have: what changes behind our back is noticed within a minute. */
const LOOK_EVERY_MS = 60_000
/** How long the start waits for the first look; slower hosts appear when they answer. */
const FIRST_LOOK_MS = 1_500

export interface Connections {
  /** @throws Problem MODEL_UNAVAILABLE for a provider that is not connected. */
  engineOf(providerId: number): Engine
  /** The prompt options that the engines of a kind obey. */
  optionsOf(kind: string): readonly OptionName[]
  /** Connects every provider and looks once, no longer than the start may take; goes on looking. */
  start(): Promise<void>
  close(): Promise<void>
}

/** `connect` makes the engine of a provider, or nothing for a kind that this process does not know. */
export function openConnections(given: {
  readonly discovery: Discovery
  readonly connect: (provider: Provider) => Engine | undefined
  readonly log: Log
}): Connections {
  const engines = new Map<number, { provider: Provider; engine: Engine }>()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const remote = [...engines.values()].filter(({ provider }) => provider.source !== 'built-in')
    if (remote.length) await given.discovery.discover({ engines: remote, signal: ending.signal })
  }
  const lookQuietly = () =>
    look().catch((error: unknown) => {
      if (!ending.signal.aborted) given.log.error({ err: error }, 'the look at the model servers failed')
    })
  return {
    engineOf(providerId) {
      const connected = engines.get(providerId)
      if (!connected) throw new Problem('MODEL_UNAVAILABLE', { model: '' })
      return connected.engine
    },
    optionsOf(kind) {
      const options = [...engines.values()].find(({ engine }) => engine.kind === kind)?.engine.options() ?? {}
      return Object.entries(options).flatMap(([name, use]) =>
        use === 'request' || use === 'load' ? [name as OptionName] : [],
      )
    },
    async start() {
      for (const provider of await given.discovery.providers()) {
        const engine = provider.source === 'retired' ? undefined : given.connect(provider)
        if (engine) engines.set(provider.id, { provider, engine })
      }
      timer = setInterval(() => void lookQuietly(), LOOK_EVERY_MS)
      await Promise.race([
        lookQuietly(),
        new Promise((resolve) => setTimeout(resolve, FIRST_LOOK_MS).unref()),
      ])
    },
    async close() {
      clearInterval(timer)
      ending.abort()
      await Promise.all([...engines.values()].map(({ engine }) => engine.close()))
    },
  }
}
