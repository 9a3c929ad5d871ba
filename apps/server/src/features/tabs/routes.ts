import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { TabsService } from './service.ts'

export function tabsRoutes(service: TabsService): Routes {
  return routes(contract.tabs, {
    list: async (viewer, { params }) => ({ Projecttabs: await service.list(viewer, params.id) }),
    create: async (viewer, { params, body }) => ({
      projecttab: await service.create(viewer, params.id, body),
    }),
    order: async (viewer, { params, body }) => ({
      Projecttabs: await service.order(viewer, params.id, body.tabIds),
    }),
    move: async (viewer, { params, body }) => ({
      projecttab: await service.move(viewer, params.id, body.projectId),
    }),
    copy: async (viewer, { params, body }, { gone }) => ({
      projecttab: await service.copy(viewer, params.id, body, gone),
    }),
    get: async (viewer, { params }) => ({ projecttab: await service.get(viewer, params.id) }),
    update: async (viewer, { params, body }) => ({
      projecttab: await service.update(viewer, params.id, body),
    }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
