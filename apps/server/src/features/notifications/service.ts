import { isOneself, type Person } from '../../access/index.ts'
import type { ItemType } from '../../access/items/index.ts'
import type { EventSource } from '../../http/stream.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { eventOf, type Connections } from './connections.ts'
import { hearsDeployments } from './policy.ts'

/** Pages and devices of one person that hold a stream at the same time, in this process. */
const STREAMS_PER_PERSON = 20
const RETRY_SECONDS = 30

interface Given {
  readonly connections: Connections
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
  readonly types: readonly ItemType[]
}

export interface NotificationsService {
  /**
   * The answers that are being written now, and what happens from now on, for one's own eyes, until the client goes or its
   * session ends. Nothing else is kept for a client that was away: whoever connects looks at everything anew.
   * @throws Problem NOT_FOUND for another's id, TOO_MANY_STREAMS
   */
  subscribe(viewer: Person, userId: number): EventSource
}

export function notificationsService({ connections, db, log, types }: Given): NotificationsService {
  return {
    subscribe(viewer, userId) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      if (connections.countOf(viewer.contextId) >= STREAMS_PER_PERSON) throw tooMany()
      const deploys = hearsDeployments(viewer)
      return {
        async follow(write, signal) {
          // Connected first: what begins or ends meanwhile is told as well.
          const followed = connections.follow(viewer.contextId, { write, deploys }, signal)
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
