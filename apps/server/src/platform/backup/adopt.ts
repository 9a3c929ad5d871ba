// Makes a media store the one of the database: after files were moved or restored on purpose.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { newBlobKey, replaceStoreId, storeIdOf } from '../blobs/index.ts'
import { openDatabase } from '../db/index.ts'
import { BackupError } from './format.ts'
import type { Installation } from './installation.ts'
import { mustNotRun } from './running.ts'
import { beginReading, countMedia } from './read-tables.ts'

export interface AdoptMedia extends Installation {
  /** Adopts a store that does not have all files. */
  readonly incomplete: boolean
}

export interface Adopted {
  /** The place of the store, and the name of its new mark. */
  readonly place: string
  readonly mark: string
  /** How many files the database names, and how many of them are missing in the store. */
  readonly named: number
  readonly missing: number
}

/**
 * Marks a media store as the one of the database, after a look for the files that the database names.
 * @throws BackupError, DatabaseStartError, Problem STORAGE_UNAVAILABLE; nothing was changed
 */
export async function adoptMedia(options: AdoptMedia): Promise<Adopted> {
  const { databaseUrl, dataDir, log, incomplete } = options
  if (!databaseUrl && !existsSync(join(dataDir, 'pgdata'))) throw nothingIn(dataDir)
  const store = options.openBlobs(options.blobFolder)
  const keys = new Set<string>()
  for await (const key of store.keys()) keys.add(key)
  const db = await openDatabase({ databaseUrl, dataDir, log })
  try {
    const { named, missing } = await db.dedicated(async (client) => {
      await mustBeMade(client, databaseUrl ? 'the database' : dataDir)
      // Only one process opens an embedded database.
      if (databaseUrl) await mustNotRun(client)
      const counted = await countMedia(client, await beginReading(client), keys)
      await client.query('ROLLBACK')
      return counted
    })
    if (missing > 0 && !incomplete)
      throw new BackupError(
        `Of the ${named.toLocaleString('en')} files that the database names, ${missing.toLocaleString('en')} are not in ${store.place}. Nothing was changed. Copy them there, or add --incomplete to go on without them.`,
      )
    const before = await storeIdOf(db.pool)
    // A new one: the store of before, wherever it is, is not the one of this database any more.
    const id = newBlobKey()
    await store.mark(id)
    await db.transaction((_, client) => replaceStoreId(client, id))
    if (before !== undefined) await store.unmark(before)
    return { place: store.place, mark: store.nameOfMark(id), named, missing }
  } finally {
    await db.close()
  }
}

async function mustBeMade(client: pg.ClientBase, place: string): Promise<void> {
  const made = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS there")
  if (!made.rows[0]?.there) throw nothingIn(place)
}

const nothingIn = (place: string) =>
  new BackupError(
    `There is no installation in ${place}. Set POLYLOGUE_DATA_DIR, or DATABASE_URL for PostgreSQL.`,
  )
