// Custom instructions: what a model should know about who asks, and how it should answer (INSTRUCTION-*).
import { openItems, type ItemOwnership, type ItemsDeps } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { ContextSource } from '#features/answers/index.ts'
import { custinstItem } from './item.ts'
import { custinstsRoutes } from './routes.ts'
import { custinstsService, type CustinstsService } from './service.ts'
import { custinstsSource } from './source.ts'

export { custinstItem } from './item.ts'

export interface CustinstsFeature {
  readonly service: CustinstsService
  readonly routes: Routes
  readonly belongings: ItemOwnership
  /** Adds the instructions of a chat to its questions. */
  readonly source: ContextSource
}

export function custinstsFeature(deps: ItemsDeps): CustinstsFeature {
  const items = openItems(deps, custinstItem)
  const service = custinstsService(deps, items)
  const { belongings } = items
  return { service, routes: custinstsRoutes(service), belongings, source: custinstsSource(deps.db.orm) }
}
