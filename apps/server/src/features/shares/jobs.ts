// Deletes links that expired long ago, with the titles and tabs that they kept (SHARE-15).
import { SHARE_LIMITS } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import * as store from './store.ts'

export interface JobDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
}

const DAY_MS = 86_400_000

export function sweep({ db, clock, bus }: JobDeps): JobKind<Record<string, never>> {
  return {
    name: 'shares.sweep',
    cron: '23 * * * *',
    run: () =>
      db.transaction(async (tx) => {
        const before = new Date(clock.now().getTime() - SHARE_LIMITS.keptDays * DAY_MS)
        for (const ownerContextId of await store.removeExpired(tx, before))
          await bus.publish(tx, { type: 'shares.changed', ownerContextId })
      }),
  }
}
