import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { VectorsService } from './service.ts'

export function vectorsRoutes(service: VectorsService): Routes {
  return routes(contract.vectors, {
    get: async (viewer) => ({ vectorModel: await service.get(viewer) }),
    update: async (viewer, { body }) => ({ vectorModel: await service.update(viewer, body.modelTagId) }),
    cancel: async (viewer, { params }) => ({ vectors: await service.cancel(viewer, params.id) }),
    resume: async (viewer, { params }) => ({ vectors: await service.resume(viewer, params.id) }),
  })
}
