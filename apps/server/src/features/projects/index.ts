// Projects: chats and the folders of chats, owned and shared (chat specification, sections 3 to 7; readings 4 and 5).
import type { Routes } from '../../http/routes.ts'
import { projectsRoutes } from './routes.ts'
import type { ProjectsGiven } from './given.ts'
import type { Belongings } from '../users/index.ts'
import { projectBelongings } from './belongings.ts'
import { projectsService, type ProjectsService } from './service.ts'

export type { ProjectsGiven } from './given.ts'
export type { ProjectsService } from './service.ts'

export interface ProjectsFeature {
  readonly service: ProjectsService
  readonly routes: Routes
  /** What becomes of somebody's projects when they leave. */
  readonly belongings: Belongings
}

export function projectsFeature(given: ProjectsGiven): ProjectsFeature {
  const service = projectsService(given)
  return { service, routes: projectsRoutes(service), belongings: projectBelongings(given) }
}
