// Unanswered questions: people report what a data source says nothing about (decision 75).
import type { Routes } from '#http/routes.ts'
import { unansweredRoutes } from './routes.ts'
import { unansweredService, type UnansweredDeps, type UnansweredService } from './service.ts'

export { hashOf } from './service.ts'

export interface UnansweredFeature {
  /** Counts the questions that found nothing. */
  readonly service: Pick<UnansweredService, 'count'>
  readonly routes: Routes
}

export function unansweredFeature(deps: UnansweredDeps): UnansweredFeature {
  const service = unansweredService(deps)
  return { service, routes: unansweredRoutes(service) }
}
