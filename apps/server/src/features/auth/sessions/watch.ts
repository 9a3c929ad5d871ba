// Ends streams when their session ends, or when the user's role or tenant changes: within a second, in every process.
// Clients that may continue reconnect and are authorized again.
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'

// Polls as well, since an event can be missed: before the stream was watched, or while the database was unreachable.
const LOOK_EVERY_MS = 1_000

/** The session that opened a stream, with the role and tenant of its user at that time. */
export type Opener = Pick<Person, 'sessionId' | 'roleId' | 'tenantContextId'>

type RoleAndTenant = Omit<Opener, 'sessionId'>

/** Role and tenant of a user, and when their session or token expires. */
type Alive = RoleAndTenant & { readonly ends: Date | null }

export interface Watch {
  /** Calls `onEnd` once when the session ends, or the user's role or tenant changes. Returns an unsubscribe function. */
  whenEnded(opener: Opener, onEnd: () => void): () => void
}

interface Watched extends RoleAndTenant {
  readonly end: () => void
}

/** `alive` returns the active sessions among the given ids, with their end and their users' current role and tenant. */
export function openWatch(options: {
  clock: Clock
  bus: Pick<Bus, 'on' | 'onGap'>
  log: Log
  alive: (ids: readonly string[]) => Promise<ReadonlyMap<string, Alive>>
}): Watch {
  const watched = new Map<string, Set<Watched>>()
  const looks = openLooks(options.clock, () => look())

  const rest = () => {
    if (watched.size === 0) looks.end()
  }

  const drop = (sessionId: string, ones: readonly Watched[]) => {
    const all = watched.get(sessionId)
    for (const one of ones) all?.delete(one)
    if (all?.size === 0) watched.delete(sessionId)
    rest()
    for (const one of ones) one.end()
  }

  const compare = (alive: ReadonlyMap<string, Alive>, ids: readonly string[]) => {
    for (const id of ids) {
      const now = alive.get(id)
      const over = [...(watched.get(id) ?? [])].filter((one) => !now || !isSame(one, now))
      if (over.length > 0) drop(id, over)
    }
    if (watched.size > 0) looks.inTimeFor([...alive.values()])
  }

  const look = () => {
    const ids = [...watched.keys()]
    if (ids.length === 0) return
    options.alive(ids).then(
      (alive) => compare(alive, ids),
      (error: unknown) => options.log.warn({ err: error }, 'sessions of open streams could not be looked up'),
    )
  }

  options.bus.on('session.ended', ({ sessionId }) => drop(sessionId, [...(watched.get(sessionId) ?? [])]))
  options.bus.on('user.changed', look)
  options.bus.onGap(look)

  return {
    whenEnded({ sessionId, roleId, tenantContextId }, onEnd) {
      const all = watched.get(sessionId) ?? new Set()
      const one = { roleId, tenantContextId, end: onEnd }
      watched.set(sessionId, all.add(one))
      looks.begin()
      return () => {
        all.delete(one)
        if (all.size === 0 && watched.get(sessionId) === all) watched.delete(sessionId)
        rest()
      }
    },
  }
}

function isSame(one: RoleAndTenant, other: RoleAndTenant): boolean {
  return one.roleId === other.roleId && one.tenantContextId === other.tenantContextId
}

/**
 * Checks once a second, and exactly when the next watched session expires: up to a second later can be too late (SIGNIN-7).
 */
function openLooks(clock: Clock, look: () => void) {
  let every: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  return {
    begin() {
      every ??= setInterval(look, LOOK_EVERY_MS).unref()
    },
    inTimeFor(all: readonly Pick<Alive, 'ends'>[]) {
      clearTimeout(soon)
      const now = clock.now().getTime()
      const left = Math.min(...all.map(({ ends }) => (ends ? ends.getTime() - now : Infinity)))
      if (left < LOOK_EVERY_MS) soon = setTimeout(look, Math.max(left, 1)).unref()
    },
    end() {
      clearInterval(every)
      clearTimeout(soon)
      every = undefined
    },
  }
}
