import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { PresenceService } from './service.ts'

export function presenceRoutes(service: PresenceService): Routes {
  return routes(contract.presence, {
    async update(viewer, { params }) {
      const { readers, count } = await service.update(viewer, params.id, params.visitId)
      return { Readers: readers, count }
    },
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id, params.visitId)
      return {}
    },
  })
}
