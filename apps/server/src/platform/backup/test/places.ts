// Installations that are backed up and restored, for the tests of several files.
import { createHash } from 'node:crypto'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { migrationsDir, openTestDatabase, serverUrl, temporaryDir, testDataDir } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { fillOdd, ODD_BLOBS } from '#test/odd-data.ts'
import { openDiskBlobs } from '../../blobs/disk.ts'
import { type Database, migrate, openDatabase } from '../../db/index.ts'
import { openLog } from '../../log.ts'
import { makeBackup, restoreBackup } from '../index.ts'
import { sealing } from '../seal.ts'

export const log = openLog('silent')
export type Kind = Database['kind']

export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Runs work on the database: PostgreSQL stays open, the embedded one is opened and closed. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>
}

const ODD_TYPES = `CREATE TABLE odd_types (
  id integer GENERATED ALWAYS AS IDENTITY, "a ""b""" bytea, n numeric, r real, f double precision, d date, i interval,
  tz timestamptz, j jsonb, js json, bits bit varying, net inet, ints int[], texts text[][], v varchar(5), c char(4),
  double_id int GENERATED ALWAYS AS (r::int * 2) STORED, "order" boolean, range int8range, one_more bigserial
);
ALTER TABLE hidden_contexts ADD COLUMN noted text;
UPDATE hidden_contexts SET noted = 'seen'`

const ODD_ROWS = `INSERT INTO odd_types
    ("a ""b""", n, r, f, d, i, tz, j, js, bits, net, ints, texts, v, c, "order", range)
    VALUES ('\\x00ff5c', 12345678901234567890.12345, 0.1, 0.1::float8 + 0.2, '0044-03-15 BC',
      '1 year -3 days 00:00:00.000001', '2026-03-29 01:59:59.999999+00', '{"b": 1.10, "a": "é\\\\"}',
      '{"b": 1,  "b": 2}', B'1010', '10.0.0.1/8', '{1,NULL,-3}', '{{"a,b","{}"},{NULL,""}}', 'é', 'ab', false, '[1,9)');
  INSERT INTO odd_types (n) SELECT n FROM generate_series(1, 1300) n;
  DELETE FROM odd_types WHERE n = 1300`

export const SEAL_KEY = Buffer.alloc(32, 7)
export const folderOf = (place: Place) => join(place.dataDir, 'blobs')
const common = (place: Place) => ({
  dataDir: place.dataDir,
  databaseUrl: place.databaseUrl,
  s3: false,
  blobFolder: folderOf(place),
  openBlobs: (blobFolder: string) => openDiskBlobs(blobFolder),
  reserveBytes: 0,
  sealKey: SEAL_KEY,
  say: () => undefined,
  log,
  signal: new AbortController().signal,
})
export const backUp = (place: Place, file: string, more = {}) =>
  makeBackup({ ...common(place), file, product: '1.0.0', ...more })

export async function blobsIn(place: Place): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for await (const key of openDiskBlobs(folderOf(place)).keys()) {
    const bytes = await openDiskBlobs(folderOf(place)).find(key)
    all[key] = createHash('sha256')
      .update(bytes ?? 'none')
      .digest('hex')
  }
  return all
}

// Without a PostgreSQL server these tests ran already; with one only what it takes part in is repeated.
export const repeats = serverUrl === undefined || isFull
export const kinds: Kind[] = serverUrl ? (isFull ? ['embedded', 'postgres'] : ['postgres']) : ['embedded']

export async function sealedFile(text: string, key: Buffer | 'none' = SEAL_KEY): Promise<Buffer> {
  return buffer(Readable.from([gzipSync(text)]).pipe(sealing(key === 'none' ? undefined : key)))
}

/** Returns a folder with the product's migrations and one more, which adds a column of every type and changes existing rows. */
export async function prepared(): Promise<{ folder: string; migrations: string }> {
  const folder = await temporaryDir()
  const migrations = join(folder, 'migrations')
  await cp(migrationsDir, migrations, { recursive: true })
  const next = String((await readdir(migrations)).length + 1).padStart(4, '0')
  await writeFile(join(migrations, `${next}-odd.sql`), ODD_TYPES)
  return { folder, migrations }
}

export function placesIn(on: () => { migrations: string; folder: string }) {
  /** Cleanup functions, run after all tests. */
  const made: (() => Promise<unknown>)[] = []

  /** `none`: no database. `blank`: an empty database. `schema`: with the product's schema. */
  async function newPlace(kind: Kind, state: 'none' | 'blank' | 'schema'): Promise<Place> {
    if (kind === 'postgres') {
      const db = await openTestDatabase({ blank: state !== 'schema' })
      made.push(() => db.close())
      return { dataDir: db.dataDir, databaseUrl: db.databaseUrl, use: (work) => work(db) }
    }
    const dataDir = state === 'none' ? await temporaryDir() : await testDataDir({ blank: state === 'blank' })
    made.push(() => rm(dataDir, { recursive: true, force: true }))
    return {
      dataDir,
      databaseUrl: undefined,
      async use(work) {
        const db = await openDatabase({ dataDir, log })
        try {
          return await work(db)
        } finally {
          await db.close()
        }
      },
    }
  }

  const oddPlaces: Partial<Record<Kind, Promise<Place>>> = {}
  /** Returns an installation with unusual values. Tests share it and must not change it. */
  const oddPlace = (kind: Kind) => (oddPlaces[kind] ??= makeOddPlace(kind))

  let oddBackup: Promise<string> | undefined
  /** Returns a backup of it. */
  const oddFile = () =>
    (oddBackup ??= oddPlace('embedded').then(async (place) => {
      const path = join(on().folder, 'odd')
      await backUp(place, path)
      return path
    }))

  async function makeOddPlace(kind: Kind): Promise<Place> {
    const place = await newPlace(kind, 'schema')
    const blobs = openDiskBlobs(join(place.dataDir, 'blobs'))
    for (const { key, bytes } of ODD_BLOBS) await blobs.put(key, bytes)
    await place.use(async (db) => {
      await migrate(db, { directory: on().migrations, log })
      await db.dedicated(async (client) => {
        await fillOdd(client)
        await client.query(ODD_ROWS)
      })
    })
    return place
  }
  const restore = (place: Place, file: string, more = {}) =>
    restoreBackup({ ...common(place), file, migrationsDir: on().migrations, unproven: false, ...more })
  return { made, newPlace, oddPlace, oddFile, restore }
}
