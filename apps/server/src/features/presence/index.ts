// Presence: the users who have a project open, kept in memory and shared between processes (decision 52).
import type { Routes } from '#http/routes.ts'
import type { SessionSource } from '#http/viewers.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Announcer } from './announcer.ts'
import { listen } from './listeners.ts'
import { Readers } from './readers.ts'
import { presenceRoutes } from './routes.ts'
import { presenceService } from './service.ts'
import { keyOf, Visits } from './visits.ts'

const EXPIRE_EVERY_MS = 1_000

export interface PresenceFeature {
  readonly routes: Routes
  /** Stops announcing and listening. */
  close(): void
}

/** Tracks open projects. Calls `notify` with the users (by their contexts) to notify of a change. */
export function presenceFeature(options: {
  db: Pick<Database, 'orm'>
  bus: Pick<Bus, 'on' | 'onGap' | 'publish'>
  clock: Clock
  log: Log
  sessions: Pick<SessionSource, 'whenEnded'>
  notify: (projectId: number, people: Iterable<number>) => void
}): PresenceFeature {
  const watched = new Map<string, () => void>()
  const visits: Visits = new Visits({
    clock: options.clock,
    changed: (projectId) => readers.notifySoon(projectId),
    over(visit) {
      watched.get(keyOf(visit))?.()
      watched.delete(keyOf(visit))
    },
  })
  const readers = new Readers({ ...options, visits })
  const announcer = new Announcer(options)
  const parts = { ...options, visits, readers, announcer, watched }
  const leave = listen(parts)
  const expiring = setInterval(() => visits.expire(), EXPIRE_EVERY_MS).unref()
  return {
    routes: presenceRoutes(presenceService(parts)),
    close() {
      clearInterval(expiring)
      leave()
      readers.close()
      announcer.close()
    },
  }
}
