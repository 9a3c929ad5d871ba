// The branding of the installation: files below `static/customer-branding/`, changed by the super user (decision 151).
import type { Routes } from '#http/routes.ts'
import { brandingRoutes } from './routes.ts'
import { brandingService, type BrandingDeps, type BrandingService } from './service.ts'

export { BRANDING_FOLDER } from './service.ts'

export interface BrandingFeature {
  readonly service: Pick<BrandingService, 'customer' | 'refusalOf'>
  readonly routes: Routes
}

/** Creates the feature; its files are read again for every page, so that a change needs no restart (BRAND-2). */
export function brandingFeature(deps: BrandingDeps): BrandingFeature {
  const service = brandingService(deps)
  return { service, routes: brandingRoutes(service) }
}
