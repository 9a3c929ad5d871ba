// Categories and tags: lists, creating and deleting one (PROMPT-6).
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { Routes } from '#http/routes.ts'
import { sweepJob } from './jobs.ts'
import { labelsRoutes } from './routes.ts'
import { labelsService, type LabelsDeps } from './service.ts'

export function labelsFeature(deps: LabelsDeps): {
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
} {
  return { routes: labelsRoutes(labelsService(deps)), jobs: [sweepJob(deps)] }
}
