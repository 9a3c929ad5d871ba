import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { endDead } from './asking/store.ts'
import * as store from './jobs-store.ts'

/** Ends what dead processes left and deletes what is kept no longer: test sessions last an hour. */
export function sweepJob({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): JobKind<Record<string, never>> {
  return {
    name: 'chatbots.sweep',
    cron: '*/10 * * * *',
    async run() {
      const now = clock.now()
      await endDead(db.pool, now)
      await store.forgetMessages(db.pool, now)
      await store.forgetSessions(db.pool, now)
      await store.forgetAddresses(db.pool, now)
    },
  }
}
