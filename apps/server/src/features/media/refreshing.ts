// Refreshes the address of a document: by interval, and by hand; and reads a text in another encoding.
import { hasEncoding, type ChosenEncoding, type MediaItem, type Refresh } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { toMediaResponse, type MediaRow } from './rules.ts'
import { nextDue } from './schedule.ts'
import * as store from './store.ts'

export interface Refreshing {
  update(viewer: Person, id: number, sent: MediaChange): Promise<MediaItem>
  refresh(viewer: Person, id: number): Promise<MediaItem>
}

export interface MediaChange {
  readonly refresh?: Refresh | undefined
  readonly encoding?: ChosenEncoding | undefined
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

interface Access {
  found(viewer: Person, id: number, action: 'read' | 'update'): Promise<MediaRow>
  change(row: MediaRow, work: (client: Runner, locked: MediaRow) => Promise<void>): Promise<void>
}

export function refreshing({ db, clock }: Deps, { found, change }: Access): Refreshing {
  const changed = async (row: MediaRow, work: (client: Runner, locked: MediaRow) => Promise<void>) => {
    await change(row, work)
    return toMediaResponse((await store.find(db.pool, row.id)) ?? row)
  }
  return {
    async update(viewer, id, { refresh, encoding }) {
      const row = await found(viewer, id, 'update')
      if (refresh) requireAddress(row)
      if (encoding && !hasEncoding(row.mimeType)) throw new Problem('MEDIA_WITHOUT_ENCODING')
      return changed(row, async (client, locked) => {
        const now = clock.now()
        if (refresh) {
          const due = nextDue(refresh, locked.checked ?? now)
          await store.setRefresh(client, id, { refresh, due, now })
        }
        if (encoding) await readAs(client, locked, encoding === 'auto' ? null : encoding)
      })
    },
    async refresh(viewer, id) {
      const row = await found(viewer, id, 'update')
      requireAddress(row)
      return changed(row, async (client, { size, datasourceId }) => {
        // A document that was never fetched waits like a new one.
        if (size === 0) await store.reopen(client, datasourceId, [id])
        else await store.setDue(client, [id], clock.now())
      })
    },
  }
}

/** @throws Problem MEDIA_WITHOUT_ADDRESS */
function requireAddress({ url }: MediaRow): void {
  if (url === null) throw new Problem('MEDIA_WITHOUT_ADDRESS')
}

/** Stores an encoding and reads the document again, unless it is the same. */
async function readAs(client: Runner, media: MediaRow, encoding: string | null): Promise<void> {
  if (media.encoding === encoding) return
  await store.setEncoding(client, media.id, encoding)
  if (media.size > 0) await store.reopen(client, media.datasourceId, [media.id])
}
