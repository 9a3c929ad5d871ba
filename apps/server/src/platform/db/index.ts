// The database of the server: `openDatabase` finds out which home it has.
import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { migrate, type Migration } from './migrate.ts'
import { type EmbeddedOptions, openEmbedded } from './pglite/index.ts'
import { openPostgres, type PostgresOptions } from './postgres/index.ts'
import { readNumbersAsNumbers } from './values.ts'

export { DatabaseStartError } from './database.ts'
export type {
  Database,
  DatabaseKind,
  DatabaseMetrics,
  Health,
  Queries,
  Runner,
  TransactionOptions,
  Tx,
} from './database.ts'
export { openPace, stepsOf, type Pace } from './pace.ts'
export { migrate, readMigrations, type Migration } from './migrate.ts'

export interface OpenDatabase extends EmbeddedOptions, PostgresOptions {
  /** The address of a PostgreSQL server; none: embedded, below the data directory. */
  databaseUrl?: string
  /** Made when it is missing. */
  dataDir: string
  log: Log
  /** Brings the schema up to date with the migrations of this directory. None: the schema is left alone. */
  migrationsDir?: string
  /** Called before an existing schema is changed: the place for a backup. What it throws stops the start. */
  beforeMigrations?: (db: Database, pending: readonly Migration[]) => Promise<void>
}

/**
 * Opens the database and brings its schema up to date.
 * @throws DatabaseStartError with a sentence for the terminal; nothing is left open and nothing was changed
 */
export async function openDatabase(given: OpenDatabase): Promise<Database> {
  readNumbersAsNumbers()
  const { databaseUrl, beforeMigrations, migrationsDir, log } = given
  const dataDir = resolve(given.dataDir)
  const db = databaseUrl
    ? await openPostgres({ ...given, databaseUrl, dataDir })
    : await openEmbedded({ ...given, dataDir })
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
