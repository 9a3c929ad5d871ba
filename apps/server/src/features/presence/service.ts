import type { UserProfile } from '@polylogue/contract'
import { authorize, type Person, LEVEL, type Policy } from '#access/index.ts'
import type { SessionSource } from '#http/viewers.ts'
import type { Database } from '#platform/db/index.ts'
import type { Announcer } from './announcer.ts'
import type { Readers } from './readers.ts'
import { levelOf, type Reader } from './store.ts'
import { keyOf, type Visit, type Visits } from './visits.ts'

/** A user who may read a project sees the other readers and is seen by them. */
const presencePolicy = {
  thing: 'project',
  needs: { read: LEVEL.read },
} as const satisfies Policy

/** Limit on users named in a response; the rest are counted. */
const NAMED = 20
/** Limit on visits per user; the oldest is dropped. */
const VISITS_PER_PERSON = 20

export interface PresenceDeps {
  readonly db: Pick<Database, 'orm'>
  readonly sessions: Pick<SessionSource, 'whenEnded'>
  readonly visits: Visits
  readonly readers: Readers
  readonly announcer: Announcer
  /** Functions that unsubscribe from the end of a visit's session, by visit. */
  readonly watched: Map<string, () => void>
}

export interface PresenceService {
  /**
   * Keeps the viewer's visit to a project for another 25 s, unless they end it or their session ends. Returns the other
   * users with access who have it open: the first 20, and their number.
   * @throws Problem NOT_FOUND
   */
  update(viewer: Person, projectId: number, id: string): Promise<{ readers: UserProfile[]; count: number }>
  /** Ends a visit; does nothing for an unknown one. @throws Problem NOT_FOUND */
  remove(viewer: Person, projectId: number, id: string): Promise<void>
}

export function presenceService(deps: PresenceDeps): PresenceService {
  const { db, visits, readers } = deps
  const admit = async (viewer: Person, projectId: number, id: string): Promise<Visit> => {
    authorize(presencePolicy, 'read', await levelOf(db.orm, viewer, projectId))
    return { id, person: viewer.contextId, projectId }
  }
  return {
    async update(viewer, projectId, id) {
      hold(deps, viewer, await admit(viewer, projectId, id))
      const others = (await readers.of(projectId)).filter(
        ({ person }) => person !== viewer.contextId && visits.isReading(projectId, person),
      )
      return { readers: others.slice(0, NAMED).map(profileOf), count: others.length }
    },
    async remove(viewer, projectId, id) {
      end(deps, await admit(viewer, projectId, id))
    },
  }
}

function hold(deps: PresenceDeps, viewer: Person, visit: Visit): void {
  const { visits, announcer, sessions, watched } = deps
  const isNew = !visits.has(visit)
  if (isNew) for (const oldest of visits.of(visit.person).slice(0, 1 - VISITS_PER_PERSON)) end(deps, oldest)
  if (!visits.hold(visit)) return
  announcer.reading(visit, { isNew })
  const key = keyOf(visit)
  if (!watched.has(key))
    watched.set(
      key,
      sessions.whenEnded(viewer, () => end(deps, visit)),
    )
}

function end({ visits, announcer }: PresenceDeps, visit: Visit): void {
  visits.end(visit)
  announcer.ended(visit)
}

function profileOf({ id, firstName, lastName, username, picture }: Reader): UserProfile {
  return { id, firstName, lastName, username, picture }
}
