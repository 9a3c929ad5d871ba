import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { NotificationsService } from './service.ts'

export function notificationsRoutes(service: NotificationsService): Routes {
  return routes(contract.notifications, {
    subscribe: (viewer, { params, query }) => service.subscribe(viewer, params.id, query.missedMs),
  })
}
