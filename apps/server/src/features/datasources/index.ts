// Data sources: documents that answers may use (SOURCE-*; decision 72).
import type { ItemOwnership } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { Blobs } from '#platform/blobs/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { WorkLeft } from '#platform/work.ts'
import type { ContextSource } from '#features/answers/index.ts'
import { forgetDocumentsJob, type DatasourceItems } from './items.ts'
import { datasourcesRoutes } from './routes.ts'
import type { NearChunks } from './search/near.ts'
import { openSearching, type Searching } from './search/service.ts'
import { datasourcesSource, type Misses, type SourceDeps } from './search/source.ts'
import { datasourcesService, type DatasourcesDeps, type DatasourcesService } from './service.ts'
import { WORK } from './store.ts'

export { auditedSource, auditRemoved, type AuditDeps } from './audit-entries.ts'
export {
  changeDatasource,
  publishProgress,
  refreshStatus,
  withLockedDatasource,
  type Changing,
} from './change.ts'
export type { PreparedDocuments, SourceDocuments } from './documents.ts'
export { datasourceItem, datasourcePolicy } from './item.ts'
export { openDatasourceItems, type DatasourceItemsDeps } from './items.ts'
export type { FoundPassage } from './search/found.ts'
export type { NearAnswer, NearChunks, NearQuestion } from './search/near.ts'
export type { Searching } from './search/service.ts'
export {
  areLocalOnly,
  cancelVectors,
  changeDatasources,
  forQuestion,
  recheckVectors,
  setVectorsDue,
} from './store.ts'

export interface DatasourcesFeature {
  readonly service: Pick<DatasourcesService, 'requireUsable' | 'requireReadable'>
  readonly routes: Routes
  /** Finds passages; the caller has checked the access. */
  readonly searching: Searching
  readonly belongings: ItemOwnership
  readonly jobs: readonly JobKind<never>[]
  readonly work: readonly WorkLeft[]
  /** Adds the passages that a question finds in the data source of its chat. */
  readonly source: ContextSource
}

export type DatasourcesFeatureDeps = Omit<DatasourcesDeps, 'searching'> &
  SourceDeps & {
    readonly items: DatasourceItems['items']
    readonly blobs: Pick<Blobs, 'remove'>
    /** Finds the chunks that are near a question in meaning. */
    readonly near: NearChunks
    /** Counts the questions that found nothing. */
    readonly misses: Misses
  }

export function datasourcesFeature({ items, ...deps }: DatasourcesFeatureDeps): DatasourcesFeature {
  const searching = openSearching(deps)
  const service = datasourcesService({ ...deps, searching }, items)
  return {
    service,
    routes: datasourcesRoutes(service, deps.confidentiality),
    searching,
    belongings: items.belongings,
    jobs: [forgetDocumentsJob(deps.blobs)],
    work: WORK,
    source: datasourcesSource(deps, searching, deps.misses),
  }
}
