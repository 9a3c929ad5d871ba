import { isOneself, type Person } from '../../access/index.ts'
import type { ItemType } from '../../access/items/index.ts'
import type { EventSource } from '../../http/stream.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { eventOf, type Connections } from './connections.ts'

/** Limit on open streams per user in this process. */
const STREAMS_PER_PERSON = 20
const RETRY_SECONDS = 30

interface Deps {
  readonly connections: Connections
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
  readonly types: readonly ItemType[]
}

export interface NotificationsService {
  /**
   * Streams the running answers and all later changes that the viewer may see, until the client disconnects or its session
   * ends. Nothing is stored for absent clients: they refetch everything when they connect.
   * @throws Problem NOT_FOUND for another user's id, TOO_MANY_STREAMS
   */
  subscribe(viewer: Person, userId: number): EventSource
}

export function notificationsService({ connections, db, log, types }: Deps): NotificationsService {
  return {
    subscribe(viewer, userId) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      if (connections.countOf(viewer.contextId) >= STREAMS_PER_PERSON) throw tooMany()
      const { permissions } = viewer
      return {
        async follow(write, signal) {
          // Connects first, so that changes during the query are sent too.
          const followed = connections.follow(viewer.contextId, { write, permissions }, signal)
          try {
            const current = types.map(
              async ({ live }) => (await live.current?.(db.orm, viewer.contextId)) ?? [],
            )
            const messages = (await Promise.all(current)).flat()
            if (messages.length > 0 && !signal.aborted) write(messages.map(eventOf))
          } catch (error) {
            log.warn({ err: error }, 'a connected person could not be told what is going on')
          }
          await followed
        },
      }
    },
  }
}

function tooMany(): Problem {
  const sentence = `You have ${STREAMS_PER_PERSON} pages open that are kept up to date. Close one of them.`
  return new Problem(
    'TOO_MANY_STREAMS',
    { limit: STREAMS_PER_PERSON },
    { sentence, retryAfter: RETRY_SECONDS },
  )
}
