// Cancels the indexing of documents; for a whole data source, also the making of its vectors. The process that works on one
// gets the event of the change and stops (leases.ts).
import type { MediaItem } from '@polylogue/contract'
import { authorize, type Person } from '../../../access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Runner } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import { datasourcePolicy } from '../item.ts'
import { mediaStore, nextDue, toMediaResponse } from '../media/index.ts'
import { cancelVectors, forQuestion, lockDatasource, publishChange, storeStatus } from '../store.ts'
import * as store from './cancel-store.ts'

/** Access and errors are those of the contract. */
export interface CancellingService {
  cancel(viewer: Person, id: number): Promise<MediaItem>
  /** Returns the number of documents. */
  cancelAll(viewer: Person, datasourceId: number): Promise<number>
}

export function cancellingService(deps: { readonly db: Database; readonly clock: Clock }): CancellingService {
  const { orm, pool } = deps.db
  const change = (datasourceId: number, work: (client: Runner, next: store.Next) => Promise<number>) =>
    deps.db.transaction(async (_, client) => {
      if (!(await lockDatasource(client, datasourceId)))
        throw new Problem('NOT_FOUND', { thing: 'data source' })
      const now = deps.clock.now()
      const next = { now, daily: nextDue('daily', now) ?? now, weekly: nextDue('weekly', now) ?? now }
      if ((await work(client, next)) === 0) return
      await storeStatus(client, datasourceId)
      await publishChange(client, datasourceId)
    })
  return {
    async cancel(viewer, id) {
      const row = await mediaStore.find(pool, id)
      const datasource = row && (await forQuestion(orm, viewer, row.datasourceId))
      const { id: datasourceId } = authorize(
        {
          ...datasourcePolicy,
          thing: 'document',
        },
        'update',
        datasource,
      )
      await change(datasourceId, (client, next) => store.cancelDocuments(client, datasourceId, [id], next))
      const found = await mediaStore.find(pool, id)
      if (!found) throw new Problem('NOT_FOUND', { thing: 'document' })
      return toMediaResponse(found)
    },
    async cancelAll(viewer, datasourceId) {
      authorize(datasourcePolicy, 'update', await forQuestion(orm, viewer, datasourceId))
      let documents = 0
      await change(datasourceId, async (client, next) => {
        documents = await store.cancelDocuments(client, datasourceId, undefined, next)
        const sites = await store.cancelSites(client, datasourceId, next)
        return documents + sites + Number(await cancelVectors(client, datasourceId))
      })
      return documents
    },
  }
}
