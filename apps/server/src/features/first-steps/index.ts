// The set-up guide: what a fresh installation still needs. It keeps nothing: what is done is read from what there is.
import type { Routes } from '../../http/routes.ts'
import { firstStepsRoutes } from './routes.ts'
import { firstStepsService, type FirstStepsGiven } from './service.ts'

export interface FirstStepsFeature {
  readonly routes: Routes
}

/** The set-up guide of whoever manages models. */
export function firstStepsFeature(given: FirstStepsGiven): FirstStepsFeature {
  return { routes: firstStepsRoutes(firstStepsService(given)) }
}
