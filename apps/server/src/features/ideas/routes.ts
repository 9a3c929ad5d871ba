import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { IdeasService } from './service.ts'

export function ideasRoutes(service: IdeasService): Routes {
  return routes(contract.ideas, {
    list: (viewer, { query }) => service.list(viewer, query),
    create: async (viewer, { body }) => ({ Idea: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ Idea: await service.update(viewer, params.id, body) }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
