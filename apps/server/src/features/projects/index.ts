// Projects: chats and the folders of chats, owned and shared (chat specification, sections 3 to 7; readings 4 and 5).
import type { Routes } from '../../http/routes.ts'
import type { Queries } from '../../platform/db/index.ts'
import { projectsRoutes } from './routes.ts'
import type { ProjectsGiven } from './given.ts'
import type { Belongings } from '../users/index.ts'
import { projectBelongings } from './belongings.ts'
import { idsOf } from './owned-store.ts'
import { projectsService, type ProjectsService } from './service.ts'

export type { ProjectsGiven } from './given.ts'
export type { ProjectsService } from './service.ts'

export interface ProjectsFeature {
  readonly service: ProjectsService
  readonly routes: Routes
  /** The ids of a person's own projects, the oldest first; for the person themselves. */
  ownIds(db: Queries, userId: number): Promise<number[]>
  /** What becomes of somebody's projects when they leave. */
  readonly belongings: Belongings
}

export function projectsFeature(given: ProjectsGiven): ProjectsFeature {
  const service = projectsService(given)
  return {
    service,
    routes: projectsRoutes(service),
    ownIds: idsOf,
    belongings: projectBelongings(given),
  }
}
