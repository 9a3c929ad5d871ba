// Does the work of a server's checkpointer and autovacuum, which PGlite lacks. Otherwise the log grows without limit and
// updates leave dead rows.
import type pg from 'pg'
import type { Log } from '../../log.ts'
import type { Stats } from './messages.ts'

const MAX_WAL = 32_000_000
const CHECKPOINT_EVERY_MS = 300_000
const VACUUM_EVERY_MS = 60_000

// Under constant load a vacuum runs after this many intervals, or after this much log.
const VACUUM_TIMEOUT = 5
const WAL_UNVACUUMED = 48_000_000

// Like autovacuum's defaults, but includes insert-only tables. A vacuum logs each page that it touches, at most one per
// changed row, and the log cannot be truncated before it ends.
const TIRED = `SELECT format('%I.%I', t.schemaname, t.relname) AS name,
    least(
      pg_table_size(t.relid),
      8192 * (t.n_dead_tup + t.n_ins_since_vacuum + coalesce(o.n_dead_tup + o.n_ins_since_vacuum, 0))
    ) AS "logMost"
  FROM pg_stat_user_tables t
  JOIN pg_class c ON c.oid = t.relid
  LEFT JOIN pg_stat_all_tables o ON o.relid = c.reltoastrelid
  WHERE t.n_dead_tup > 50 + 0.2 * t.n_live_tup OR t.n_mod_since_analyze > 50 + 0.1 * t.n_live_tup
  ORDER BY t.n_dead_tup DESC LIMIT 20`

/**
 * Runs CHECKPOINT after 32 MB of log (less when space is low) or five minutes, and VACUUM and ANALYZE of the tables that
 * need it once a minute while no query waits; when overdue, even if some wait.
 */
export class Upkeep {
  readonly #given: { pool: pg.Pool; log: Log; freeBytes: () => number; vacuumEveryMs?: number }
  readonly #vacuumEveryMs: number
  #walNow = 0
  #walAtCheckpoint = 0
  #walAtVacuum = 0
  #checkpointAt = performance.now()
  #vacuumAt = performance.now()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: { pool: pg.Pool; log: Log; freeBytes: () => number; vacuumEveryMs?: number }) {
    this.#given = options
    this.#vacuumEveryMs = options.vacuumEveryMs ?? VACUUM_EVERY_MS
  }

  /** Receives the worker's counters about once a second and when the log has grown. */
  look(stats: Stats): void {
    this.#walNow = stats.walBytes
    const task = this.#running || this.#stopped ? undefined : this.#due()
    this.#running = task
      ?.catch((error: unknown) => {
        this.#given.log.warn({ err: error }, 'upkeep of the database failed and is tried again')
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Writes everything to the data files, so that the log can be truncated. */
  async checkpoint(): Promise<void> {
    const upTo = this.#walNow
    await this.#given.pool.query('CHECKPOINT')
    this.#walAtCheckpoint = upTo
    this.#checkpointAt = performance.now()
  }

  /** Stops after a checkpoint, so that the next start has no log to replay. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
    await this.checkpoint().catch((error: unknown) =>
      this.#given.log.warn({ err: error }, 'CHECKPOINT failed'),
    )
  }

  #due(): Promise<void> | undefined {
    const now = performance.now()
    const grown = this.#walNow - this.#walAtCheckpoint
    const changed = this.#walNow > this.#walAtVacuum
    if (this.#logIsLong()) return this.checkpoint()
    if (changed && this.#overdue()) return this.#vacuum()
    if (this.#given.pool.waitingCount > 0) return undefined
    if (grown > 0 && now - this.#checkpointAt > CHECKPOINT_EVERY_MS) return this.checkpoint()
    if (changed && now - this.#vacuumAt > this.#vacuumEveryMs) return this.#vacuum()
    return undefined
  }

  #logIsLong(): boolean {
    return this.#walNow - this.#walAtCheckpoint > Math.min(MAX_WAL, this.#given.freeBytes() / 8)
  }

  #overdue(): boolean {
    const late = performance.now() - this.#vacuumAt > VACUUM_TIMEOUT * this.#vacuumEveryMs
    return late || this.#walNow - this.#walAtVacuum > WAL_UNVACUUMED
  }

  async #vacuum(): Promise<void> {
    const { pool } = this.#given
    const upTo = this.#walNow
    const must = this.#overdue()
    // Otherwise the counters of the last statements are written with a delay.
    await pool.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ name: string; logMost: number }>(TIRED)
    for (const { name, logMost } of rows) {
      if (this.#stopped || (pool.waitingCount > 0 && !must)) return
      if (this.#logIsLong()) await this.checkpoint()
      // A full log stops the database, while dead rows only slow it down.
      const fits = logMost < this.#given.freeBytes() / 4
      if (!fits)
        this.#given.log.warn({ name, logMost }, 'a table is not vacuumed: too little space for the log')
      await pool.query(`${fits ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${name}`)
    }
    this.#walAtVacuum = upTo
    this.#vacuumAt = performance.now()
  }
}
