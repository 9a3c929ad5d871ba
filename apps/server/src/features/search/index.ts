// Full-text search over messages, projects and tabs (MESSAGE-5).
import type { ItemType } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { openMarks, type Moved } from './marks.ts'
import { searchRoutes } from './routes.ts'
import { searchService, type SearchService } from './service.ts'

export type { SearchService } from './service.ts'

export interface SearchFeature {
  readonly service: SearchService
  readonly routes: Routes
  readonly jobs: readonly JobKind<Moved>[]
}

export function searchFeature(options: {
  db: Database
  log: Log
  jobs: Pick<Jobs, 'enqueue'>
  types: readonly ItemType[]
}): SearchFeature {
  const marks = openMarks(options)
  const service = searchService({ ...options, marks })
  return { service, routes: searchRoutes(service), jobs: [marks.job] }
}
