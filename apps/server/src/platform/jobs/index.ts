// Work that must not be lost: kept in the database, taken up again after a crash (pg-boss).
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** A transaction in which a job is enqueued: the job exists when it commits and never when it does not. */
interface Transaction {
  execute(query: SQL): Promise<{ rows: unknown[] }>
}

/** What is to be done, by name; `run` may be called again after a crash and must bear it. */
export interface JobKind<Data extends object = object> {
  readonly name: string
  /** A cron expression when the job runs by the clock, with empty data. */
  readonly cron?: string
  run(data: Data): Promise<void>
}

export interface Jobs {
  /**
   * Enqueues a job in the transaction of what makes it necessary. `once`: not while another with the same data waits, which then
   * begins after this transaction.
   */
  enqueue(tx: Transaction, name: string, data: object, how?: { once?: boolean }): Promise<void>
  /** Starts working on the given kinds. Each process may; a job is done once. */
  start(kinds: readonly JobKind<never>[]): Promise<void>
  /** Ends: running jobs have five seconds, what is left comes again. */
  close(): Promise<void>
}

const SCHEMA = 'jobs'

/** Opens the jobs of this installation over the given pool. Nothing is asked of the database before `start`. */
export function openJobs(given: { pool: pg.Pool; log: Log }): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => given.pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    // The database's own timed VACUUM and the administrator's eyes do these.
    persistQueueStats: false,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error: unknown) => given.log.error({ err: error }, 'jobs'))
  let running = false
  return {
    async enqueue(tx, name, data, { once = false } = {}) {
      if (once && (await holdWaiting(tx, name, data))) return
      await boss.send(name, data, {
        db: { executeSql: (text, values) => tx.execute(parameterized(text, values)) },
      })
    },
    async start(kinds) {
      await boss.start()
      running = true
      for (const kind of kinds) await take(boss, kind, given.log)
    },
    async close() {
      if (running) await boss.stop({ graceful: true, timeout: 5_000, close: false })
      running = false
    },
  }
}

async function take(boss: PgBoss, kind: JobKind<never>, log: Log): Promise<void> {
  await boss.createQueue(kind.name, {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 900,
  })
  await boss.work(kind.name, { pollingIntervalSeconds: 5 }, async (found) => {
    for (const job of found) {
      await kind.run(job.data as never)
      log.debug({ job: kind.name }, 'job done')
    }
  })
  if (kind.cron) await boss.schedule(kind.name, kind.cron)
}

/** Keeps a job that waits from beginning before the transaction ends; false when there is none. */
async function holdWaiting(tx: Transaction, name: string, data: object): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM jobs.job
    WHERE name = ${name} AND state < 'active' AND data = ${JSON.stringify(data)}::jsonb
    LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return rows.length > 0
}

/** A statement with $1… as drizzle takes it. */
function parameterized(text: string, values: readonly unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
}
