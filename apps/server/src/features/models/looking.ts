// The look at what engines have: when they are connected, and every minute, so that what changes behind our back is noticed.
// Those that do not answer are asked again every few seconds: their models appear soon after they do.
import type { Log } from '../../platform/log.ts'
import type { ConnectedEngine } from '../providers/index.ts'
import type { Discovery } from './discovery.ts'

const LOOK_EVERY_MS = 60_000
/** Between two looks at the providers that do not answer. */
const AWAITED_EVERY_MS = 3_000
/** How long the start, and whoever connects a provider, waits for a look; slower hosts appear when they answer. */
const FIRST_LOOK_MS = 1_500

export interface LookingGiven {
  readonly discovery: Discovery
  readonly connections: {
    connected(): readonly ConnectedEngine[]
    check(signal: AbortSignal, providerIds?: readonly number[]): Promise<void>
    onConnected(handler: (providerIds: readonly number[]) => Promise<void>): () => void
    reload(): Promise<void>
  }
  /** Told after a look which providers answered. */
  readonly looked: (providerIds: readonly number[]) => Promise<void>
  /** Told when other providers are awaited than before. */
  readonly awaitedChanged: () => Promise<void>
  readonly log: Log
  /** Milliseconds between two looks; a minute unless told. */
  readonly lookEveryMs?: number | undefined
}

export interface Looking {
  /** Connects every provider and looks once, no longer than the start may take; goes on looking. */
  start(): Promise<void>
  /** Looks at one provider now; rejects when `signal` is aborted. */
  lookAt(providerId: number, signal: AbortSignal): Promise<void>
  /** The names of providers that did not answer when they were last asked. */
  awaited(): string[]
  close(): void
}

export function openLooking(given: LookingGiven): Looking {
  const { connections, discovery, log } = given
  const ending = new AbortController()
  const awaited = openAwaited(given)
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  const discover = async (providerIds?: readonly number[], signal = ending.signal) => {
    const chosen = connections
      .connected()
      .filter(({ provider }) => providerIds?.includes(provider.id) ?? true)
    const engines = chosen.filter(({ provider }) => provider.kind !== 'guide')
    const answered = engines.length ? await discovery.discover({ engines, signal }) : []
    if (!signal.aborted) await awaited.note(engines, answered)
    return answered
  }
  const look = async (providerIds?: readonly number[]) => {
    await connections.check(ending.signal, providerIds)
    await given.looked(await discover(providerIds))
  }
  const lookQuietly = (providerIds?: readonly number[]) =>
    look(providerIds)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'the look at the model servers failed')
      })
      .finally(lookSoon)
  function lookSoon(): void {
    if (soon || ending.signal.aborted || awaited.ids().length === 0) return
    soon = setTimeout(() => {
      // The next one is set when this look ended: a host that swallows what is sent is asked once at a time.
      void lookQuietly(awaited.ids()).finally(() => {
        soon = undefined
        lookSoon()
      })
    }, AWAITED_EVERY_MS)
  }
  const lookShortly = (providerIds: readonly number[]) => {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LOOK_MS).unref())
    return Promise.race([lookQuietly(providerIds), patience])
  }
  const leave = connections.onConnected(lookShortly)
  return {
    async start() {
      timer = setInterval(() => void lookQuietly(), given.lookEveryMs ?? LOOK_EVERY_MS)
      await connections.reload()
    },
    async lookAt(providerId, signal) {
      await discover([providerId], AbortSignal.any([signal, ending.signal]))
      signal.throwIfAborted()
    },
    awaited: () => awaited.names(),
    close() {
      leave()
      clearInterval(timer)
      clearTimeout(soon)
      ending.abort()
    },
  }
}

/** Who did not answer when they were last asked. */
function openAwaited({ connections, awaitedChanged }: LookingGiven) {
  const missing = new Set<number>()
  const connected = () => connections.connected().filter(({ provider }) => missing.has(provider.id))
  return {
    ids: () => connected().map(({ provider }) => provider.id),
    names: () => connected().map(({ provider }) => provider.name),
    async note(asked: readonly ConnectedEngine[], answered: readonly number[]): Promise<void> {
      const before = [...missing].join()
      for (const { provider } of asked)
        if (answered.includes(provider.id)) missing.delete(provider.id)
        else missing.add(provider.id)
      if ([...missing].join() !== before) await awaitedChanged()
    },
  }
}
