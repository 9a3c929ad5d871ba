// Restarts failed and cancelled documents and site maps.
import { authorize, type Person } from '../../../access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import { datasourcePolicy } from '../item.ts'
import { mediaStore } from '../media/index.ts'
import { forQuestion, lockDatasource, publishChange, storeStatus } from '../store.ts'
import * as store from './restart-store.ts'

/** Access and errors are those of the contract. */
export interface RestartingService {
  /** Returns the number of documents. */
  indexFailed(viewer: Person, datasourceId: number): Promise<number>
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  /** Starts the indexing of waiting documents; call after the commit. */
  wake(): void
}

export function restartingService({ db, clock, wake }: Deps): RestartingService {
  return {
    async indexFailed(viewer, datasourceId) {
      authorize(datasourcePolicy, 'update', await forQuestion(db.orm, viewer, datasourceId))
      const documents = await db.transaction(async (_, client) => {
        if (!(await lockDatasource(client, datasourceId)))
          throw new Problem('NOT_FOUND', { thing: 'data source' })
        const now = clock.now()
        const failed = await store.lockFailed(client, datasourceId, now)
        const idsOf = (some: readonly store.FailedDocument[]) => some.map(({ id }) => id)
        const read = idsOf(failed.filter(({ isRead }) => isRead))
        await store.recognizeAgain(client, read)
        await mediaStore.reopen(client, datasourceId, read)
        await mediaStore.setDue(client, idsOf(failed.filter(({ isFetched }) => isFetched)), now)
        const sites = await store.setSitesDue(client, datasourceId, now)
        if (failed.length + sites === 0) return 0
        await storeStatus(client, datasourceId)
        await publishChange(client, datasourceId)
        return failed.length
      })
      wake()
      return documents
    },
  }
}
