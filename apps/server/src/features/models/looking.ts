// The look at what engines have: when they are connected, and every minute, so that what changes behind our back is noticed.
import type { Log } from '../../platform/log.ts'
import type { ConnectedEngine } from '../providers/index.ts'
import type { Discovery } from './discovery.ts'

const LOOK_EVERY_MS = 60_000
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
  readonly log: Log
  /** Milliseconds between two looks; a minute unless told. */
  readonly lookEveryMs?: number | undefined
}

export interface Looking {
  /** Connects every provider and looks once, no longer than the start may take; goes on looking. */
  start(): Promise<void>
  /** Looks at one provider now; rejects when `signal` is aborted. */
  lookAt(providerId: number, signal: AbortSignal): Promise<void>
  close(): void
}

export function openLooking(given: LookingGiven): Looking {
  const { connections, discovery, log } = given
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const discover = (providerIds?: readonly number[], signal = ending.signal) => {
    const chosen = connections
      .connected()
      .filter(({ provider }) => providerIds?.includes(provider.id) ?? true)
    const engines = chosen.filter(({ provider }) => provider.kind !== 'guide')
    return engines.length ? discovery.discover({ engines, signal }) : []
  }
  const look = async (providerIds?: readonly number[]) => {
    await connections.check(ending.signal, providerIds)
    await given.looked(await discover(providerIds))
  }
  const lookQuietly = (providerIds?: readonly number[]) =>
    look(providerIds).catch((error: unknown) => {
      if (!ending.signal.aborted) log.error({ err: error }, 'the look at the model servers failed')
    })
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
    close() {
      leave()
      clearInterval(timer)
      ending.abort()
    },
  }
}
