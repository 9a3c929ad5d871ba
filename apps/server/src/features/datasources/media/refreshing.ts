// Refreshes the address of a document: by interval, and by hand.
import type { MediaItem, Refresh } from '@polylogue/contract'
import type { Person } from '../../../access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Runner } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import { toMediaResponse, type MediaRow } from './rules.ts'
import { nextDue } from './schedule.ts'
import * as store from './store.ts'

export interface Refreshing {
  update(viewer: Person, id: number, sent: { refresh: Refresh }): Promise<MediaItem>
  refresh(viewer: Person, id: number): Promise<MediaItem>
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  wake(): void
}

interface Access {
  found(viewer: Person, id: number, action: 'read' | 'update'): Promise<MediaRow>
  change(row: MediaRow, work: (client: Runner, locked: MediaRow) => Promise<void>): Promise<void>
}

export function refreshing({ db, clock, wake }: Deps, { found, change }: Access): Refreshing {
  const changed = async (
    viewer: Person,
    id: number,
    work: (client: Runner, locked: MediaRow) => Promise<void>,
  ) => {
    const row = await found(viewer, id, 'update')
    if (row.url === null) throw new Problem('MEDIA_WITHOUT_ADDRESS')
    await change(row, work)
    wake()
    return toMediaResponse((await store.find(db.pool, id)) ?? row)
  }
  return {
    update: (viewer, id, { refresh }) =>
      changed(viewer, id, (client, { checked }) => {
        const now = clock.now()
        return store.setRefresh(client, id, { refresh, due: nextDue(refresh, checked ?? now), now })
      }),
    refresh: (viewer, id) =>
      changed(viewer, id, async (client, { size, datasourceId }) => {
        // A document that was never fetched waits like a new one.
        if (size === 0) await store.reopen(client, datasourceId, [id])
        else await store.setDue(client, [id], clock.now())
      }),
  }
}
