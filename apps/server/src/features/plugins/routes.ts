import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { PluginsService } from './service.ts'

export function pluginsRoutes(service: PluginsService): Routes {
  return routes(contract.plugins, {
    list: async (viewer) => ({ plugins: await service.list(viewer) }),
    allow: async (viewer, { params, body }) => ({
      consent: await service.allow(viewer, params.id, body.scopes),
    }),
    async revoke(viewer, { params }) {
      await service.revoke(viewer, params.id)
      return {}
    },
  })
}
