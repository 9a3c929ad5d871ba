// The database interface for the rest of the server. One dialect, two implementations: embedded (PGlite) and PostgreSQL.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Problem } from '#problem.ts'
import type { StatementCounts } from './statements.ts'

export type DatabaseKind = 'embedded' | 'postgres'

type Orm = NodePgDatabase<Record<string, never>>

/** A transaction: the queries of `Queries`, and `tx.transaction` for savepoints. */
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** Runs a store's queries: the database or a transaction. */
export type Queries = Omit<Orm, 'transaction'>

/** Runs a store's prepared statements: the pool or a transaction's connection. */
export type Runner = Pick<pg.Pool, 'query'>

export interface TransactionOptions {
  /**
   * Milliseconds until an unfinished transaction is rolled back; default 10,000. On the embedded database all others wait
   * for it.
   */
  limitMs?: number
  /**
   * Allows writes when disk space is low: for sign-in and sign-out, and for finishing running work. Never for growing data.
   * `large` is for people's texts: below the floor it is refused, because only small writes still fit into the log.
   */
  essential?: boolean | 'large'
}

export interface Health {
  ok: boolean
  /** False while disk space is low and writes are refused. */
  writable: boolean
  /** Free bytes on the data directory's disk. */
  freeBytes: number
}

/** The disk of the data directory, as it was checked at most a second ago. */
export interface DiskSpace {
  readonly freeBytes: number
  /** Free bytes below which ordinary writes are refused. */
  readonly reserveBytes: number
  /** Free bytes below which essential writes are refused, too. */
  readonly floorBytes: number
  /** Whether ordinary writes are refused now. */
  readonly short: boolean
}

/** Counters since the start of the process, for /metrics. Those of the embedded database stay 0 on PostgreSQL. */
export interface DatabaseMetrics extends StatementCounts {
  connections: number
  waiting: number
  /** fsync calls of the embedded database. */
  fsyncs: number
  /** Bytes of write-ahead log that the embedded database wrote. */
  walBytes: number
  /** How often the embedded database was restarted after it stopped responding. */
  restarts: number
}

export interface Database {
  readonly kind: DatabaseKind
  /**
   * For hot prepared statements: `pool.query({ name, text, values })`. Returns int8 and numeric as number, timestamptz as
   * Date. Rejects with a Problem (DATABASE_UNAVAILABLE, STORAGE_FULL) or the database's error (`code` is the SQLSTATE). The
   * embedded pool has one connection, because all connections to PGlite share one session.
   */
  readonly pool: pg.Pool
  /** For built queries. `orm.execute(sql…)` returns timestamptz as text; named columns return Date. */
  readonly orm: Queries
  /** Whether the type `vector` exists. Data sources do not need it (decision 73). */
  readonly hasVector: boolean
  /**
   * Runs work in a transaction: commits, or rolls back when it throws. `client` is the transaction's connection, for
   * prepared statements. Do not await the network inside; `pool`, `orm` and `transaction` throw there.
   * @throws Problem DATABASE_UNAVAILABLE (also after the time limit), STORAGE_FULL, or the error of the work
   */
  transaction<T>(
    work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Runs single statements like `pool`, also while disk space is low, as a transaction that is essential and large. */
  readonly essential: Runner
  /**
   * Runs work on its own connection without timeouts, for migrations and maintenance. On the embedded database it is the
   * only connection: all others wait.
   */
  dedicated<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /**
   * Opens a connection that stays open, for locks of a session; the caller closes it. Undefined on the embedded database, which
   * has one session and one process.
   */
  keep(): Promise<KeptConnection | undefined>
  /**
   * Listens for NOTIFY on a channel; returns the unsubscribe function. Send with `SELECT pg_notify(…)`.
   * Reconnects after a lost connection and calls `onGap`, since notifications may have been missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  readonly space: DiskSpace
  /** Guards writes outside the database (files). @throws Problem STORAGE_FULL while free space is below the reserve */
  guardWrite(): void
  /** Returns the Problem for a database error, or a Problem found in its causes; undefined for other errors. */
  problemOf(error: unknown): Problem | undefined
  /** Checks whether the database responds, within 2 seconds. */
  health(): Promise<Health>
  metrics(): DatabaseMetrics
  /**
   * Embedded only: copies the data files consistently, for another process to open.
   * @throws Error when the directory exists, or on PostgreSQL (use pg_dump)
   */
  snapshot(targetDir: string): Promise<void>
  /** Closes the connections and the embedded database, after running queries have ended. */
  close(): Promise<void>
}

/** A connection outside the pool. */
export interface KeptConnection extends Runner {
  /** Resolves when the connection has ended, for whatever reason. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/** The database cannot be opened: one sentence for the terminal. Nothing was changed. */
export class DatabaseStartError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseStartError'
  }
}
