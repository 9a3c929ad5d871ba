// Messages: questions with their answers, ratings and attachments (MESSAGE-*).
import type { Routes } from '#http/routes.ts'
import type { ForgottenBlobs } from '#platform/blobs/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { forgetBlobsJob } from './jobs.ts'
import { queriesRoutes } from './routes.ts'
import { queriesService, type QueriesDeps, type QueriesService } from './service.ts'

export { firstPage } from './rules.ts'
export { messagePolicy, stopping } from './policy.ts'
export type { CopiedMessage } from './copies-store.ts'
export type { FinishedTurn, GuardedMessage, KeptQuestion, QueriesDeps, QueriesService } from './service.ts'

export interface QueriesFeature {
  readonly service: QueriesService
  readonly jobs: readonly JobKind<ForgottenBlobs>[]
  readonly routes: Routes
}

/** Messages of tabs. Answers write them; this feature reads and rates them. */
export function queriesFeature(deps: QueriesDeps): QueriesFeature {
  const service = queriesService(deps)
  return {
    service,
    jobs: [forgetBlobsJob({ db: deps.db.orm, blobs: deps.blobs })],
    routes: queriesRoutes(service),
  }
}
