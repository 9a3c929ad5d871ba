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
import { openRunning } from '#features/test-questions/runs.ts'
import { testQuestionsService } from '#features/test-questions/service.ts'
import {
  datasourcesRoutes,
  mediaRoutes,
  sitesRoutes,
  testQuestionsRoutes,
  unansweredRoutes,
} from './routes.ts'
import { datasourcesSource } from './search/source.ts'
import { openSearching } from './search/service.ts'
import { datasourcesService, type DatasourcesService } from './service.ts'
import { sitesService } from './sites/index.ts'
import { documentsOf, WORK } from './store.ts'
import { unansweredService } from '#features/unanswered/service.ts'
import { openVectors, type Embedding } from './vectors/index.ts'
import { openIndexer } from './indexer/index.ts'

export { datasourceItem } from './item.ts'
export type { Seeing } from './indexing/index.ts'
export type { Embedding } from './vectors/index.ts'

export interface DatasourcesFeature {
  readonly service: Pick<DatasourcesService, 'requireUsable' | 'requireReadable'>
  readonly routes: Routes
  readonly media: { readonly routes: Routes }
  readonly vectors: { readonly routes: Routes }
  readonly testQuestions: { readonly routes: Routes }
  readonly unanswered: { readonly routes: Routes }
  readonly sites: { readonly routes: Routes }
  readonly belongings: ItemOwnership
  readonly jobs: readonly JobKind<never>[]
  readonly work: readonly WorkLeft[]
  /** Adds the passages that a question finds in the data source of its chat. */
  readonly source: ContextSource
  /** Resumes the indexing, vectors and runs of test questions that dead processes left, and starts to index. */
  takeUp(): Promise<void>
  /** Leaves the documents that are being read, and the runs, to the next process. */
  close(): Promise<void>
}

export type DatasourcesFeatureDeps = ItemsDeps &
  Omit<IndexingDeps, 'indexer' | 'forget'> & {
    readonly jobs: Pick<Jobs, 'enqueue'>
    readonly confidentiality: Confidentiality
    readonly embedding: Embedding
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
  const vectors = openVectors(deps)
  const searching = openSearching({ db: deps.db, near: vectors.near })
  const running = openRunning({ ...deps, searching })
  const unanswered = unansweredService(deps)
  const wake = () => queue.wake()
  const given = { ...deps, previewer, forget, searching, vectors: vectors.service, wake }
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
    vectors: { routes: vectors.routes },
    testQuestions: { routes: testQuestionsRoutes(testQuestionsService(deps, running)) },
    unanswered: { routes: unansweredRoutes(unanswered) },
    belongings: items.belongings,
    jobs: [forgetDocumentsJob(deps.blobs), sweepUploadsJob({ ...deps, forget })],
    work: [...WORK, REREADING],
    source: datasourcesSource(deps.db, searching, confidentiality, unanswered),
    async takeUp() {
      await queue.takeUp()
      await vectors.takeUp()
      await running.takeUp()
    },
    async close() {
      await vectors.close()
      await queue.close()
      await running.close()
      await Promise.all([indexer.close(), previewer.close()])
    },
  }
}
