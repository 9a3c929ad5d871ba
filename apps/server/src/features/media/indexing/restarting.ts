// Restarts failed and cancelled documents and site maps.
import { authorize, type Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { changeDatasource, datasourcePolicy, forQuestion } from '#features/datasources/index.ts'
import * as mediaStore from '../store.ts'
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

export function restartingService(deps: Deps): RestartingService {
  return {
    async indexFailed(viewer, datasourceId) {
      authorize(datasourcePolicy, 'update', await forQuestion(deps.db.orm, viewer, datasourceId))
      const documents = await changeDatasource(deps, datasourceId, async ({ client }) => {
        const now = deps.clock.now()
        const failed = await store.lockFailed(client, datasourceId, now)
        const idsOf = (some: readonly store.FailedDocument[]) => some.map(({ id }) => id)
        const read = idsOf(failed.filter(({ isRead }) => isRead))
        await store.recognizeAgain(client, read)
        await mediaStore.reopen(client, datasourceId, read)
        await mediaStore.setDue(client, idsOf(failed.filter(({ isFetched }) => isFetched)), now)
        const sites = await store.setSitesDue(client, datasourceId, now)
        return failed.length + sites > 0 && failed.length
      })
      return documents || 0
    },
  }
}
