// Usage per user and model (ACCOUNT-9), and its sums (ACCOUNT-10, ACCOUNT-11).
import type { Routes } from '#http/routes.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { usageRoutes } from './routes.ts'
import { usageService, type UsageService } from './service.ts'
import { summingJob } from './summing.ts'

export type { Answered, CountedAnswer } from './answers.ts'
export type { UsageService } from './service.ts'

export interface UsageFeature {
  readonly service: UsageService
  readonly routes: Routes
  readonly jobs: readonly JobKind<never>[]
  /** Ends the summing after its step. */
  close(): void
}

/** The usage count: one row per answer, from every endpoint (decision 0026), and the sums of these rows (decision 169). */
export function usageFeature(options: { readonly db: Database; readonly log: Log }): UsageFeature {
  const service = usageService(options)
  const ending = new AbortController()
  return {
    service,
    routes: usageRoutes(service),
    jobs: [summingJob({ db: options.db, ending: ending.signal })],
    close: () => ending.abort(),
  }
}
