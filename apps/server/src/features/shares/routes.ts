import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { Copying } from './copying.ts'
import type { Opening } from './opening.ts'
import type { SharesService } from './service.ts'

export function sharesRoutes(service: SharesService, opening: Opening, copying: Copying): Routes {
  return routes(contract.shares, {
    async list(viewer, { query }) {
      const { shares, nextCursor } = await service.list(viewer, query)
      return { data: { Shares: shares }, meta: { nextCursor } }
    },
    create: async (viewer, { body }) => ({ share: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ share: await service.update(viewer, params.id, body) }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
    removeAll: async (viewer, { query }) => ({ ended: await service.removeAll(viewer, query.project) }),
    async all(viewer, { query }) {
      const { shares, nextCursor } = await service.all(viewer, query)
      return { data: { Shares: shares }, meta: { nextCursor } }
    },
    open: async (viewer, { params, query }) => ({
      share: await opening.page(viewer, params.hash, query.again),
    }),
    async messages(viewer, { params, query }) {
      const { messages, before } = await opening.messages(viewer, params.hash, query)
      return { data: { messages }, meta: { before } }
    },
    file: (viewer, { params }) => opening.file(viewer, params.hash, params.position),
    copy: async (viewer, { params }, { gone }) => ({
      projectId: await copying.run(viewer, params.hash, gone),
    }),
  })
}
