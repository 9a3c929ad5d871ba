import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { changeDatasource } from '#features/datasources/index.ts'
import * as mediaStore from './store.ts'

const SWEEP_UPLOADS = 'datasources.sweep-uploads'

/** Days without a new piece after which an upload counts as abandoned. */
const UPLOAD_DAYS = 7

interface SweepDeps {
  readonly db: Database
  readonly clock: Clock
  forget(tx: Tx, keys: readonly string[]): Promise<void>
}

/** Removes uploads that were not finished, every night. */
export function sweepUploadsJob({ db, clock, forget }: SweepDeps): JobKind<Record<string, never>> {
  return {
    name: SWEEP_UPLOADS,
    cron: '41 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - UPLOAD_DAYS * 86_400_000)
      for (const id of await mediaStore.sourcesWithUnfinished(db.pool, before))
        await changeDatasource(
          { db },
          id,
          async ({ tx, client }) => {
            const unfinished = await mediaStore.unfinished(client, id, before)
            await forget(tx, await mediaStore.remove(client, id, unfinished))
          },
          { ifGone: () => undefined },
        )
    },
  }
}
