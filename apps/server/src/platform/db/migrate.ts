// Migrates the schema: forward only, one transaction per file, one process at a time. After a crash only whole migrations
// are applied.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { type Database, DatabaseStartError } from './database.ts'
import { databaseProblem } from './failures.ts'

const FILE = /^(\d{4})-([a-z0-9-]+)\.sql$/

// An arbitrary advisory lock number that nothing else in this database uses.
const LOCK = 7_065_951_404

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied timestamptz NOT NULL DEFAULT now()
)`

export interface Migration {
  version: number
  name: string
  sql: string
  /** SHA-256 of the file, hexadecimal. */
  checksum: string
}

/**
 * Applies the pending files `NNNN-name.sql` of a directory in order. Returns the applied ones.
 * @param options.before called once with the pending migrations before the first change of a non-empty schema, for a backup;
 *   an error stops the upgrade
 * @param options.upTo the number of the last migration to apply; default all
 * @throws DatabaseStartError when the schema is newer, an applied file was changed, or a file fails
 */
export async function migrate(
  db: Pick<Database, 'dedicated'>,
  options: {
    directory: string
    log: Log
    before?: (pending: readonly Migration[]) => Promise<void>
    upTo?: number
  },
): Promise<Migration[]> {
  const known = (await readMigrations(options.directory)).slice(0, options.upTo)
  const look = () => db.dedicated(async (client) => pendingOf(known, await appliedIn(client)))
  const ahead = await look()
  // Before taking the lock, because the backup needs the connection. Two servers that start at once may each make one.
  if (options.before && ahead.length > 0 && ahead.length < known.length) await options.before(ahead)
  if (ahead.length === 0) return []
  return db.dedicated(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    try {
      // Another server may have applied them while this one waited for the lock.
      const pending = pendingOf(known, await appliedIn(client))
      for (const migration of pending) {
        options.log.info({ version: migration.version, name: migration.name }, 'changing the schema')
        await apply(client, migration)
      }
      return pending
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    }
  })
}

/** Returns the migrations of a directory in order. @throws Error for an invalid name, or a missing or duplicate number */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (file, index) => {
      const [, number, name] = FILE.exec(file) ?? []
      if (name === undefined || Number(number) !== index + 1)
        throw new Error(`The migration ${file} should be number ${index + 1}, as in 0001-name.sql.`)
      const sql = await readFile(join(directory, file), 'utf8')
      return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

type Applied = Pick<Migration, 'version' | 'checksum'>

async function appliedIn(client: pg.ClientBase): Promise<Applied[]> {
  const table = await client.query("SELECT to_regclass('schema_migrations') AS name")
  if (table.rows[0]?.name === null) return []
  const { rows } = await client.query<Applied>(
    'SELECT version, checksum FROM schema_migrations ORDER BY version',
  )
  return rows
}

function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  for (const { version, checksum } of applied) {
    const migration = known[version - 1]
    if (!migration)
      throw new DatabaseStartError(
        `The database was made by a newer version (its schema is number ${applied.at(-1)?.version}, this version knows ${known.length}). Nothing was changed. Install the newer version, or restore a backup from before.`,
      )
    if (migration.checksum !== checksum)
      throw new DatabaseStartError(
        `The migration ${migration.name} (number ${version}) is not the one this database was made with. Nothing was changed. Install an unchanged release.`,
      )
  }
  return known.filter(({ version }) => !applied.some((done) => done.version === version))
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { version, name, checksum, sql } = migration
  await client.query('BEGIN')
  try {
    await client.query(TABLE)
    await client.query(sql)
    if (client.getTransactionStatus() !== 'T') throw new Error('it ended its own transaction')
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const reason =
      databaseProblem(error, 'embedded')?.message ?? (error instanceof Error ? error.message : String(error))
    throw new DatabaseStartError(
      `The schema could not be changed by migration ${name} (number ${version}): ${reason}. It is as it was before.`,
      error,
    )
  }
}
