import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { SitesService } from './service.ts'

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
