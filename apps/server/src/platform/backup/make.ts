// Makes a backup: opens a snapshot and writes it to a file.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Blobs } from '../blobs/index.ts'
import { askForSnapshot } from '../control/index.ts'
import { type Database, openDatabase } from '../db/index.ts'
import { linkAll, makeAside, mustHaveSpace, sizeOf, told } from './aside.ts'
import { BackupError, type End, FORMAT, FORMAT_VERSION, type Header } from './format.ts'
import type { Installation } from './installation.ts'
import { type Blob, packed, type Parts } from './lines.ts'
import { progressOf } from './progress.ts'
import { beginReading, type Contents, readRows } from './read-tables.ts'
import { mustBeWritable, writeWhole } from './write-file.ts'

export interface MakeBackup extends Installation {
  /** The file to write; must not exist. */
  readonly file: string
  /** The product's version. */
  readonly product: string
  /** Aborts the backup and removes the partial file. */
  readonly signal: AbortSignal
}

export interface MadeBackup {
  readonly created: string
  readonly tables: number
  readonly rows: number
  readonly blobs: number
  readonly bytes: number
}

/**
 * Writes a consistent snapshot of the installation, including media, into a file, whether its server runs or not. The secret
 * that encrypts the providers' keys is not included.
 * @throws BackupError, DatabaseStartError with a sentence; no file is left
 */
export async function makeBackup(given: MakeBackup): Promise<MadeBackup> {
  mustBeWritable(given.file)
  if (given.databaseUrl) return fromPostgres(given)
  if (!existsSync(join(given.dataDir, 'pgdata')))
    throw new BackupError(
      `There is no installation in ${given.dataDir}. Set POLYLOGUE_DATA_DIR, or DATABASE_URL for PostgreSQL.`,
    )
  return fromEmbedded(given)
}

/**
 * Makes the same backup from an open database, before a migration and without a running server.
 * @throws BackupError with a sentence; no file is left
 */
export async function backUpOpen(given: MakeBackup, db: Database): Promise<MadeBackup> {
  mustBeWritable(given.file)
  return fromDatabase(given, db, () => Promise.resolve(given.openBlobs(given.blobFolder)))
}

async function fromPostgres(given: MakeBackup): Promise<MadeBackup> {
  // With media in a bucket, this machine may have no data directory.
  const local = existsSync(given.dataDir)
  const db = await open(given, local ? given.dataDir : dirname(given.file))
  const aside = local && !given.s3 ? await makeAside(given.dataDir) : undefined
  try {
    return await fromDatabase(given, db, () => blobsOf(given, aside))
  } finally {
    await db.close()
    if (aside) await rm(aside, { recursive: true, force: true })
  }
}

async function fromEmbedded(given: MakeBackup): Promise<MadeBackup> {
  const { dataDir, say, log } = given
  const aside = await makeAside(dataDir)
  let db: Database | undefined
  try {
    const began = performance.now()
    const bytes = await sizeOf(join(dataDir, 'pgdata'))
    const { reserveBytes } = given
    await mustHaveSpace({ dir: dataDir, bytes, what: 'The copy of the database', log, reserveBytes })
    const copied = await askForSnapshot(dataDir, join(aside, 'pgdata')).catch((error: unknown) => {
      throw new BackupError(
        `The running server could not copy its database: ${error instanceof Error ? error.message : String(error)}`,
        error,
      )
    })
    // Media are linked at once, so that those deleted later are still included.
    const blobs = await blobsOf(given, aside)
    if (copied) say(`The server copied its database (${told(bytes)}) in ${seconds(began)}.`)
    db = await open(given, copied ? aside : dataDir)
    return await fromDatabase(given, db, () => Promise.resolve(blobs))
  } finally {
    await db?.close()
    await rm(aside, { recursive: true, force: true })
  }
}

function open(given: MakeBackup, dataDir: string): Promise<Database> {
  const { databaseUrl, log } = given
  return openDatabase({ databaseUrl, dataDir, log })
}

async function blobsOf(given: MakeBackup, aside: string | undefined): Promise<Blobs> {
  const folder = aside && join(aside, 'blobs')
  const linked = folder !== undefined && !given.s3 && (await linkAll(given.blobFolder, folder))
  return given.openBlobs(linked ? folder : given.blobFolder)
}

/** Calls `freezeBlobs` when the snapshot is open. */
function fromDatabase(
  given: MakeBackup,
  db: Database,
  freezeBlobs: () => Promise<Blobs>,
): Promise<MadeBackup> {
  return db.dedicated(async (client) => {
    const contents = await beginReading(client)
    const created = new Date().toISOString()
    const blobs = await freezeBlobs()
    await mustHaveSpace({
      dir: dirname(given.file),
      bytes: contents.bytes / 2 + (given.s3 ? 0 : await sizeOf(given.blobFolder)),
      what: 'The backup',
      log: given.log,
      reserveBytes: 0,
    })
    const parts = partsOf({ given, client, contents, blobs, created })
    let end: End | undefined
    const pieces = packed(parts, (told) => (end = told))
    await writeWhole({ path: given.file, pieces, signal: given.signal, sealKey: given.sealKey })
    await client.query('COMMIT')
    return {
      created,
      tables: contents.tables.length,
      rows: end?.rows ?? 0,
      blobs: end?.blobs ?? 0,
      bytes: end?.bytes ?? 0,
    }
  })
}

function partsOf(from: {
  given: MakeBackup
  client: pg.ClientBase
  contents: Contents
  blobs: Blobs
  created: string
}): Parts {
  const { given, client, contents, blobs, created } = from
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product: given.product,
    created,
    migrations: contents.migrations,
    tables: contents.tables.map(({ name, columns, rows, next }) => ({ name, columns, rows, next })),
  }
  return {
    header,
    async *rowsOf(name) {
      const table = contents.tables.find((one) => one.name === name)
      if (!table) return
      const progress = progressOf(given.say, name, table.rows)
      for await (const rows of readRows(client, table)) {
        yield rows
        progress(rows.length)
      }
    },
    blobs: () => everyBlob(blobs, given.say),
  }
}

async function* everyBlob(blobs: Blobs, say: Installation['say']): AsyncGenerator<Blob> {
  const progress = progressOf(say, 'media')
  for await (const key of blobs.keys()) {
    const bytes = await blobs.find(key)
    // It may have been deleted from the bucket after it was listed.
    if (!bytes) continue
    yield { key, bytes }
    progress(1)
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}
