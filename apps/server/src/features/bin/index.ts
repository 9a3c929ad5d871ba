// The recycle bin of all nouns: lists deleted items, takes them back, deletes them for good (ACCESS-16).
import type { Routes } from '#http/routes.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { binRoutes } from './routes.ts'
import { binService, type BinDeps } from './service.ts'

export interface BinFeature {
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
}

export function binFeature(deps: BinDeps): BinFeature {
  const service = binService(deps)
  const sweep = { name: 'bin.sweep', cron: '41 * * * *', run: () => service.sweep() }
  return { routes: binRoutes(service), jobs: [sweep] }
}
