// Models: which there are, what may be asked, and what asking takes (readings 1 and 7).
import type { OptionName } from '@polylogue/contract'
import type { Routes } from '../../http/routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { discovery, type Discovery } from './discovery.ts'
import { modelsRoutes } from './routes.ts'
import { modelsService, type ModelsService } from './service.ts'

export { storeConfigured } from './configured.ts'
export { openConnections, type Connections } from './connections.ts'
export type { ConnectedEngine, Discovery, Provider, WishedProvider } from './discovery.ts'
export type { ModelChoice, ModelsService, PromptTag } from './service.ts'

export interface ModelsFeature {
  readonly service: ModelsService
  readonly discovery: Discovery
  readonly routes: Routes
}

/**
 * Models. `optionsOf` tells which prompt options the adapter of a kind obeys; `streamsOf` whether a family streams, which is
 * configured by its name (chat specification, section 3).
 */
export function modelsFeature(given: {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly optionsOf: (providerKind: string) => readonly OptionName[]
  readonly streamsOf: (modelName: string) => boolean
}): ModelsFeature {
  const service = modelsService(given)
  return { service, discovery: discovery(given), routes: modelsRoutes(service) }
}
