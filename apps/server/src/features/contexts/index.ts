// Groups, and everything else that holds access or is given it (reading 4).
import type { Routes } from '../../http/routes.ts'
import type { ContextsGiven } from './given.ts'
import { contextsRoutes } from './routes.ts'
import { contextsService, type ContextsService } from './service.ts'
import { ensureTenants } from './tenants.ts'

export type { ContextsService } from './service.ts'

export interface ContextsFeature {
  readonly service: ContextsService
  readonly routes: Routes
  /** Makes the tenants that are configured; before anybody is answered. */
  ensureTenants(): Promise<void>
}

/** Groups with their members, and lists of all that one may share with. `tenants`: the names that are configured. */
export function contextsFeature(
  given: ContextsGiven & { config: { tenants: readonly string[] } },
): ContextsFeature {
  const service = contextsService(given)
  return {
    service,
    routes: contextsRoutes(service),
    ensureTenants: () => ensureTenants(given, given.config.tenants),
  }
}
