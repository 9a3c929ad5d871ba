import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { SearchService } from './service.ts'

export function searchRoutes(service: SearchService): Routes {
  return routes(contract.search, {
    find: async (viewer, { query }) => ({ Finds: await service.find(viewer, query.q, query.limit) }),
  })
}
