import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { CancellingService, RestartingService } from './indexing/index.ts'
import type { PassagesService } from './passages/service.ts'
import type { MediaService } from './service.ts'

export function mediaRoutes(
  media: MediaService,
  cancelling: CancellingService,
  restarting: RestartingService,
  passages: PassagesService,
): Routes {
  return routes(contract.media, {
    begin: async (viewer, { params, body }) => ({ media: await media.begin(viewer, params.id, body) }),
    append: async (viewer, { params, query, body }) => ({
      media: await media.append(viewer, params.id, body, query.offset),
    }),
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
