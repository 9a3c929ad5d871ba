// Adds the rows of usage to the sums, in steps (decision 169).
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import * as store from './summing-store.ts'

type Db = Pick<Database, 'pool' | 'transaction'>

/** Rows of a step: some 50 ms, in which the embedded database does nothing else. */
const STEP_ROWS = 1_000
/** Between two steps, so that questions go first. */
const PAUSE_MS = 10
/** The job takes five minutes at most, until its next time. */
const MOST_MS = 240_000
/** How long a transaction may take to insert its row; longer ones are waited for at the next time. */
const WRITER_MS = 5_000

interface Summing {
  readonly db: Db
  readonly stepRows?: number
  /** Aborts when the process ends. */
  readonly ending: AbortSignal
}

/** Sums what is not summed yet, as far as the time allows. What it leaves is read one by one until the next time. */
export async function sumUsage({ db, stepRows = STEP_ROWS, ending }: Summing): Promise<void> {
  const { lastId, writers, hasMore } = await store.reachOf(db.pool)
  // An idle installation writes nothing.
  if (!hasMore) return
  const until = performance.now() + MOST_MS
  if (!(await haveEnded(db, writers, ending))) return
  while (!ending.aborted && performance.now() < until) {
    if (!(await step(db, lastId, stepRows))) return
    await pause(PAUSE_MS)
  }
}

async function haveEnded({ pool }: Db, writers: readonly string[], ending: AbortSignal): Promise<boolean> {
  const until = performance.now() + WRITER_MS
  while (writers.length > 0 && (await store.isWriting(pool, writers))) {
    if (ending.aborted || performance.now() > until) return false
    await pause(PAUSE_MS)
  }
  return true
}

/** Returns whether more is to be done. */
function step(db: Db, lastId: number, most: number): Promise<boolean> {
  return db.transaction(async (_, client) => {
    const upTo = await store.lockSums(client)
    if (upTo === undefined) return false
    const { rows, emptied } = await store.sumRows(client, upTo, lastId, most)
    if (emptied > 0) await store.removeEmptied(client)
    return rows >= most
  })
}

export function summingJob(summing: Summing): JobKind<Record<string, never>> {
  return { name: 'usage.sum', cron: '*/5 * * * *', run: () => sumUsage(summing) }
}
