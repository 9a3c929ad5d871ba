// Site maps and folders of pages, whose pages are documents (decision 74).
import type { Routes } from '#http/routes.ts'
import { sitesRoutes } from './routes.ts'
import { sitesService, type SitesDeps } from './service.ts'

export { siteWork } from './checking.ts'

export interface SitesFeature {
  readonly routes: Routes
}

export function sitesFeature(deps: SitesDeps): SitesFeature {
  return { routes: sitesRoutes(sitesService(deps)) }
}
