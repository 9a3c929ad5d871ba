// Cancels the indexing of documents; for a whole data source, also the making of its vectors. The process that works on one
// gets the event of the change and stops (claims).
import type { MediaItem } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import {
  cancelVectors,
  changeDatasource,
  datasourcePolicy,
  forQuestion,
} from '#features/datasources/index.ts'
import * as mediaStore from '../store.ts'
import { nextDue } from '../schedule.ts'
import { toMediaResponse } from '../rules.ts'
import * as store from './cancel-store.ts'

/** Access and errors are those of the contract. */
export interface CancellingService {
  cancel(viewer: Person, id: number): Promise<MediaItem>
  /** Returns the number of documents. */
  cancelAll(viewer: Person, datasourceId: number): Promise<number>
}

export function cancellingService(deps: { readonly db: Database; readonly clock: Clock }): CancellingService {
  const { orm, pool } = deps.db
  const change = (datasourceId: number, work: (client: Runner, next: store.Next) => Promise<boolean>) =>
    changeDatasource(deps, datasourceId, async ({ client }) => {
      const now = deps.clock.now()
      return work(client, { now, daily: nextDue('daily', now) ?? now, weekly: nextDue('weekly', now) ?? now })
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
      await change(
        datasourceId,
        async (client, next) => (await store.cancelDocuments(client, datasourceId, [id], next)) > 0,
      )
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
        const hasCancelled = await cancelVectors(client, datasourceId)
        return documents + sites > 0 || hasCancelled
      })
      return documents
    },
  }
}
