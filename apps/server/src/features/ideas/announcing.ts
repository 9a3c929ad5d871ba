// Tells the pages that ideas changed.
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { IdeasService } from './service.ts'

export interface AnnouncingDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly db: Database
}

/** Returns the service with an event after each change. */
export function announced(service: IdeasService, { bus, db }: AnnouncingDeps): IdeasService {
  const announce = () => bus.publish(db.orm, { type: 'ideas.changed' })
  const afterwards = async <Reply>(change: Promise<Reply>): Promise<Reply> => {
    const reply = await change
    await announce()
    return reply
  }
  return {
    list: (viewer, query) => service.list(viewer, query),
    create: (viewer, sent) => afterwards(service.create(viewer, sent)),
    update: (viewer, id, sent) => afterwards(service.update(viewer, id, sent)),
    remove: (viewer, id) => afterwards(service.remove(viewer, id)),
  }
}
