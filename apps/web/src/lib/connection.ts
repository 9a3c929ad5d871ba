// Whether the server can be reached: what the browser knows of its network, and what became of the requests.
import { createContext, use, useSyncExternalStore } from 'react'

/** offline: the browser says that there is no network. unreachable: requests get no answer. */
type Reach = 'reachable' | 'offline' | 'unreachable'

export interface Connection {
  /** To be called when a request has ended: with whether anything answered it. */
  noteRequest(answered: boolean): void
  get(): Reach
  subscribe(listener: () => void): () => void
}

interface ConnectionGiven {
  /** What the browser says of its network. */
  online(): boolean
  /** Calls the listener whenever `online` may have changed. */
  onNetwork(listener: () => void): void
  /** Asks the server for next to nothing; true when anything answers. */
  probe(): Promise<boolean>
  pause(ms: number): Promise<void>
  /** From 0 to 1. */
  random(): number
}

/** After a lost request the server is given so long before it is asked again: a short restart stays unsaid. */
const FIRST_PROBE_MS = 2_000
const MOST_MS = 15_000

/** Watches the connection. One lost request says nothing yet; a probe that is lost as well does. */
export function createConnection(given: ConnectionGiven): Connection {
  const listeners = new Set<() => void>()
  const state = { lost: false, probing: false, unreachable: false }
  const tell = (unreachable: boolean) => {
    state.unreachable = unreachable
    for (const listener of listeners) listener()
  }
  const set = (unreachable: boolean) => {
    if (unreachable !== state.unreachable) tell(unreachable)
  }
  const probeUntilAnswered = async () => {
    state.probing = true
    for (let wait = FIRST_PROBE_MS; state.lost;) {
      // All pages of a server that was away ask again, but not at the same moment.
      await given.pause(wait / 2 + (given.random() * wait) / 2)
      // Without a network there is nothing to ask.
      if (!state.lost || !given.online()) continue
      if (await given.probe()) state.lost = false
      if (state.lost) set(true)
      wait = Math.min(MOST_MS, wait * 2)
    }
    state.probing = false
    set(false)
  }
  // Another network may reach what the one before did not.
  given.onNetwork(() => tell(false))
  return {
    noteRequest(answered) {
      state.lost = !answered
      if (answered) set(false)
      else if (!state.probing) void probeUntilAnswered()
    },
    get: () => (!given.online() ? 'offline' : state.unreachable ? 'unreachable' : 'reachable'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The connection of this browser; `probe` as in {@link ConnectionGiven}. */
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

/** Whether the server can be reached, as far as the page knows. */
export function useReach(): Reach {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('ConnectionProvider is missing')
  return useSyncExternalStore(connection.subscribe, connection.get)
}
