import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { EntriesService } from './entries/service.ts'
import type { NotificationsService } from './service.ts'

export function notificationsRoutes(service: NotificationsService, entries: EntriesService): Routes {
  return routes(contract.notifications, {
    subscribe: (viewer, { params, query }) => service.subscribe(viewer, params.id, query.missedMs),
    list: (viewer, { params, query }) => entries.list(viewer, params.userId, query),
    async markAll(viewer, { params }) {
      await entries.markAll(viewer, params.userId)
      return {}
    },
    async mark(viewer, { params, body }) {
      await entries.mark(viewer, params.userId, params.id, body.markAsRead)
      return {}
    },
    async seeEnd(viewer, { params, body }) {
      await entries.seeEnd(viewer, params.userId, body.kind, body.id)
      return {}
    },
    async remove(viewer, { params }) {
      await entries.remove(viewer, params.userId, params.id)
      return {}
    },
  })
}
