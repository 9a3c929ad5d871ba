import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { CancellingService, RestartingService } from './indexing/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { MediaService } from './media/index.ts'
import type { PassagesService } from './passages/service.ts'
import type { DatasourcesService } from './service.ts'
import type { SitesService } from './sites/index.ts'

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

export function sitesRoutes(sites: SitesService): Routes {
  return routes(contract.sites, {
    list: async (viewer, { params }) => ({ sites: await sites.list(viewer, params.id) }),
    create: async (viewer, { params, body }) => ({ site: await sites.create(viewer, params.id, body) }),
    update: async (viewer, { params, body }) => ({ site: await sites.update(viewer, params.id, body) }),
    refresh: async (viewer, { params }) => ({ site: await sites.refresh(viewer, params.id) }),
    removeGone: async (viewer, { params }) => ({ removed: await sites.removeGone(viewer, params.id) }),
    async remove(viewer, { params }) {
      await sites.remove(viewer, params.id)
      return {}
    },
  })
}

export function mediaRoutes(
  media: MediaService,
  cancelling: CancellingService,
  restarting: RestartingService,
  passages: PassagesService,
): Routes {
  return routes(contract.media, {
    begin: async (viewer, { params, body }) => ({ media: await media.begin(viewer, params.id, body) }),
    append: async (viewer, { params, body }) => ({ media: await media.append(viewer, params.id, body) }),
    get: async (viewer, { params }) => ({ media: await media.get(viewer, params.id) }),
    text: async (viewer, { params }) => ({ document: await media.text(viewer, params.id) }),
    cut: async (viewer, { params, body }, { gone }) => ({
      preview: await media.cut(viewer, params.id, body, gone),
    }),
    setChunk: (viewer, { params, body }) => passages.set(viewer, params.id, params.chunkId, body),
    async switchedOff(viewer, { params, query }) {
      const { total, chunks } = await passages.switchedOff(viewer, params.id, query)
      return { data: { chunks }, meta: { total } }
    },
    base64: (viewer, { params }) => media.base64(viewer, params.id),
    binary: (viewer, { params }) => media.binary(viewer, params.id),
    index: async (viewer, { params }) => ({ media: await media.index(viewer, params.id) }),
    indexFailed: async (viewer, { params }) => ({ started: await restarting.indexFailed(viewer, params.id) }),
    cancel: async (viewer, { params }) => ({ media: await cancelling.cancel(viewer, params.id) }),
    cancelAll: async (viewer, { params }) => ({ cancelled: await cancelling.cancelAll(viewer, params.id) }),
    update: async (viewer, { params, body }) => ({ media: await media.update(viewer, params.id, body) }),
    refresh: async (viewer, { params }) => ({ media: await media.refresh(viewer, params.id) }),
    async remove(viewer, { params }) {
      await media.remove(viewer, params.id)
      return {}
    },
  })
}
