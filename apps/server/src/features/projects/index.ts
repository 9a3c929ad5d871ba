// Projects: chats and the folders of chats, owned and shared (chat specification, sections 3 to 7; readings 4 and 5).
import type { Routes } from '../../http/routes.ts'
import { projectsRoutes } from './routes.ts'
import type { ProjectsGiven } from './given.ts'
import { projectsService, type ProjectsService } from './service.ts'

export type { ProjectsGiven } from './given.ts'
export type { ProjectsService } from './service.ts'

export interface ProjectsFeature {
  readonly service: ProjectsService
  readonly routes: Routes
}

export function projectsFeature(given: ProjectsGiven): ProjectsFeature {
  const service = projectsService(given)
  return { service, routes: projectsRoutes(service) }
}
