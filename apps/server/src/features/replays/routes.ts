import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { ReplaysService } from './service.ts'

export function replaysRoutes(service: ReplaysService): Routes {
  return routes(contract.replays, {
    create: (viewer, { body }) => service.begin(viewer, body),
    get: async (viewer, { params }) => ({ replay: await service.state(viewer, params.id) }),
    cancel: async (viewer, { params }) => ({ replay: await service.cancel(viewer, params.id) }),
  })
}
