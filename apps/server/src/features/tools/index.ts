import { createRequire } from 'node:module'
import type { Routes } from '../../http/routes.ts'
import type { Database } from '../../platform/db/index.ts'
import { toolsRoutes } from './routes.ts'
import { toolsService } from './service.ts'

export interface ToolsFeature {
  readonly routes: Routes
  /** Files of others that the viewer of the API document needs, by the address they are served at. */
  readonly files: Readonly<Record<string, string>>
}

/** The server itself: its health and its API document with a viewer (reading 1). */
export function toolsFeature(given: { db: Pick<Database, 'health'>; version: string }): ToolsFeature {
  const viewerScript = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js')
  return {
    routes: toolsRoutes(toolsService(given)),
    files: { '/static/api-viewer.js': viewerScript },
  }
}
