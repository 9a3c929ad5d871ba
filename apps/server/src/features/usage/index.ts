// Usage per user and model (ACCOUNT-9).
import type { Routes } from '#http/routes.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { usageRoutes } from './routes.ts'
import { usageService, type UsageService } from './service.ts'

export type { Answered, CountedAnswer } from './answers.ts'
export type { UsageService } from './service.ts'

export interface UsageFeature {
  readonly service: UsageService
  readonly routes: Routes
}

/** The usage count: one row per answer, from every endpoint (decision 0026). */
export function usageFeature(options: { readonly db: Database; readonly log: Log }): UsageFeature {
  const service = usageService(options)
  return { service, routes: usageRoutes(service) }
}
