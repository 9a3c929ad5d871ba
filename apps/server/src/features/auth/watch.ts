// What was opened through a session ends with it: within a second, in every process.
import type { Bus } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log.ts'

// An event may be missed: a session that ended before its stream was watched, or while the database was away.
const LOOK_EVERY_MS = 1_000

export interface Watch {
  /** Calls `onEnd` once when the session has ended, until the returned function is called. */
  whenEnded(sessionId: string, onEnd: () => void): () => void
}

/** `alive` tells which of some sessions have not ended. */
export function openWatch(given: {
  bus: Pick<Bus, 'on'>
  log: Log
  alive: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}): Watch {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined

  const end = (sessionId: string) => {
    const callbacks = watched.get(sessionId)
    watched.delete(sessionId)
    rest()
    for (const onEnd of callbacks ?? []) onEnd()
  }

  const rest = () => {
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const look = () => {
    const ids = [...watched.keys()]
    given.alive(ids).then(
      (alive) => {
        for (const id of ids) if (!alive.has(id)) end(id)
      },
      (error: unknown) => given.log.warn({ err: error }, 'sessions of open streams could not be looked up'),
    )
  }

  given.bus.on('session.ended', ({ sessionId }) => end(sessionId))
  given.bus.on('user.changed', () => {
    if (watched.size > 0) look()
  })

  return {
    whenEnded(sessionId, onEnd) {
      const callbacks = watched.get(sessionId) ?? new Set()
      watched.set(sessionId, callbacks)
      callbacks.add(onEnd)
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
      return () => {
        callbacks.delete(onEnd)
        if (callbacks.size === 0 && watched.get(sessionId) === callbacks) watched.delete(sessionId)
        rest()
      }
    },
  }
}
