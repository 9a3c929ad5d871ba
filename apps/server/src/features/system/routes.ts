import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { SystemService } from './service.ts'

export function systemRoutes(service: SystemService): Routes {
  return routes(contract.system, {
    get: async (viewer) => ({ System: await service.get(viewer) }),
  })
}
