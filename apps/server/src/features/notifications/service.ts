import { isOneself, type Person } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import type { EventSource } from '#http/stream.ts'
import { Problem } from '#problem.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { eventOf, type Connections, type Write } from './connections.ts'
import type { Notifier } from './notifier.ts'
import type { OwnChanges } from './changes.ts'
import { distinct } from './rules.ts'

/** Limit on open streams per user in this process. */
const STREAMS_PER_PERSON = 20
const RETRY_SECONDS = 30

interface Deps {
  readonly connections: Connections
  readonly notifier: Pick<Notifier, 'missed'>
  readonly changes: Pick<OwnChanges, 'missed'>
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
  readonly types: readonly ItemType[]
}

export interface NotificationsService {
  /**
   * Streams the running answers and all later changes that the viewer may see, until the client disconnects or its session
   * ends. Nothing is stored for absent clients: they refetch everything when they connect again. A page that has just loaded
   * gets the changes of the last `missedMs` milliseconds instead; if they are not known, its stream ends at once.
   * @throws Problem NOT_FOUND for another user's id, TOO_MANY_STREAMS
   */
  subscribe(viewer: Person, userId: number, missedMs?: number): EventSource
}

export function notificationsService(deps: Deps): NotificationsService {
  const { connections, db, log, types } = deps
  return {
    subscribe(viewer, userId, missedMs = 0) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      if (connections.countOf(viewer.contextId) >= STREAMS_PER_PERSON) throw tooMany()
      const { permissions } = viewer
      const since = performance.now() - missedMs
      return {
        async follow(write, signal) {
          // Connects first, so that changes during the query are sent too.
          const unknown = new AbortController()
          const ends = AbortSignal.any([signal, unknown.signal])
          const followed = connections.follow(viewer.contextId, { write, permissions }, ends)
          try {
            const current = types.map(
              async ({ live }) => (await live.current?.(db.orm, viewer.contextId)) ?? [],
            )
            const messages = (await Promise.all(current)).flat()
            if (messages.length > 0 && !signal.aborted) write(messages.map(eventOf))
            if (missedMs > 0 && !(await repeat(deps, viewer, since, write, signal))) unknown.abort()
          } catch (error) {
            log.warn({ err: error }, 'a connected person could not be told what is going on')
          }
          await followed
        },
      }
    },
  }
}

/** Sends what a user would have been sent since a time; returns false if the page has to refetch everything. */
async function repeat(
  { connections, notifier, changes }: Deps,
  { contextId, permissions }: Person,
  since: number,
  write: Write,
  signal: AbortSignal,
): Promise<boolean> {
  const toAll = connections.sentToAll(since, permissions)
  const own = await notifier.missed(contextId, since)
  const entries = changes.missed(contextId, since)
  if (!toAll || !own || !entries) return false
  const messages = distinct([...toAll, ...own, ...entries])
  if (messages.length > 0 && !signal.aborted) write(messages.map(eventOf))
  return true
}

function tooMany(): Problem {
  const sentence = `You have ${STREAMS_PER_PERSON} pages open that are kept up to date. Close one of them.`
  return new Problem(
    'TOO_MANY_STREAMS',
    { limit: STREAMS_PER_PERSON },
    { sentence, retryAfter: RETRY_SECONDS },
  )
}
