// Groups, and everything else that has or grants access (ACCESS-1).
import type { Routes } from '#http/routes.ts'
import type { ContextsDeps } from './deps.ts'
import { contextsRoutes } from './routes.ts'
import { contextsService, type ContextsService } from './service.ts'
import { ensureTenants } from './tenants.ts'

export type { ContextsService } from './service.ts'

export interface ContextsFeature {
  readonly service: ContextsService
  readonly routes: Routes
  /** Creates the configured tenants; called before the first request. */
  ensureTenants(): Promise<void>
}

/** Creates the feature: groups, their members, and lists of share recipients. `tenants`: the configured names. */
export function contextsFeature(
  deps: ContextsDeps & { config: { tenants: readonly string[] } },
): ContextsFeature {
  const service = contextsService(deps)
  return {
    service,
    routes: contextsRoutes(service),
    ensureTenants: () => ensureTenants(deps, deps.config.tenants),
  }
}
