// Data sources: documents that answers may use (SOURCE-*; decision 72).
import { openItems, type ItemOwnership, type ItemsDeps } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import { enqueueForgotten } from '#platform/blobs/index.ts'
import type { Tx } from '#platform/db/index.ts'
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import type { WorkLeft } from '#platform/work.ts'
import type { ContextSource } from '#features/answers/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import {
  cancellingService,
  openIndexingQueue,
  REREADING,
  restartingService,
  type IndexingDeps,
} from './indexing/index.ts'
import { datasourceItem } from './item.ts'
import { forgetDocumentsJob, FORGET_DOCUMENTS, sweepUploadsJob } from './jobs.ts'
import { mediaService } from './media/index.ts'
import { passagesService } from './passages/service.ts'
import { datasourcesRoutes, mediaRoutes, sitesRoutes } from './routes.ts'
import { datasourcesSource, type Misses } from './search/source.ts'
import { openSearching, type Searching } from './search/service.ts'
import { datasourcesService, type DatasourcesDeps, type DatasourcesService } from './service.ts'
import { sitesService } from './sites/index.ts'
import type { NearChunks } from './search/near.ts'
import { documentsOf, WORK } from './store.ts'
import { openIndexer } from './indexer/index.ts'

export { changeDatasource, type Changing } from './change.ts'
export { datasourceItem, datasourcePolicy } from './item.ts'
export type { Hit } from './search/found.ts'
export type { Searching } from './search/service.ts'
export type { NearAnswer, NearChunks, NearQuestion } from './search/near.ts'
export {
  areLocalOnly,
  cancelVectors,
  forQuestion,
  lockDatasource,
  publishChange,
  setVectorsDue,
} from './store.ts'
export type { Seeing } from './indexing/index.ts'

export interface DatasourcesFeature {
  readonly service: Pick<DatasourcesService, 'requireUsable' | 'requireReadable'>
  readonly routes: Routes
  readonly media: { readonly routes: Routes }
  readonly sites: { readonly routes: Routes }
  /** Finds passages; the caller has checked the access. */
  readonly searching: Searching
  readonly belongings: ItemOwnership
  readonly jobs: readonly JobKind<never>[]
  readonly work: readonly WorkLeft[]
  /** Adds the passages that a question finds in the data source of its chat. */
  readonly source: ContextSource
  /** Resumes the indexing that dead processes left, and starts to index. */
  takeUp(): Promise<void>
  /** Leaves the documents that are being read to the next process. */
  close(): Promise<void>
}

export type DatasourcesFeatureDeps = ItemsDeps &
  Omit<IndexingDeps, 'indexer' | 'forget'> & {
    readonly jobs: Pick<Jobs, 'enqueue'>
    readonly confidentiality: Confidentiality
    /** Finds the chunks that are near a question in meaning. */
    readonly near: NearChunks
    readonly vectors: DatasourcesDeps['vectors']
    /** Counts the questions that found nothing. */
    readonly misses: Misses
    /** Decides of a question that somebody types whether it is confidential: it may equal a reported one. */
    readonly isConfidentialQuestion: DatasourcesDeps['isConfidentialQuestion']
  }

export function datasourcesFeature(deps: DatasourcesFeatureDeps): DatasourcesFeature {
  const forget = (tx: Tx, keys: readonly string[]) => enqueueForgotten(deps.jobs, tx, FORGET_DOCUMENTS, keys)
  const items = openItems(deps, datasourceItem, {
    parts: {
      name: 'documents',
      async clear(tx, ids) {
        await deps.confidentiality.keepRemoved(tx, ids)
        const documents = await documentsOf(tx, ids)
        await forget(
          tx,
          documents.flatMap(({ blobs }) => blobs),
        )
        const groups = Map.groupBy(documents, ({ datasourceId }) => datasourceId)
        return new Map([...groups].map(([id, some]) => [id, some.map((one) => one.id)]))
      },
    },
  })
  const indexer = openIndexer()
  const previewer = openIndexer()
  const queue = openIndexingQueue({ ...deps, indexer, forget })
  const { confidentiality } = deps
  const searching = openSearching(deps)
  const wake = () => queue.wake()
  const given = { ...deps, previewer, forget, searching, wake }
  const service = datasourcesService(given, items)
  return {
    service,
    routes: datasourcesRoutes(service, confidentiality),
    media: {
      routes: mediaRoutes(
        mediaService({ ...given, items }),
        cancellingService(deps),
        restartingService(given),
        passagesService({ ...given, items, merge: queue.merge }),
      ),
    },
    sites: { routes: sitesRoutes(sitesService({ ...given, items })) },
    searching,
    belongings: items.belongings,
    jobs: [forgetDocumentsJob(deps.blobs), sweepUploadsJob({ ...deps, forget })],
    work: [...WORK, REREADING],
    source: datasourcesSource(deps, searching, deps.misses),
    async takeUp() {
      await queue.takeUp()
    },
    async close() {
      await queue.close()
      await Promise.all([indexer.close(), previewer.close()])
    },
  }
}
