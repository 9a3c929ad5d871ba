import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { SearchService } from './service.ts'

export function searchRoutes(service: SearchService): Routes {
  return routes(contract.search, {
    find: async (viewer, { query: { q, limit, archived } }) => ({
      Finds: await service.find(viewer, q, limit, archived),
    }),
  })
}
