// A user's settings, by id and by name.
import type { Routes } from '#http/routes.ts'
import { settingsRoutes } from './routes.ts'
import { settingsService, type SettingsDeps, type SettingsService } from './service.ts'

export type { SettingsService } from './service.ts'

export interface SettingsFeature {
  readonly service: SettingsService
  readonly routes: Routes
}

/** Creates the feature: settings of users (SETTING-1). */
export function settingsFeature(options: SettingsDeps): SettingsFeature {
  const service = settingsService(options)
  return { service, routes: settingsRoutes(service) }
}
