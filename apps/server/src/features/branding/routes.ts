import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { BrandingService } from './service.ts'

export function brandingRoutes(service: BrandingService): Routes {
  return routes(contract.branding, {
    get: async (viewer) => ({ branding: await service.get(viewer) }),
    update: async (viewer, { body }) => ({ branding: await service.update(viewer, body) }),
    reset: async (viewer) => {
      await service.reset(viewer)
      return {}
    },
  })
}
