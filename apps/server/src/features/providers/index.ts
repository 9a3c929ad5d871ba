// Providers: sources of models, and their connected engines (MODEL-1).
import type { Routes } from '#http/routes.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { EmbeddedState } from './configured.ts'
import { openConnections, type Connect, type Connections } from './connections.ts'
import { providerRegistry, type ProviderRegistry } from './registry.ts'
import { providersRoutes } from './routes.ts'
import { providersService, type ProvidersService } from './service.ts'

export { storeConfigured, type EmbeddedState } from './configured.ts'
export type { Connect, ConnectedEngine, Connections } from './connections.ts'
export type { Provider, ProviderRegistry, WishedProvider } from './registry.ts'
export type { ProvidersService } from './service.ts'

export interface ProvidersFeature {
  readonly service: ProvidersService
  readonly registry: ProviderRegistry
  /** Closed by the code that created the feature, after everything that uses engines. */
  readonly connections: Connections
  readonly routes: Routes
}

/**
 * Creates the feature. `connect` creates the engine of a provider, or returns nothing for an unknown kind; `modelCounts`
 * returns the number of models of each provider.
 */
export function providersFeature(options: {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly secrets: Secrets
  readonly audit: Pick<AuditService, 'record'>
  readonly connect: Connect
  readonly embedded: EmbeddedState
  /** Loopback addresses to probe for model servers. */
  readonly localServers: readonly string[]
  readonly modelCounts: () => Promise<ReadonlyMap<number, number>>
}): ProvidersFeature {
  const registry = providerRegistry(options)
  const connections = openConnections({ ...options, registry })
  const service = providersService({ ...options, connections })
  return { service, registry, connections, routes: providersRoutes(service, options.embedded) }
}
