import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { CustinstsService } from './service.ts'

export function custinstsRoutes(service: CustinstsService): Routes {
  return routes(contract.custinsts, {
    list: (viewer, { query }) => service.list(viewer, query.orEmpty),
    get: async (viewer, { params }) => ({ custinst: await service.get(viewer, params.id) }),
    create: async (viewer, { body }) => ({ custinst: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ custinst: await service.update(viewer, params.id, body) }),
    like: async (viewer, { params, body }) => ({
      custinst: await service.like(viewer, params.id, body.liked),
    }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
