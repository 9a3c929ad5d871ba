import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { SettingsService } from './service.ts'

export function settingsRoutes(service: SettingsService): Routes {
  return routes(contract.settings, {
    kinds: async () => ({ Settings: await service.kinds() }),
    list: async (viewer, { params, query }) => ({
      Settings: await service.list(viewer, params.id, query.name),
    }),
    setById: async (viewer, { params, body }) => ({
      setting: await service.set(viewer, params.id, { settingId: body.settingId }, body.settingValue),
    }),
    setByName: async (viewer, { params, body }) => ({
      setting: await service.set(
        viewer,
        params.id,
        { settingName: body.settingName },
        body.settingValue,
        body.settingValidUntil,
      ),
    }),
  })
}
