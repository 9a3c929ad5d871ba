import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { ConfigurationService } from './service.ts'

export function configurationRoutes(service: ConfigurationService): Routes {
  return routes(contract.configuration, {
    get: async (viewer) => ({ configuration: service.get(viewer) }),
    update: async (viewer, { body }) => ({ configuration: await service.update(viewer, body) }),
  })
}
