// The documents of data sources: uploads in pieces, their bytes, texts and passages, and their indexing in the background.
import type { Routes } from '#http/routes.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { WorkLeft } from '#platform/work.ts'
import type { AuditDeps, SourceDocuments } from '#features/datasources/index.ts'
import { openIndexer } from './indexer/index.ts'
import {
  cancellingService,
  openIndexingQueue,
  recognizeSourceAgain,
  REREADING,
  restartingService,
  type IndexingDeps,
} from './indexing/index.ts'
import { sweepUploadsJob } from './jobs.ts'
import { passagesService } from './passages/service.ts'
import { prepareMedia } from './prepare.ts'
import { mediaRoutes } from './routes.ts'
import { toMediaResponse } from './rules.ts'
import { mediaService, requireMediaRoom, type MediaService } from './service.ts'
import * as store from './store.ts'

export {
  ADDRESS_LIMITS,
  fetchPage,
  lockTaken,
  NotIndexed,
  type Ends,
  type Fetched,
  type IndexingDeps,
  type Seeing,
  type SiteWork,
  type Takeable,
  type Taken,
  type TakenSite,
  tellRefreshed,
} from './indexing/index.ts'
export { requireAllowed, addressOf, decoded, hostOf } from './rules.ts'
export { dueAfterFailure, nextDue } from './schedule.ts'
export { requireMediaRoom } from './service.ts'
export { count as countDocuments, remove as removeDocuments } from './store.ts'

export interface MediaFeature {
  readonly routes: Routes
  /** Reads documents for features that check what else they need. */
  readonly service: Pick<MediaService, 'binary'>
  /** What data sources need of their documents. */
  readonly documents: SourceDocuments
  readonly jobs: readonly JobKind<never>[]
  readonly work: readonly WorkLeft[]
  /** Starts the indexing of waiting documents; call after the commit. */
  wake(): void
  /** Resumes the indexing that dead processes left, and starts to index. */
  takeUp(): Promise<void>
  /** Leaves the documents that are being read to the next process. */
  close(): Promise<void>
}

export type MediaFeatureDeps = AuditDeps & Omit<IndexingDeps, 'indexer'>

export function mediaFeature(deps: MediaFeatureDeps): MediaFeature {
  const indexer = openIndexer()
  const previewer = openIndexer()
  const queue = openIndexingQueue({ ...deps, indexer })
  const wake = () => queue.wake()
  const serviceDeps = { ...deps, previewer, wake }
  const service = mediaService(serviceDeps)
  return {
    service,
    routes: mediaRoutes(
      service,
      cancellingService(deps),
      restartingService(serviceDeps),
      passagesService({ ...serviceDeps, merge: queue.merge }),
    ),
    documents: documentsOfSources(deps, wake),
    jobs: [sweepUploadsJob(deps)],
    work: [REREADING],
    wake,
    takeUp: () => queue.takeUp(),
    async close() {
      await queue.close()
      await Promise.all([indexer.close(), previewer.close()])
    },
  }
}

function documentsOfSources(
  { blobs, maxBytes, forget }: Pick<IndexingDeps, 'blobs' | 'maxBytes' | 'forget'>,
  wake: () => void,
): SourceDocuments {
  return {
    async list(db, datasourceId) {
      const rows = await store.ofDatasource(db, datasourceId)
      return rows.map((row) => ({ id: row.id, userId: row.userId, item: toMediaResponse(row) }))
    },
    prepare: (sent) => prepareMedia(blobs, maxBytes, sent),
    requireRoom: requireMediaRoom,
    async remove(tx, client, { id, ids }) {
      await forget(tx, await store.remove(client, id, ids))
    },
    async cutAgain(db, datasourceId) {
      await store.reopen(db, datasourceId, undefined)
    },
    recognizeAgain: recognizeSourceAgain,
    wake,
  }
}
