// Tracks whether the server is reachable, from the browser's network state and the outcome of requests.
import { createContext, use } from 'react'
import { createChanges, useStore, type Readable } from './store.ts'

/** offline: the browser reports no network. unreachable: requests get no response. */
type Reach = 'reachable' | 'offline' | 'unreachable'

export interface Connection extends Readable<Reach> {
  /** Call after every request, with whether there was a response. */
  noteRequest(answered: boolean): void
}

interface ConnectionOptions {
  /** The browser's network state (`navigator.onLine`). */
  online(): boolean
  /** Calls the listener whenever `online` may have changed. */
  onNetwork(listener: () => void): void
  /** Sends a minimal request; resolves with true on any response. */
  probe(): Promise<boolean>
  pause(ms: number): Promise<void>
  /** From 0 to 1. */
  random(): number
}

/** Delay before the first probe after a failed request, so that a short restart of the server shows no warning. */
const FIRST_PROBE_MS = 2_000
const MAX_MS = 15_000

/** Watches the connection. It counts as lost only when a request and the probe after it both fail. */
export function createConnection(options: ConnectionOptions): Connection {
  const changes = createChanges()
  const state = { lost: false, probing: false, unreachable: false }
  const notify = (unreachable: boolean) => {
    state.unreachable = unreachable
    changes.notify()
  }
  const set = (unreachable: boolean) => {
    if (unreachable !== state.unreachable) notify(unreachable)
  }
  const probeUntilAnswered = async () => {
    state.probing = true
    for (let wait = FIRST_PROBE_MS; state.lost;) {
      // Jitter: the pages of a restarted server must not all retry at the same moment.
      await options.pause(wait / 2 + (options.random() * wait) / 2)
      // A probe without a network is pointless.
      if (!state.lost || !options.online()) continue
      if (await options.probe()) state.lost = false
      if (state.lost) set(true)
      wait = Math.min(MAX_MS, wait * 2)
    }
    state.probing = false
    set(false)
  }
  // A new network may reach the server again.
  options.onNetwork(() => notify(false))
  return {
    noteRequest(answered) {
      state.lost = !answered
      if (answered) set(false)
      else if (!state.probing) void probeUntilAnswered()
    },
    get: () => (!options.online() ? 'offline' : state.unreachable ? 'unreachable' : 'reachable'),
    subscribe: changes.subscribe,
  }
}

/** Watches the connection of this browser; `probe` as in {@link ConnectionOptions}. */
export function watchConnection(probe: () => Promise<boolean>): Connection {
  return createConnection({
    online: () => navigator.onLine,
    onNetwork(listener) {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
    },
    probe,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  })
}

const ConnectionContext = createContext<Connection | null>(null)
export const ConnectionProvider = ConnectionContext.Provider

/** Returns whether the server is reachable, as far as the page knows. */
export function useReach(): Reach {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('ConnectionProvider is missing')
  return useStore(connection)
}
