import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { SystemEventOf } from '#events.ts'
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { NotificationsFeature } from '#features/notifications/index.ts'
import { recipientsOf, type Recipient } from './store.ts'

export interface ListenerDeps {
  readonly bus: Pick<Bus, 'on'>
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
  /** The connected users, by their contexts, and how to reach them. */
  readonly live: Pick<NotificationsFeature, 'people' | 'send'>
}

/** Tells the reviewers of a group, the asker and those with admin access to the item what happened to a request. */
export function listen({ bus, db, log, live }: ListenerDeps): () => void {
  return bus.on('publication.changed', (event) => {
    const people = live.people()
    if (people.length === 0) return
    recipientsOf(db.orm, event, people)
      .then((told) => told.forEach((one) => live.send([one.person], [messageOf(event, one)])))
      .catch((error: unknown) => log.warn({ err: error }, 'nobody was told of a request to publish an item'))
  })
}

/** Ids only, as all live messages: what they name is fetched with a check of access. */
function messageOf(
  { id, contextId, groupContextId, what, asker }: SystemEventOf<'publication.changed'>,
  { person, reviews }: Recipient,
): LiveMessage {
  return {
    context: LIVE.publications,
    uri: `/publications/${id}`,
    contextData: { publicationId: id, contextId, groupContextId, what, own: person === asker, reviews },
  }
}
