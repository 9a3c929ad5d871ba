// Plugins that the installation ships: folders below `static/plugins/` of the data directory (decision 162).
import type { PluginGate } from '#http/plugin-gate.ts'
import type { Routes } from '#http/routes.ts'
import { openGate, type GateDeps } from './gate.ts'
import { pluginsRoutes } from './routes.ts'
import { pluginsService, type PluginsDeps } from './service.ts'

export type { PluginsDeps } from './service.ts'
export { openPluginFolders, type PluginFolders } from './folders.ts'

export interface PluginsFeature {
  readonly routes: Routes
  /** Checks the calls that a page makes for a plugin. */
  readonly gate: PluginGate
}

export function pluginsFeature(deps: PluginsDeps & GateDeps): PluginsFeature {
  return { routes: pluginsRoutes(pluginsService(deps)), gate: openGate(deps) }
}
