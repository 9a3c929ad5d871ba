import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Announcer } from './announcer.ts'
import type { Readers } from './readers.ts'
import { projectOf } from './store.ts'
import type { Visits } from './visits.ts'

interface Deps {
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
  readonly visits: Visits
  readonly readers: Readers
  readonly announcer: Announcer
}

/** Subscribes to visits of other processes and to the loss of access. */
export function listen(deps: Deps): () => void {
  const { bus, visits, readers, announcer, log } = deps
  const left = [
    bus.on('presence.announced', ({ reading, ended }) => {
      for (const [id, person, projectId] of ended) {
        announcer.forget({ id, person, projectId })
        visits.end({ id, person, projectId })
      }
      for (const [id, person, projectId] of reading) visits.hold({ id, person, projectId })
    }),
    bus.on('item.deleted', ({ noun, id }) => {
      if (noun === 'project') visits.endProject(id)
    }),
    bus.on('access.changed', ({ contextId }) => {
      readers.invalidate()
      lookAgain(deps, contextId).catch((error: unknown) =>
        log.warn({ err: error }, 'people were not told that others may read no more; their pages ask again'),
      )
    }),
    bus.on('user.changed', () => readers.invalidate()),
    bus.onGap(() => readers.invalidate()),
  ]
  return () => left.forEach((leave) => leave())
}

/** A change on an item affects its own readers; one on a group may affect every project. */
async function lookAgain({ db, visits, readers }: Deps, contextId: number): Promise<void> {
  const open = visits.projects()
  if (open.length === 0) return
  const projectId = await projectOf(db.orm, contextId)
  const concerned = projectId === undefined ? open : open.filter((id) => id === projectId)
  for (const id of concerned) readers.notifySoon(id)
}
