// What the rest of the server sees of its database. One dialect, two homes: embedded (PGlite) and PostgreSQL.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Problem } from '../../problem.ts'

export type DatabaseKind = 'embedded' | 'postgres'

type Orm = NodePgDatabase<Record<string, never>>

/** Inside a transaction: the same queries as `Queries`, and `tx.transaction` for a savepoint. */
export type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/** What a store runs its queries on: the database itself, or a transaction. */
export type Queries = Omit<Orm, 'transaction'>

/** What a store runs prepared statements on: the pool, or a transaction's own connection. */
export type Runner = Pick<pg.Pool, 'query'>

export interface TransactionOptions {
  /**
   * Milliseconds until the transaction is rolled back although its work has not ended; 10,000 unless told. On the
   * embedded database everybody else waits for it that long.
   */
  limitMs?: number
  /** May write although space is short: for signing in and out, and for ending what runs. Never for what grows. */
  essential?: boolean
}

export interface Health {
  ok: boolean
  /** Whether writes are taken: false while space is short. */
  writable: boolean
  /** Bytes free where the data directory lies. */
  freeBytes: number
}

/** Counters since the start of the process, for /metrics. On PostgreSQL the embedded ones stay 0. */
export interface DatabaseMetrics {
  connections: number
  waiting: number
  /** fsync calls of the embedded database. */
  fsyncs: number
  /** Bytes of write-ahead log that the embedded database wrote. */
  walBytes: number
  /** How often the embedded database was started again after it stopped answering. */
  restarts: number
}

export interface Database {
  readonly kind: DatabaseKind
  /**
   * For hot prepared statements: `pool.query({ name, text, values })`. int8 and numeric come as number, timestamptz as
   * Date. Rejects with a Problem (DATABASE_UNAVAILABLE, STORAGE_FULL) or with the database's own error (`code` is the
   * SQLSTATE). The embedded pool holds one connection, because all connections to it would be one session.
   */
  readonly pool: pg.Pool
  /** For built queries. Beware: `orm.execute(sql…)` gives timestamptz as text; named columns come as Date. */
  readonly orm: Queries
  /** Whether the type `vector` exists here. Without it retrieval is full text. */
  readonly hasVector: boolean
  /**
   * Runs work in one transaction: commits what it returns, rolls back what it throws. `client` is the transaction's own
   * connection, for prepared statements. Never await the network or `pool`, `orm`, `transaction` inside: they throw.
   * @throws Problem DATABASE_UNAVAILABLE (also when the limit is over), STORAGE_FULL, or what the work threw.
   */
  transaction<T>(
    work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /**
   * A connection of its own without time limits, for migrations and maintenance. On the embedded database it is the only
   * one: everybody waits meanwhile.
   */
  dedicated<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /**
   * Hears NOTIFY on a channel until the returned function is called. Whoever notifies says `SELECT pg_notify(…)`.
   * After a lost connection it listens again by itself and calls `onGap`, since notifications may have been missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  /** @throws Problem STORAGE_FULL while the space left is below the reserve. For writes outside the database (files). */
  guardWrite(): void
  /** What a failure means to people: a Problem where the database, or a Problem inside the cause, says so; else nothing. */
  problemOf(error: unknown): Problem | undefined
  /** Whether the database answers now; decided within 2 seconds. */
  health(): Promise<Health>
  metrics(): DatabaseMetrics
  /**
   * Embedded only: a consistent copy of the data files as of now, to be opened by another process at leisure.
   * @throws Error when the directory exists, or on PostgreSQL (pg_dump does it there).
   */
  snapshot(targetDir: string): Promise<void>
  /** Ends connections and, embedded, the database. Running queries get to their end. */
  close(): Promise<void>
}

/** Why the database cannot be opened: a sentence for the terminal. Nothing was changed. */
export class DatabaseStartError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseStartError'
  }
}
