import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { QueriesService } from './service.ts'

export function queriesRoutes(service: QueriesService): Routes {
  return routes(contract.queries, {
    async list(viewer, { params, query }) {
      const { messages, nextCursor } = await service.list(viewer, params.id, query)
      return { data: { Queries: messages }, meta: { nextCursor } }
    },
    async history(viewer, { query }) {
      const { prompts, nextCursor } = await service.history(viewer, query)
      return { data: { Queries: prompts }, meta: { nextCursor } }
    },
    async comparisons(viewer, { query }) {
      const { comparisons, nextCursor } = await service.comparisons(viewer, query)
      return { data: { Comparisons: comparisons }, meta: { nextCursor } }
    },
    compared: async (viewer, { params }) => ({ Queries: await service.compared(viewer, params.compareId) }),
    async remove(viewer, { params, query }) {
      await service.remove(viewer, params.id, query.versions)
      return {}
    },
    rate: async (viewer, { params, body }) => ({ query: await service.rate(viewer, params.id, body.rating) }),
    attachment: (viewer, { params }) => service.attachment(viewer, params.id, params.index),
  })
}
