import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { UsageService } from './service.ts'

export function usageRoutes(service: UsageService): Routes {
  return routes(contract.usage, {
    ofUser: async (viewer, { params, query }) => ({
      usage: await service.ofUser(viewer, params.id, query),
    }),
    ofInstallation: async (viewer, { query }) => ({ usage: await service.ofInstallation(viewer, query) }),
  })
}
