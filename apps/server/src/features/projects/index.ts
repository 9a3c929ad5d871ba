// Projects: chats and the folders of chats, owned and shared (PROJECT-*).
import { openItems, type ItemOwnership, type ItemHooks } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { Queries } from '#platform/db/index.ts'
import type { ProjectsDeps } from './deps.ts'
import { idsOf, tabsOf } from './item-store.ts'
import { projectItem } from './item.ts'
import { projectsRoutes } from './routes.ts'
import { projectsService, type ProjectsService } from './service.ts'

export type { ProjectsDeps } from './deps.ts'
export { projectItem } from './item.ts'
export { projectMessages } from './live.ts'
export type { Built, Step } from './building.ts'
export type { ProjectsService } from './service.ts'

export interface ProjectsFeature {
  readonly service: ProjectsService
  readonly routes: Routes
  /** Returns the ids of the user's own projects, the oldest first; without an access check. */
  ownIds(db: Queries, userId: number): Promise<number[]>
  /** Transfers or deletes the projects of a user who leaves. */
  readonly belongings: ItemOwnership
}

export function projectsFeature(deps: ProjectsDeps): ProjectsFeature {
  const items = openItems(deps, projectItem, hooksOf(deps))
  const service = projectsService(deps, items)
  return { service, routes: projectsRoutes(service), ownIds: idsOf, belongings: items.belongings }
}

function hooksOf({ queries, search }: ProjectsDeps): ItemHooks {
  return {
    parts: {
      name: 'tabs',
      of: tabsOf,
      clear: (tx, _ids, tabs) => queries.forgetBlobs(tx, [...tabs.values()].flat()),
    },
    handedOver: (tx, ids) => search.handOver(tx, ids),
  }
}
