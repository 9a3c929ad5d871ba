import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { EmbeddedState } from './configured.ts'
import type { ProvidersService } from './service.ts'

export function providersRoutes(service: ProvidersService, embedded: EmbeddedState): Routes {
  return routes(contract.providers, {
    list: async (viewer) => ({ Providers: await service.list(viewer), embedded }),
    get: async (viewer, { params }) => ({ provider: await service.get(viewer, params.id) }),
    create: async (viewer, { body }) => ({ provider: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ provider: await service.update(viewer, params.id, body) }),
    remove: async (viewer, { params }) => {
      await service.remove(viewer, params.id)
      return {}
    },
    find: async (viewer) => ({ servers: await service.find(viewer) }),
    test: (viewer, { body }) => service.test(viewer, body),
  })
}
