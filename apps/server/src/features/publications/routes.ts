import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { PublicationsService } from './service.ts'

export function publicationsRoutes(service: PublicationsService): Routes {
  return routes(contract.publications, {
    async list(viewer, { query }) {
      const { publications, ...meta } = await service.list(viewer, query)
      return { data: { Publications: publications }, meta }
    },
    async ofItem(viewer, { params }) {
      const { name, publications } = await service.ofItem(viewer, params.id)
      return { item: { name }, Publications: publications }
    },
    get: async (viewer, { params }) => ({ Publication: await service.get(viewer, params.id) }),
    async approve(viewer, { params, body }) {
      await service.approve(viewer, params.id, body.ifMatch)
      return {}
    },
    async decline(viewer, { params, body }) {
      await service.decline(viewer, params.id, body.reason)
      return {}
    },
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
