// Tabs of projects, each one conversation (chat specification, sections 3, 4 and 7).
import type { Routes } from '../../http/routes.ts'
import { tabsRoutes } from './routes.ts'
import type { TabsGiven } from './given.ts'
import { tabsService, type TabsService } from './service.ts'

export { changedDefaults, firstDefaults, type ChatDefaults, type DefaultsGiven } from './defaults.ts'
export type { TabsGiven } from './given.ts'
export type { TabForPrompt, TabsService } from './service.ts'

export interface TabsFeature {
  readonly service: TabsService
  readonly routes: Routes
}

/** Tabs. Access to a tab is access to its project. */
export function tabsFeature(given: TabsGiven): TabsFeature {
  const service = tabsService(given)
  return { service, routes: tabsRoutes(service) }
}
