// The archive: projects that a person put away, for that person only (PROJECT-10).
import { isOneself, type Person } from '#access/index.ts'
import { Problem } from '#problem.ts'
import * as store from './archive-store.ts'
import { projectItem } from './item.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'

export interface Archive {
  /** Returns the ids of the archived projects that the viewer may read. @throws Problem NOT_FOUND for another user's */
  archived(viewer: Person, userId: number): Promise<number[]>
  /** Archives a project for the viewer, or takes it back; doing so twice changes nothing. @throws Problem NOT_FOUND */
  archive(viewer: Person, id: number, archived: boolean): Promise<void>
}

export function openArchive(
  { db, bus }: Pick<ProjectsDeps, 'db' | 'bus'>,
  items: Pick<ProjectItems, 'get'>,
): Archive {
  return {
    async archived(viewer, userId) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return store.archivedOf(db.orm, viewer)
    },
    async archive(viewer, id, archived) {
      await items.get(viewer, id)
      await db.transaction(async (tx) => {
        await (archived ? store.add : store.remove)(tx, viewer.userId, id)
        await bus.publish(tx, { type: 'own.changed', person: viewer.contextId, noun: projectItem.noun, id })
      })
    },
  }
}
