import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { AnnouncementsService } from './service.ts'

export function announcementsRoutes(service: AnnouncementsService): Routes {
  return routes(contract.announcements, {
    list: async (viewer) => ({ Announcements: await service.list(viewer) }),
    create: async (viewer, { body }) => ({ Announcement: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({
      Announcement: await service.update(viewer, params.id, body),
    }),
    end: async (viewer, { params }) => ({ Announcement: await service.end(viewer, params.id) }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
    async putAway(viewer, { params }) {
      await service.putAway(viewer, params.id)
      return {}
    },
  })
}
