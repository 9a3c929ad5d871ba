import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { LabelsService } from './service.ts'

export function labelsRoutes(service: LabelsService): Routes {
  return routes(contract.labels, {
    async categories(viewer) {
      const { labels, ...meta } = await service.list(viewer, 'category')
      return { data: { Categories: labels }, meta }
    },
    createCategory: async (viewer, { body }) => ({
      category: await service.create(viewer, 'category', body),
    }),
    async removeCategory(viewer, { params }) {
      await service.remove(viewer, 'category', params.id)
      return {}
    },
    async tags(viewer) {
      const { labels, ...meta } = await service.list(viewer, 'tag')
      return { data: { Tags: labels }, meta }
    },
    createTag: async (viewer, { body }) => ({ tag: await service.create(viewer, 'tag', body) }),
    async removeTag(viewer, { params }) {
      await service.remove(viewer, 'tag', params.id)
      return {}
    },
  })
}
