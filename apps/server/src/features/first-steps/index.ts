// The set-up guide: what a fresh installation still needs. Stores nothing: completed steps are derived from the data.
import type { Routes } from '#http/routes.ts'
import { firstStepsRoutes } from './routes.ts'
import { firstStepsService, type FirstStepsDeps } from './service.ts'

export interface FirstStepsFeature {
  readonly routes: Routes
}

/** Creates the feature: the set-up guide of the super user. */
export function firstStepsFeature(deps: FirstStepsDeps): FirstStepsFeature {
  return { routes: firstStepsRoutes(firstStepsService(deps)) }
}
