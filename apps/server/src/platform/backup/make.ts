// Makes a backup: opens a snapshot and writes it to a file.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Blobs, mustBeMarked } from '../blobs/index.ts'
import { askForSnapshot } from '../control/control.ts'
import { type Database, openDatabase } from '../db/index.ts'
import { linkAll, makeAside, mustHaveSpace, sizeOf, sizeText } from './aside.ts'
import { BackupError, type End, FORMAT, FORMAT_VERSION, type Header } from './format.ts'
import type { Installation } from './installation.ts'
import { type Blob, packed, type Parts } from './lines.ts'
import { progressOf } from './progress.ts'
import { beginReading, type Contents, countMedia, readRows } from './read-tables.ts'
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
export async function makeBackup(options: MakeBackup): Promise<MadeBackup> {
  mustBeWritable(options.file)
  if (options.databaseUrl) return fromPostgres(options)
  if (!existsSync(join(options.dataDir, 'pgdata')))
    throw new BackupError(
      `There is no installation in ${options.dataDir}. Set POLYLOGUE_DATA_DIR, or DATABASE_URL for PostgreSQL.`,
    )
  return fromEmbedded(options)
}

/**
 * Makes the same backup from an open database, before a migration and without a running server.
 * @throws BackupError with a sentence; no file is left
 */
export async function backUpOpen(options: MakeBackup, db: Database): Promise<MadeBackup> {
  mustBeWritable(options.file)
  return fromDatabase(options, db, () => Promise.resolve(options.openBlobs(options.blobFolder)))
}

async function fromPostgres(options: MakeBackup): Promise<MadeBackup> {
  // With media in a bucket, this machine may have no data directory.
  const local = existsSync(options.dataDir)
  const db = await open(options, local ? options.dataDir : dirname(options.file))
  const aside = local && !options.s3 ? await makeAside(options.dataDir) : undefined
  try {
    await linkBlobs(options, aside)
    return await fromDatabase(options, db, () => blobsOf(options, aside))
  } finally {
    await db.close()
    if (aside) await rm(aside, { recursive: true, force: true })
  }
}

async function fromEmbedded(options: MakeBackup): Promise<MadeBackup> {
  const { dataDir, say, log } = options
  const aside = await makeAside(dataDir)
  let db: Database | undefined
  try {
    const began = performance.now()
    const bytes = await sizeOf(join(dataDir, 'pgdata'))
    const { reserveBytes } = options
    await mustHaveSpace({ dir: dataDir, bytes, what: 'The copy of the database', log, reserveBytes })
    await linkBlobs(options, aside)
    const copied = await askForSnapshot(dataDir, join(aside, 'pgdata')).catch((error: unknown) => {
      throw new BackupError(
        `The running server could not copy its database: ${error instanceof Error ? error.message : String(error)}`,
        error,
      )
    })
    const blobs = await blobsOf(options, aside)
    if (copied) say(`The server copied its database (${sizeText(bytes)}) in ${seconds(began)}.`)
    db = await open(options, copied ? aside : dataDir)
    return await fromDatabase(options, db, () => Promise.resolve(blobs))
  } finally {
    await db?.close()
    await rm(aside, { recursive: true, force: true })
  }
}

function open(options: MakeBackup, dataDir: string): Promise<Database> {
  const { databaseUrl, log } = options
  return openDatabase({ databaseUrl, dataDir, log })
}

/**
 * Links the media on disk, so that those deleted later are still included; called before the snapshot and after it, because its
 * rows name media that are deleted or stored meanwhile. Returns the folder; undefined without links.
 */
async function linkBlobs(options: MakeBackup, aside: string | undefined): Promise<string | undefined> {
  if (aside === undefined || options.s3) return undefined
  const folder = join(aside, 'blobs')
  return (await linkAll(options.blobFolder, folder)) ? folder : undefined
}

async function blobsOf(options: MakeBackup, aside: string | undefined): Promise<Blobs> {
  return options.openBlobs((await linkBlobs(options, aside)) ?? options.blobFolder)
}

/** Calls `freezeBlobs` when the snapshot is open. */
function fromDatabase(
  options: MakeBackup,
  db: Database,
  freezeBlobs: () => Promise<Blobs>,
): Promise<MadeBackup> {
  return db.dedicated(async (client) => {
    await mustBeMarked(options.openBlobs(options.blobFolder), client)
    const contents = await beginReading(client)
    const created = new Date().toISOString()
    const blobs = await freezeBlobs()
    await mustHaveSpace({
      dir: dirname(options.file),
      bytes: contents.bytes / 2 + (options.s3 ? 0 : await sizeOf(options.blobFolder)),
      what: 'The backup',
      log: options.log,
      reserveBytes: 0,
    })
    const keys = new Set<string>()
    const parts = partsOf({ given: options, client, contents, blobs, created, keys })
    let end: End | undefined
    const pieces = packed(parts, (told) => (end = told))
    await writeWhole({ path: options.file, pieces, signal: options.signal, sealKey: options.sealKey })
    const { missing } = await countMedia(client, contents, keys)
    if (missing > 0) options.say(missingText(missing))
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
  /** Filled with the keys of the media that were written. */
  keys: Set<string>
}): Parts {
  const { given, client, contents, blobs, created, keys } = from
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product: given.product,
    created,
    migrations: contents.migrations,
    tables: contents.tables.map(({ name, columns, rows, next }) => ({ name, columns, rows, next })),
    forgotten: [...contents.forgotten],
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
    async *blobs() {
      for await (const blob of everyBlob(blobs, new Set(contents.forgotten), given.say)) {
        yield blob
        keys.add(blob.key)
      }
    },
  }
}

async function* everyBlob(
  blobs: Blobs,
  forgotten: ReadonlySet<string>,
  say: Installation['say'],
): AsyncGenerator<Blob> {
  const progress = progressOf(say, 'media')
  for await (const key of blobs.keys()) {
    const bytes = forgotten.has(key) ? undefined : await blobs.find(key)
    // It may have been deleted from the bucket after it was listed.
    if (!bytes) continue
    yield { key, bytes }
    progress(1)
  }
}

function missingText(count: number): string {
  const [media, are] = count === 1 ? ['medium', 'is'] : ['media', 'are']
  return `Warning: ${count.toLocaleString('en')} ${media} that the database names ${are} not in the backup: deleted while it was made, or missing before.`
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}
