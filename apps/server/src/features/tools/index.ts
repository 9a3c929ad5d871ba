import type { Routes } from '#http/routes.ts'
import { toolsRoutes } from './routes.ts'
import { toolsService, type ToolsDeps } from './service.ts'

export type { ReadyCheck } from './service.ts'

/** Creates the feature: the server's health and readiness, and its API document with a viewer (API-1, CONFIG-4). */
export function toolsFeature(deps: ToolsDeps): { readonly routes: Routes } {
  return { routes: toolsRoutes(toolsService(deps)) }
}
