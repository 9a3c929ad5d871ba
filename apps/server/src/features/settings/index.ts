// A user's settings, by id and by name.
import type { Routes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { settingsRoutes } from './routes.ts'
import { settingsService, type SettingsService } from './service.ts'

export type { SettingsService } from './service.ts'

export interface SettingsFeature {
  readonly service: SettingsService
  readonly routes: Routes
}

/** Creates the feature: settings of users (SETTING-1). */
export function settingsFeature(options: { db: Database; clock: Clock }): SettingsFeature {
  const service = settingsService(options)
  return { service, routes: settingsRoutes(service) }
}
