import type { Routes } from '../../http/routes.ts'
import type { Database } from '../../platform/db/index.ts'
import { toolsRoutes } from './routes.ts'
import { toolsService } from './service.ts'

/** The server itself: its health and its API document with a viewer (reading 1). */
export function toolsFeature(given: { db: Pick<Database, 'health'>; version: string }): {
  readonly routes: Routes
} {
  return { routes: toolsRoutes(toolsService(given)) }
}
