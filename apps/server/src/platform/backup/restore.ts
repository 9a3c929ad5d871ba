// Restores a backup into an empty installation: checks the file and the target, then writes in one transaction.
import { mkdir } from 'node:fs/promises'
import type pg from 'pg'
import { storeIdOf, type BlobStore } from '../blobs/index.ts'
import { type Database, migrate, type Migration, openDatabase, readMigrations } from '../db/index.ts'
import { mustHaveSpace } from './aside.ts'
import { BackupError, type Header } from './format.ts'
import type { Installation } from './installation.ts'
import { progressOf } from './progress.ts'
import { openBackup } from './read-file.ts'
import { mustNotRun } from './running.ts'
import { beginWriting } from './write-tables.ts'

export interface RestoreBackup extends Installation {
  readonly file: string
  readonly migrationsDir: string
  /** Restores a file even without a proof of origin. */
  readonly unproven: boolean
  /** Aborts the restore and leaves everything unchanged. */
  readonly signal: AbortSignal
}

export interface Restored {
  /** The time of the snapshot. */
  readonly created: string
  readonly rows: number
  readonly blobs: number
  /** Whether the file was sealed with this installation's secret. */
  readonly proven: boolean
}

/** The timeout of a statement before the embedded database counts as hung. */
const ANSWER_LIMIT_MS = 600_000

/**
 * Restores a backup into an installation without users and media, on either database, and migrates an older one.
 * @throws BackupError, DatabaseStartError with a sentence; no row and no medium is left
 */
export async function restoreBackup(options: RestoreBackup): Promise<Restored> {
  const found = await examine(options)
  const { databaseUrl, dataDir, log, reserveBytes } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase({ databaseUrl, dataDir, log, reserveBytes, answerLimitMs: ANSWER_LIMIT_MS })
  try {
    const bytes = spaceFor(options, found)
    await mustHaveSpace({ dir: dataDir, bytes, what: 'The restore', log, reserveBytes })
    const blobs = options.openBlobs(options.blobFolder)
    await db.dedicated((client) => mustBeEmpty(client, found.header))
    const { known, forgotten } = await mustHoldNoOthers(blobs, found)
    const directory = options.migrationsDir
    await migrate(db, { directory, log, upTo: found.header.migrations.length })
    await db.dedicated((client) => load({ given: options, header: found.header, client, db, blobs, known }))
    await migrate(db, { directory, log })
    await db.dedicated((client) => client.query('ANALYZE'))
    for (const key of forgotten) await blobs.remove(key)
  } finally {
    await db.close()
  }
  const { header, rows, keys, proven } = found
  return { created: header.created, rows, blobs: keys.size, proven }
}

interface Examined {
  readonly header: Header
  readonly proven: boolean
  readonly rows: number
  /** The total length of all values. */
  readonly characters: number
  readonly keys: ReadonlySet<string>
  readonly blobBytes: number
}

/** Reads the file to its end first, so that a damaged one changes nothing. */
async function examine(options: RestoreBackup): Promise<Examined> {
  const { migrationsDir, say, signal } = options
  const known = await readMigrations(migrationsDir)
  const backup = await openBackup({ ...openingOf(options), look: (header) => mustKnow(header, known) })
  const progress = progressOf(say, 'rows and media checked')
  const keys = new Set<string>()
  const sum = { rows: 0, characters: 0, blobBytes: 0 }
  for await (const piece of backup.pieces()) {
    signal.throwIfAborted()
    if (piece.kind === 'blob') {
      keys.add(piece.key)
      sum.blobBytes += piece.bytes.length
    } else {
      sum.rows += piece.rows.length
      for (const row of piece.rows) for (const value of row) sum.characters += value?.length ?? 0
    }
    progress(piece.kind === 'blob' ? 1 : piece.rows.length)
  }
  return { header: backup.header, proven: backup.proven(), keys, ...sum }
}

const openingOf = ({ file, sealKey, unproven }: RestoreBackup) => ({ path: file, key: sealKey, unproven })

function mustKnow(header: Header, known: readonly Migration[]): void {
  if (header.migrations.length > known.length)
    throw new BackupError(
      `The backup was made by a newer version (${header.product}): its schema is number ${header.migrations.length}, this version knows ${known.length}. Nothing was changed. Install that version.`,
    )
  const other = header.migrations.find(({ checksum }, index) => known[index]?.checksum !== checksum)
  if (other)
    throw new BackupError(
      `The schema of the backup is not one of this product's: its step ${other.name} (number ${other.version}) is another. Nothing was changed. Install an unchanged release.`,
    )
}

// Indexes and search words take about as much space as the values.
function spaceFor({ databaseUrl, s3 }: RestoreBackup, { characters, blobBytes }: Examined): number {
  return (databaseUrl ? 0 : 2 * characters) + (s3 ? 0 : blobBytes)
}

/** @throws BackupError */
async function mustBeEmpty(client: pg.ClientBase, header: Header): Promise<void> {
  const made = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS there")
  if (!made.rows[0]?.there) return
  await mustHaveNobody(client)
  const { rows } = await client.query<{ version: number }>(
    'SELECT max(version) AS version FROM schema_migrations',
  )
  if ((rows[0]?.version ?? 0) > header.migrations.length)
    throw new BackupError(
      'The backup is older than the schema that was already made here. Nothing was changed. Give a database, or a data directory, that no version was started with.',
    )
}

async function mustHaveNobody(client: pg.ClientBase): Promise<void> {
  const users = await client.query('SELECT FROM users LIMIT 1')
  if (users.rowCount)
    throw new BackupError(
      'This installation is in use: it has users. Nothing was changed. Restore into an empty data directory or an empty database.',
    )
  await mustNotRun(client)
}

/**
 * Returns the existing media, as when an installation moves to another database: those of the backup, and those that were to
 * be deleted when it was made. Others are not allowed.
 */
async function mustHoldNoOthers(
  blobs: BlobStore,
  { keys, header }: Examined,
): Promise<{ known: Set<string>; forgotten: string[] }> {
  const known = new Set<string>()
  const forgotten: string[] = []
  const forgettable = new Set(header.forgotten)
  for await (const key of blobs.keys()) {
    if (!keys.has(key) && forgettable.has(key)) {
      forgotten.push(key)
      continue
    }
    if (!keys.has(key))
      throw new BackupError(
        'There are media here that are not of this backup. Nothing was changed. Restore into an empty data directory or bucket.',
      )
    known.add(key)
  }
  return { known, forgotten }
}

interface Loading {
  readonly given: RestoreBackup
  readonly header: Header
  readonly client: pg.ClientBase
  readonly db: Database
  readonly blobs: BlobStore
  readonly known: ReadonlySet<string>
}

/** Writes rows and media, or neither. */
async function load({ given, header, client, db, blobs, known }: Loading): Promise<void> {
  const stored: string[] = []
  let marked: string | undefined
  await client.query('BEGIN')
  try {
    await client.query("SET LOCAL lock_timeout = '10s'; LOCK TABLE users, servers IN ACCESS EXCLUSIVE MODE")
    await mustHaveNobody(client)
    const backup = await openBackup({ ...openingOf(given), look: (now) => mustBeTheSame(now, header) })
    const tables = await beginWriting(client, header)
    const progress = progressOf(given.say, 'rows and media restored')
    for await (const piece of backup.pieces()) {
      given.signal.throwIfAborted()
      if (piece.kind === 'rows') await tables.write(piece.table.name, piece.rows)
      else if (known.has(piece.key)) await mustBeSame(blobs, piece)
      else {
        stored.push(piece.key)
        await blobs.put(piece.key, piece.bytes)
      }
      progress(piece.kind === 'blob' ? 1 : piece.rows.length)
    }
    await tables.finish()
    const id = await storeIdOf(client)
    if (id !== undefined && !(await blobs.hasMark(id))) await blobs.mark((marked = id))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    for (const key of stored) await blobs.remove(key)
    if (marked !== undefined) await blobs.unmark(marked)
    throw meaning(db, error)
  }
}

function mustBeTheSame(now: Header, before: Header): void {
  if (JSON.stringify(now) !== JSON.stringify(before))
    throw new BackupError('The backup was replaced by another while it was restored. Nothing was changed.')
}

async function mustBeSame(blobs: BlobStore, piece: { key: string; bytes: Buffer }): Promise<void> {
  const found = await blobs.find(piece.key)
  if (found && piece.bytes.equals(found)) return
  throw new BackupError(
    `The medium ${piece.key} that is here is not as it is in the backup. Nothing was changed. Restore into an empty data directory or bucket.`,
  )
}

function meaning(db: Database, error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error) || error.name === 'AbortError') return error
  const problem = db.problemOf(error)
  // Nobody else uses this database, so a constraint violation is a fault of the backup, described by the database's message.
  const reason = problem && problem.code !== 'CONFLICT' ? problem.message : error.message
  return new BackupError(`The backup could not be restored: ${reason}. Nothing was changed.`, error)
}
