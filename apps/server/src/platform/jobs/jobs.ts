// Durable jobs: stored in the database and retried after a crash (pg-boss).
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { Log } from '../log.ts'

/** The transaction in which a job is enqueued; a rollback discards the job. */
interface Transaction {
  execute(query: SQL): Promise<{ rows: unknown[] }>
}

/**
 * A kind of job by name; `run` may be repeated after a crash, so it must be idempotent. A job that fails is retried for a week,
 * at least every hour; a scheduled one for about a minute.
 */
export interface JobKind<Data extends object = object> {
  readonly name: string
  /** The cron expression of a scheduled job, which gets empty data. */
  readonly cron?: string
  run(data: Data): Promise<void>
}

export interface JobsLeft {
  readonly kind: string
  readonly running: number
  readonly waiting: number
  /** Failed last: given up, or to be retried. */
  readonly failed: number
  /** When the oldest that waits was created. */
  readonly oldest: Date | null
}

export interface Jobs {
  /**
   * Enqueues a job in the caller's transaction. `once` skips it when a job with the same data is queued, and keeps that one
   * from starting before the commit. The job starts `afterSeconds` at the earliest.
   */
  enqueue(
    tx: Transaction,
    name: string,
    data: object,
    how?: { once?: boolean; afterSeconds?: number },
  ): Promise<void>
  /**
   * Starts the workers for the given kinds. Several processes may do so; a job runs in one of them. After a failure it can be
   * called again.
   */
  start(kinds: readonly JobKind<never>[]): Promise<void>
  /** Returns what is left of each kind that has jobs which are not done; nothing before `start`. */
  left(): Promise<JobsLeft[]>
  /** Stops: running jobs get five seconds, unfinished ones are retried later. */
  close(): Promise<void>
}

const SCHEMA = 'jobs'

/** The condition of an index. */
const LEFT = `state IN ('created', 'retry', 'active', 'failed')`
/** An arbitrary advisory lock number: of servers that start at once, one makes the index. */
const INDEX_LOCK = 7_065_951_405

const RETRIES = { retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 900 }
/** About eight days: outages of a media store may last longer than a weekend. pg-boss keeps a waiting job for 14 days. */
const RETRY_LIMIT = 200
const NO_JOB = '00000000-0000-0000-0000-000000000000'
/** A scheduled job runs again at its next time. */
const SCHEDULED_RETRY_LIMIT = 5

/** Each kind of job is one statement in this time. */
const POLL_SECONDS = 5

/** Fetches at once again while it gets all the jobs that it asks for, at least two; waits for the interval otherwise. */
const POLLING = {
  batchSize: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** Opens the jobs over the given pool. Uses the database only after `start`. `pollSeconds`: at least half a second. */
export function openJobs(options: { pool: pg.Pool; log: Log; pollSeconds?: number | undefined }): Jobs {
  const { pollSeconds = POLL_SECONDS } = options
  const boss = new PgBoss({
    db: { executeSql: (text, values) => options.pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    // Left to the database's own vacuum and to the administrator.
    persistQueueStats: false,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error: unknown) => options.log.error({ err: error }, 'jobs'))
  let running = false
  const taken = new Set<string>()
  return {
    async enqueue(tx, name, data, { once = false, afterSeconds = 0 } = {}) {
      if (once && (await holdWaiting(tx, name, data))) return
      await boss.send(name, data, {
        startAfter: afterSeconds,
        db: { executeSql: (text, values) => tx.execute(parameterized(text, values)) },
      })
    },
    async start(kinds) {
      await boss.start()
      // Jobs that are done stay for a week: without this index, `left` would read them.
      await options.pool.query(
        `SELECT pg_advisory_xact_lock(${INDEX_LOCK});
        CREATE INDEX IF NOT EXISTS job_left ON ${SCHEMA}.job (name, state, created_on) WHERE ${LEFT}`,
      )
      running = true
      for (const kind of kinds) {
        if (taken.has(kind.name)) continue
        await take(boss, kind, options.log, pollSeconds)
        taken.add(kind.name)
      }
    },
    async left() {
      if (!running) return []
      const { rows } = await options.pool.query<JobsLeft>(
        `SELECT name AS kind, count(*) FILTER (WHERE state = 'active') AS running,
          count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
          count(*) FILTER (WHERE state IN ('retry', 'failed')) AS failed,
          min(created_on) FILTER (WHERE state IN ('created', 'retry')) AS oldest
        FROM ${SCHEMA}.job WHERE ${LEFT} AND NOT starts_with(name, '__pgboss') GROUP BY name ORDER BY name`,
      )
      return rows
    },
    async close() {
      if (running) await boss.stop({ graceful: true, timeout: 5_000, close: false })
      running = false
    },
  }
}

async function take(boss: PgBoss, kind: JobKind<never>, log: Log, pollSeconds: number): Promise<void> {
  const options = { ...RETRIES, retryLimit: kind.cron ? SCHEDULED_RETRY_LIMIT : RETRY_LIMIT }
  await boss.createQueue(kind.name, options)
  // The queue of an earlier version keeps its options otherwise.
  await boss.updateQueue(kind.name, options)
  // Any read: pg-boss remembers the queue, which it would otherwise look up with the pool inside the transaction of a job.
  await boss.getJobById(kind.name, NO_JOB)
  if (kind.cron) await boss.schedule(kind.name, kind.cron)
  await boss.work(kind.name, { ...POLLING, pollingIntervalSeconds: pollSeconds }, async (found) => {
    const results: JobResult[] = []
    for (const job of found) results.push(await run(kind, job, log))
    return results
  })
}

async function run(
  kind: JobKind<never>,
  { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
  log: Log,
): Promise<JobResult> {
  try {
    await kind.run(data as never)
    log.debug({ job: kind.name }, 'job done')
    return { id, status: 'completed' }
  } catch (error) {
    // pg-boss stores the error with the job and tells nobody.
    const next =
      retryCount < retryLimit ? 'a job failed and will be retried' : 'a job failed and was given up'
    log.error({ err: error, job: kind.name, retryCount }, next)
    return { id, status: 'failed', output: error }
  }
}

/** Locks a queued job until the transaction ends, so that it does not start; returns false when there is none. */
async function holdWaiting(tx: Transaction, name: string, data: object): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM jobs.job
    WHERE name = ${name} AND state < 'active' AND data = ${JSON.stringify(data)}::jsonb
    LIMIT 1 FOR UPDATE SKIP LOCKED`)
  return rows.length > 0
}

/** Converts a statement with $1… into drizzle's form. */
function parameterized(text: string, values: readonly unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))))
}
