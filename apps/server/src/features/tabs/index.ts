// Tabs of projects, each one conversation (PROJECT-*).
import type { Routes } from '#http/routes.ts'
import { tabsRoutes } from './routes.ts'
import type { TabsDeps } from './deps.ts'
import { tabsService, type TabsService } from './service.ts'

export {
  changedDefaults,
  changesOf,
  firstDefaults,
  type ChatDefaults,
  type DefaultsDeps,
} from './defaults.ts'
export { withNaming } from './rules.ts'
export type { TabsDeps } from './deps.ts'
export type { TabForPrompt, TabsService } from './service.ts'

export interface TabsFeature {
  readonly service: TabsService
  readonly routes: Routes
}

/** Tabs. Access to a tab is access to its project. */
export function tabsFeature(deps: TabsDeps): TabsFeature {
  const service = tabsService(deps)
  return { service, routes: tabsRoutes(service) }
}
