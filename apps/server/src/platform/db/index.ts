// Opens the server's database: embedded or PostgreSQL.
import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import type { OnStatement } from './statements.ts'
import { migrate, type Migration } from './migrate.ts'
import { type EmbeddedOptions, openEmbedded } from './pglite/pglite.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import { readNumbersAsNumbers } from './values.ts'

export type { OnStatement } from './statements.ts'
export { quoted } from './connections.ts'
export { DatabaseStartError } from './database.ts'
export type {
  Database,
  DatabaseKind,
  DatabaseMetrics,
  DiskSpace,
  Health,
  KeptConnection,
  Queries,
  Runner,
  TransactionOptions,
  Tx,
} from './database.ts'
export { hasUsers } from './postgres/postgres.ts'
export { limitingLocks, SHARED_LOCK } from './shared-lock.ts'
export { openPace, stepsOf, type Pace } from './pace.ts'
export { migrate, readMigrations, type Migration } from './migrate.ts'

export interface OpenDatabase extends EmbeddedOptions, PostgresOptions {
  /** The URL of a PostgreSQL server; undefined for the embedded database below the data directory. */
  databaseUrl?: string
  /** Created when missing. */
  dataDir: string
  log: Log
  onStatement?: OnStatement
  /** The migrations to apply; without it the schema is left unchanged. */
  migrationsDir?: string
  /** Called before an existing schema is migrated, for a backup. An error stops the start. */
  beforeMigrations?: (db: Database, pending: readonly Migration[]) => Promise<void>
}

/**
 * Opens the database and migrates its schema.
 * @throws DatabaseStartError with a sentence for the terminal; nothing is left open and nothing was changed
 */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  readNumbersAsNumbers()
  const { databaseUrl, beforeMigrations, migrationsDir, log } = options
  const dataDir = resolve(options.dataDir)
  const db = databaseUrl
    ? await openPostgres({ ...options, databaseUrl, dataDir })
    : await openEmbedded({ ...options, dataDir })
  if (migrationsDir === undefined) return db
  try {
    const before = beforeMigrations && ((pending: readonly Migration[]) => beforeMigrations(db, pending))
    await migrate(db, { directory: migrationsDir, log, before })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
