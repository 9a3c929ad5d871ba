import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { DatasourcesService } from './service.ts'

export function datasourcesRoutes(service: DatasourcesService, confidentiality: Confidentiality): Routes {
  return routes(contract.datasources, {
    async list(viewer, { query }) {
      const { total, datasources } = await service.list(viewer, query)
      return { data: { datasources }, meta: { total } }
    },
    get: async (viewer, { params }) => ({ datasource: await service.get(viewer, params.id) }),
    create: async (viewer, { body }) => ({ datasource: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({
      datasource: await service.update(viewer, params.id, body),
    }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
    async search(viewer, { params, body }) {
      const { Passages, ...meta } = await service.search(viewer, params.id, body)
      return { data: { Passages }, meta }
    },
    labels: () => ({ DatasourceLabels: [...confidentiality.all] }),
  })
}
