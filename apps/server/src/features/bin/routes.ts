import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { BinService } from './service.ts'

export function binRoutes(service: BinService): Routes {
  return routes(contract.bin, {
    async list(viewer, { query }) {
      const { nextCursor, ...data } = await service.list(viewer, query)
      return { data, meta: { nextCursor } }
    },
    restore: (viewer, { params }) => service.restore(viewer, params.id),
    async erase(viewer, { params }) {
      await service.erase(viewer, params.id)
      return {}
    },
    empty: async (viewer, _, { gone }) => ({ count: await service.empty(viewer, gone) }),
  })
}
