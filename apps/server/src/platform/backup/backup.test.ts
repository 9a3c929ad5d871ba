import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrationsDir, openTestDatabase, serverUrl, temporaryDir, testDataDir } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { fillOdd, ODD_BLOBS } from '#test/odd-data.ts'
import { openDiskBlobs } from '../blobs/disk.ts'
import { enqueueForgotten } from '../blobs/index.ts'
import { openControl } from '../control/control.ts'
import { type Database, migrate, openDatabase } from '../db/index.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { BackupError, makeBackup, restoreBackup } from './index.ts'
import { openBackup } from './read-file.ts'
import { PROOF_BYTES, SEAL_BYTES, sealing } from './seal.ts'

const log = openLog('silent')
type Kind = Database['kind']

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Runs work on the database: PostgreSQL stays open, the embedded one is opened and closed. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>
}

/** The product's migrations and one more, which adds a column of every type and changes existing rows. */
let migrations: string
let folder: string

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

// Embedded databases are opened and closed one after the other; each takes a second on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  folder = await temporaryDir()
  migrations = join(folder, 'migrations')
  await cp(migrationsDir, migrations, { recursive: true })
  const next = String((await readdir(migrations)).length + 1).padStart(4, '0')
  await writeFile(join(migrations, `${next}-odd.sql`), ODD_TYPES)
})
afterAll(async () => {
  for (const remove of made) await remove()
  await rm(folder, { recursive: true, force: true })
})

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
    const path = join(folder, 'odd')
    await backUp(place, path)
    return path
  }))

async function makeOddPlace(kind: Kind): Promise<Place> {
  const place = await newPlace(kind, 'schema')
  const blobs = openDiskBlobs(join(place.dataDir, 'blobs'))
  for (const { key, bytes } of ODD_BLOBS) await blobs.put(key, bytes)
  await place.use(async (db) => {
    await migrate(db, { directory: migrations, log })
    await db.dedicated(async (client) => {
      await fillOdd(client)
      await client.query(ODD_ROWS)
    })
  })
  return place
}

const SEAL_KEY = Buffer.alloc(32, 7)
const folderOf = (place: Place) => join(place.dataDir, 'blobs')
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
const backUp = (place: Place, file: string, more = {}) =>
  makeBackup({ ...common(place), file, product: '1.0.0', ...more })
const restore = (place: Place, file: string, more = {}) =>
  restoreBackup({ ...common(place), file, migrationsDir: migrations, unproven: false, ...more })

// Compares independently of the product's code: whole rows as text, including computed columns.
const KEPT_OUT = [
  'sessions',
  'spent_refresh_tokens',
  'sign_in_failures',
  'servers',
  'server_figures',
  'backups',
  'message_search',
]

const contents = (place: Place) => place.use(contentsOf)

async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  await db.pool.query("SET TIME ZONE 'UTC'")
  const { rows } = await db.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  const all: Record<string, string[]> = {}
  for (const { name } of rows) {
    if (name === 'schema_migrations') continue
    const found = await db.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
    all[name] = found.rows.map(({ row }) => row)
  }
  return all
}

async function restorable(place: Place): Promise<Record<string, string[]>> {
  const all = await contents(place)
  for (const name of KEPT_OUT) all[name] = []
  all['installation'] = (all['installation'] ?? []).filter((row) => !row.includes('setUpKey'))
  all['answer_events'] = (all['answer_events'] ?? []).filter((row) => row.startsWith('(3,'))
  return all
}

async function blobsIn(place: Place): Promise<Record<string, string>> {
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
const repeats = serverUrl === undefined || isFull
const kinds: Kind[] = serverUrl ? (isFull ? ['embedded', 'postgres'] : ['postgres']) : ['embedded']
const all: Kind[] = serverUrl ? ['embedded', 'postgres'] : ['embedded']
const both = all
  .flatMap((from) => all.map((to) => [from, to] as const))
  .filter((pair) => repeats || pair.includes('postgres'))

describe.each(both)('from %s to %s', (from, to) => {
  test('restores every row, value, sequence and media file', async () => {
    const source = await oddPlace(from)
    const path = join(await mkdtemp(join(folder, `${from}-${to}-`)), 'backup')
    const backup = await backUp(source, path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readdir(source.dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([])
    const target = await newPlace(to, 'blank')
    expect(await restore(target, path)).toMatchObject({
      created: backup.created,
      rows: backup.rows,
      blobs: 3,
      proven: true,
    })
    const expected = await restorable(source)
    expect(await blobsIn(target)).toEqual(await blobsIn(source))
    await target.use(async (db) => {
      expect(await contentsOf(db)).toEqual(expected)
      const { pool } = db
      const context = await pool.query<{ id: number }>(
        "INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 3, '', 1) RETURNING id",
      )
      expect(context.rows).toEqual([{ id: 251 }])
      const odd = await pool.query('INSERT INTO odd_types (r) VALUES (1) RETURNING id, one_more, double_id')
      expect(odd.rows).toEqual([{ id: 1302, one_more: 1302, double_id: 2 }])
    })
  })
})

test.runIf(repeats)(
  'the file contains no sessions, sign-in failures, set-up key or server entries',
  async () => {
    const lines = gunzipSync(await readFile(await oddFile())).toString()
    expect(lines).toContain('anna@example.org')
    expect(lines).toContain('Half an')
    const kept = ['setUpKey', '00000000-0000-4000-8000-000000000009', '00000000-0000-4000-8000-000000000008']
    expect(kept.filter((text) => lines.includes(text))).toEqual([])
  },
)

describe.runIf(repeats)('refuses to restore a file', () => {
  let good: Buffer
  let whole: string
  beforeAll(async () => {
    good = await readFile(await oddFile())
    whole = gunzipSync(good).toString()
  })

  async function refusal(bytes: Uint8Array): Promise<string> {
    const path = join(folder, 'bad')
    await writeFile(path, bytes)
    const place = await newPlace('embedded', 'none')
    const error: unknown = await restore(place, path).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(BackupError)
    expect(await readdir(place.dataDir)).toEqual([])
    return (error as Error).message
  }
  // Valid gzip and seal, so that only the content is wrong.
  const changed = async (what: string | RegExp, by: string) => {
    const text = whole.replace(what, by)
    expect(text).not.toBe(whole)
    return refusal(await sealedFile(text))
  }

  test('with any byte changed', async () => {
    const places = [...Array(30).keys(), ...Array.from({ length: 100 }, (_, i) => good.length - 1 - i)]
    for (let i = 0; i < 100; i += 1) places.push(Math.floor(Math.random() * good.length))
    for (const place of places) {
      const bytes = Buffer.from(good)
      bytes[place] = bytes[place]! ^ (1 << (place % 8))
      expect(await refusal(bytes), `byte ${place}`).toMatch(/damaged|cut short|not a backup/)
    }
  })

  test('that is cut short or too long', async () => {
    for (const length of [0, 1, 9, 10, 11, 1_000, good.length >> 1, good.length - 8, good.length - 1])
      expect(await refusal(good.subarray(0, length)), `${length} bytes`).toMatch(
        /cut short|not a backup|damaged/,
      )
    expect(await refusal(Buffer.concat([good, Buffer.from('x')]))).toMatch(/damaged|cut short/)
    expect(await refusal(Buffer.concat([good, good]))).toMatch(/damaged|cut short/)
  })

  test('with a changed value, row, table, media file, checksum or end', async () => {
    expect(await changed(/\n\["1","4".*\n/, '\n')).toMatch(/damaged/)
    expect(await changed('"name":"users"', '"name":"usurs"')).toMatch(/damaged/)
    expect(await changed(/\n\{"blob".*\n(".*\n)*/, '\n')).toMatch(/damaged/)
    expect(await changed(/"sha256":"[0-9a-f]/, '"sha256":"_')).toMatch(/damaged/)
    expect(await changed(/\{"end".*\n$/, '')).toMatch(/damaged/)
    expect(await changed(/"rows":\d+,"blobs"/, '"rows":1,"blobs"')).toMatch(/damaged/)
    expect(await changed(/\n$/, '')).toMatch(/damaged/)
    expect(await changed(/$/, '[]\n')).toMatch(/damaged/)
    expect(await changed(/(\n.*){9}$/, '\n')).toMatch(/damaged/)
    expect(await refusal(gzipSync(whole))).toMatch(/cut short/)
  })

  test('that is not a backup, or has a newer format or a newer or different schema', async () => {
    // Repeated, because the order of the two failures used to be random.
    for (let i = 0; i < 60; i += 1) {
      expect(await refusal(Buffer.from('{}'))).toMatch(/not a backup/)
      expect(await refusal(gzipSync('{"a":1}\n'))).toMatch(/not a backup/)
    }
    expect(await changed('"version":1,"product":"1.0.0"', '"version":2,"product":"9.1.0"')).toMatch(
      /made by version 9\.1\.0.*cannot read/,
    )
    const header = JSON.parse(whole.split('\n', 1)[0]!) as { migrations: { version: number }[] }
    while (header.migrations.length < 100)
      header.migrations.push({ ...header.migrations[0]!, version: header.migrations.length + 1 })
    expect(await changed(/.*/, JSON.stringify(header))).toMatch(/newer version/)
    expect(await changed(/"checksum":"./, '"checksum":"_')).toMatch(/foundation \(number 1\) is another/)
    await expect(restore(await newPlace('embedded', 'none'), join(folder, 'none'))).rejects.toThrow(
      'There is no file',
    )
    await expect(restore(await newPlace('embedded', 'none'), folder)).rejects.toThrow('is not a file')
  })
})

async function sealedFile(text: string, key: Buffer | 'none' = SEAL_KEY): Promise<Buffer> {
  return buffer(Readable.from([gzipSync(text)]).pipe(sealing(key === 'none' ? undefined : key)))
}

describe.runIf(repeats)('the origin of a file', () => {
  const otherKey = Buffer.alloc(32, 8)

  /** Reads a file to its end as a restore does; returns whether its origin is proven, or the refusal. */
  async function read(file: string, trust: { key?: Buffer | undefined; unproven?: boolean } = {}) {
    const opening = { path: file, key: SEAL_KEY, unproven: false, look: () => undefined, ...trust }
    try {
      const { pieces, proven } = await openBackup(opening)
      for await (const _ of pieces());
      return { proven: proven() }
    } catch (error) {
      expect(error).toBeInstanceOf(BackupError)
      return (error as Error).message
    }
  }
  async function written(bytes: Uint8Array): Promise<string> {
    const path = join(folder, 'origin')
    await writeFile(path, bytes)
    return path
  }

  test('is authenticated with the secret; a file that was changed and sealed again is refused', async () => {
    const file = await oddFile()
    expect(await read(file)).toEqual({ proven: true })
    const text = gunzipSync(await readFile(file)).toString()
    const changed = text.replace('anna@example.org', 'eve@example.org')
    expect(changed).not.toBe(text)
    for (const key of ['none', otherKey] as const) {
      const forged = await written(await sealedFile(changed, key))
      expect(await read(forged)).toMatch(/The origin of .* is not proven|was changed since/)
      const place = await newPlace('embedded', 'none')
      await expect(restore(place, forged)).rejects.toThrow(BackupError)
      expect(await readdir(place.dataDir)).toEqual([])
    }
    // Puts the proof of the original file before changed data.
    const good = await readFile(file)
    const body = gzipSync(changed)
    const proof = good.subarray(good.length - SEAL_BYTES - PROOF_BYTES, good.length - SEAL_BYTES)
    const moved = await buffer(Readable.from([body, proof]).pipe(sealing()))
    expect(await read(await written(moved))).toMatch(/was changed since, or made under another/)
    // Content that ends long before the seal is checked.
    for (const zeros of [1, 3_000_000]) {
      const early = sealing(otherKey)
      const padded = await buffer(Readable.from([body, Buffer.alloc(zeros)]).pipe(early))
      expect(await read(await written(padded))).toMatch(/damaged|was changed since, or made under another/)
    }
  })

  test('is unproven without the secret or in an older file, which then needs --unproven', async () => {
    const file = await oddFile()
    // Repeated, because the order of reading header and end used to be random.
    for (let i = 0; i < 200; i += 1)
      expect(await read(file, { key: undefined })).toMatch(
        /is not proven: the secret .* is not here.*secret\.key.*--unproven/,
      )
    expect(await read(file, { key: undefined, unproven: true })).toEqual({ proven: false })
    expect(await read(file, { key: otherKey })).toMatch(/under another secret.*--unproven/)
    expect(await read(file, { key: otherKey, unproven: true })).toEqual({ proven: false })
    expect(await read(file, { unproven: true })).toEqual({ proven: true })
    const text = gunzipSync(await readFile(file)).toString()
    const older = await written(await sealedFile(text, 'none'))
    for (const key of [SEAL_KEY, undefined])
      expect(await read(older, { key })).toMatch(/is not proven.*--unproven/)
    expect(await read(older, { unproven: true })).toEqual({ proven: false })
    // A damaged file must be reported as damaged.
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 1
    expect(await read(await written(bytes), { unproven: true })).toMatch(/damaged/)
  })
})

const codes = (error: unknown) => (error as Error).message
const failure = (work: Promise<unknown>) => work.then(() => 'done', codes)

describe.each(kinds)('restoring into %s', (kind) => {
  let path: string
  beforeAll(async () => {
    path = await oddFile()
  })

  test('is refused with users, a running server or other media, and changes nothing', async () => {
    const place = await newPlace(kind, 'schema')
    const user = `INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), 5, '', 1);
      INSERT INTO users (uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      VALUES (gen_random_uuid(), 101, '', '', '', '', '', 4)`
    const before = await place.use(async (db) => {
      await db.pool.query(user)
      return contentsOf(db)
    })
    expect(await failure(restore(place, path))).toMatch(/has users/)
    await place.use(async (db) => {
      expect(await contentsOf(db)).toEqual(before)
      await db.pool.query('DELETE FROM users; INSERT INTO servers VALUES (gen_random_uuid(), 1)')
    })
    expect(await failure(restore(place, path))).toMatch(/server runs/)
    await place.use((db) => db.pool.query('DELETE FROM servers'))
    const blobs = openDiskBlobs(folderOf(place))
    await blobs.put('a'.repeat(32), Buffer.from('other'))
    expect(await failure(restore(place, path))).toMatch(/media here that are not of this backup/)
    await blobs.remove('a'.repeat(32))
    await blobs.put(ODD_BLOBS[0]!.key, Buffer.from('other'))
    expect(await failure(restore(place, path))).toMatch(/is not as it is in the backup/)
    expect(Object.keys(await blobsIn(place))).toEqual([ODD_BLOBS[0]!.key])
    expect((await contents(place))['users']).toEqual([])

    await blobs.put(ODD_BLOBS[0]!.key, ODD_BLOBS[0]!.bytes)
    await restore(place, path)
    expect((await contents(place))['users']).toHaveLength(1)
    expect(await failure(restore(place, path))).toMatch(/has users/)
  })

  test('changes nothing when the schema is violated, and then accepts a valid file', async () => {
    const [good, bad] = [await readFile(path), join(folder, `bad-${kind}`)]
    const text = gunzipSync(good).toString()
    const ownerless = text.replace('"3","","","101"', '"3","","","999"')
    expect(ownerless).not.toBe(text)
    await writeFile(bad, await sealedFile(ownerless))
    const place = await newPlace(kind, 'schema')
    expect(await failure(restore(place, bad))).toMatch(
      /could not be restored: .*foreign key.*Nothing was changed/,
    )
    expect((await contents(place))['contexts']).toHaveLength(1)
    expect(await blobsIn(place)).toEqual({})
    await restore(place, path)
    expect(Object.keys(await blobsIn(place))).toHaveLength(3)
  })
})

describe.each(kinds)('an older backup on %s', (kind) => {
  test('is restored and then migrated, but refused by a database with a newer schema', async () => {
    const path = join(folder, `older-${kind}`)
    const source = await newPlace('embedded', 'schema')
    await source.use((db) => db.dedicated(fillOdd))
    await backUp(source, path)
    const target = await newPlace(kind, 'blank')
    await restore(target, path)
    const restored = await contents(target)
    expect(restored['odd_types']).toEqual([])
    delete restored['odd_types']
    expect(restored).toEqual({ ...(await restorable(source)), hidden_contexts: ['(104,101,seen)'] })
    const late = await newPlace(kind, 'schema')
    await late.use((db) => migrate(db, { directory: migrations, log }))
    expect(await failure(restore(late, path))).toMatch(/older than the schema/)
  })
})

test.each(kinds)(
  'media that wait for deletion on %s are in no backup, and a restore deletes them',
  async (kind) => {
    const place = await newPlace(kind, 'schema')
    const blobs = openDiskBlobs(folderOf(place))
    for (const { key, bytes } of ODD_BLOBS) await blobs.put(key, bytes)
    const waiting = 'ab'.repeat(16)
    await blobs.put(waiting, Buffer.from('deleted'))
    await place.use(async (db) => {
      await db.dedicated(fillOdd)
      const jobs = openJobs({ pool: db.pool, log })
      await jobs.start([{ name: 'forget', run: () => Promise.resolve() }])
      const used = await db.pool.query<{ blob: string }>('SELECT blob FROM attachments')
      const keys = [waiting, ...used.rows.map(({ blob }) => blob)]
      await db.transaction((tx) => enqueueForgotten(jobs, tx, 'forget', keys, { afterSeconds: 3_600 }))
      await jobs.close()
    })
    const path = join(folder, `waiting-${kind}`)
    expect(await backUp(place, path)).toMatchObject({ blobs: 3 })
    const target = await newPlace('embedded', 'schema')
    // As when only the database moves.
    await cp(folderOf(place), folderOf(target), { recursive: true })
    const bad = join(folder, `waiting-bad-${kind}`)
    const text = gunzipSync(await readFile(path)).toString()
    await writeFile(bad, await sealedFile(text.replace('"3","","","101"', '"3","","","999"')))
    expect(await failure(restore(target, bad, { migrationsDir }))).toMatch(/Nothing was changed/)
    expect(Object.keys(await blobsIn(target))).toContain(waiting)
    await restore(target, path, { migrationsDir })
    const left = ODD_BLOBS.map(({ key }) => key)
    expect(Object.keys(await blobsIn(target)).toSorted()).toEqual(left.toSorted())
  },
)

describe('a backup while the server runs', () => {
  test.each(kinds)('is consistent on %s, including the media files', async (kind) => {
    const place = await newPlace(kind, 'schema')
    const blobs = openDiskBlobs(folderOf(place))
    const target = await newPlace('embedded', 'schema')
    await place.use(async (db) => {
      await db.dedicated(fillOdd)
      const control = await openControl({ dataDir: place.dataDir, db, log })
      let running = true
      let written = 0
      // A message and its attachment are added together, and old ones are deleted together, the bytes last.
      const write = async () => {
        while (running) {
          const key = (written + 16).toString(16).padStart(32, '0')
          await blobs.put(key, Buffer.from(key))
          await db.transaction(async (_, client) => {
            const { rows } = await client.query<{ id: number }>(
              `INSERT INTO messages (uuid, tab_id, turn_id, model_id, model_tag_id, model_name, model_tag_name, query_text)
                 VALUES (gen_random_uuid(), 1, 1, 1, 1, '', '', 'counted') RETURNING id`,
            )
            await client.query("INSERT INTO attachments VALUES ($1, 0, '', '', 1, $2, NULL, now())", [
              rows[0]!.id,
              key,
            ])
            await client.query(
              "INSERT INTO installation VALUES ('count', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
              [written + 1],
            )
          })
          written += 1
        }
      }
      const writing = write()
      while (written < 20) await new Promise(setImmediate)
      const path = join(folder, `running-${kind}`)
      const after = written
      await backUp(place, path)
      expect(written).toBeGreaterThan(after)
      running = false
      await writing
      await control.close()
      await restore(target, path, { migrationsDir })
    })
    await target.use(async ({ pool }) => {
      const { rows } = await pool.query(
        `SELECT (SELECT value::int FROM installation WHERE name = 'count') AS said,
             (SELECT count(*) FROM messages WHERE query_text = 'counted') AS messages,
             (SELECT count(*) FROM attachments WHERE size = 1) AS attachments`,
      )
      const { said, messages, attachments } = rows[0]
      expect(said).toBeGreaterThanOrEqual(20)
      expect([messages, attachments]).toEqual([said, said])
      const keys = await pool.query<{ blob: string }>('SELECT blob FROM attachments WHERE size = 1')
      for (const { blob } of keys.rows)
        expect((await openDiskBlobs(folderOf(target)).find(blob))?.toString()).toBe(blob)
    })
  })

  test.runIf(repeats)('still contains media files that are deleted meanwhile', async () => {
    const place = await newPlace('embedded', 'schema')
    const path = join(folder, 'removed')
    await cp(folderOf(await oddPlace('embedded')), folderOf(place), { recursive: true })
    const source = openDiskBlobs(folderOf(place))
    const openBlobs = (from: string) => {
      const blobs = openDiskBlobs(from)
      return {
        ...blobs,
        async *keys() {
          for (const { key } of ODD_BLOBS) await source.remove(key)
          yield* blobs.keys()
        },
      }
    }
    expect(await backUp(place, path, { openBlobs })).toMatchObject({ blobs: 3, bytes: 400_005 })
    expect(await blobsIn(place)).toEqual({})
  })
})

test('a backup of a running server contains media that are deleted while its database is copied', async () => {
  const place = await newPlace('embedded', 'schema')
  const blobs = openDiskBlobs(folderOf(place))
  for (const { key, bytes } of ODD_BLOBS) await blobs.put(key, bytes)
  const early = 'cd'.repeat(16)
  await blobs.put(early, Buffer.from('deleted before the copy'))
  const said: string[] = []
  const path = join(folder, 'deleted-meanwhile')
  await place.use(async (db) => {
    await db.dedicated(fillOdd)
    const jobs = openJobs({ pool: db.pool, log })
    await jobs.start([{ name: 'forget', run: ({ keys }: { keys: string[] }) => blobs.remove(keys[0]!) }])
    const snapshot = async (directory: string) => {
      await db.transaction((tx) => enqueueForgotten(jobs, tx, 'forget', [early]))
      const done = "SELECT FROM jobs.job WHERE name = 'forget' AND state = 'completed'"
      await expect.poll(async () => (await db.pool.query(done)).rowCount, { timeout: 30_000 }).toBe(1)
      await db.snapshot(directory)
      for (const { key } of ODD_BLOBS) await blobs.remove(key)
    }
    const control = await openControl({ dataDir: place.dataDir, db: { ...db, snapshot }, log })
    const say = (line: string) => said.push(line)
    expect(await backUp(place, path, { say })).toMatchObject({ blobs: 3, bytes: 400_005 })
    await control.close()
    await jobs.close()
  })
  expect(await blobsIn(place)).toEqual({})
  expect(said.join()).not.toContain('Warning')
})

test.each(kinds)('a backup of %s says how many media are missing', async (kind) => {
  const place = await newPlace(kind, 'schema')
  await place.use((db) => db.dedicated(fillOdd))
  const said: string[] = []
  const say = (line: string) => said.push(line)
  expect(await backUp(place, join(folder, `missing-${kind}`), { say })).toMatchObject({ blobs: 0 })
  expect(said.filter((line) => line.startsWith('Warning'))).toEqual([
    'Warning: 2 media that the database names are not in the backup: deleted while it was made, or missing before.',
  ])
})

describe.runIf(repeats)('the backup file', () => {
  test('is never overwritten, and appears complete or not at all', async () => {
    const place = await oddPlace('embedded')
    const path = join(folder, 'there')
    await writeFile(path, 'mine')
    // The next backup removes the leftovers of a killed one.
    await mkdir(join(place.dataDir, 'backup-99999999'))
    expect(await failure(backUp(place, path))).toMatch(/exists already/)
    expect(await readFile(path, 'utf8')).toBe('mine')
    await writeFile(join(folder, 'other.part'), '')
    expect(await failure(backUp(place, join(folder, 'other')))).toMatch(/other\.part exists/)
    expect(await failure(backUp(place, join(folder, 'no', 'where')))).toMatch(/no directory/)
    expect(await failure(backUp(await newPlace('embedded', 'none'), join(folder, 'x')))).toMatch(
      /no installation/,
    )

    const ending = new AbortController()
    const openBlobs = (from: string) => {
      ending.abort()
      return openDiskBlobs(from)
    }
    const stopped = backUp(place, join(folder, 'stopped'), { signal: ending.signal, openBlobs })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('is refused in advance without enough disk space', async () => {
    const place = await oddPlace('embedded')
    const reserveBytes = Number.MAX_SAFE_INTEGER
    expect(await failure(backUp(place, join(folder, 'full'), { reserveBytes }))).toMatch(
      /The copy .* needs about \d/,
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
  })

  test('supports texts of many megabytes', async () => {
    const place = await newPlace('embedded', 'schema')
    const path = join(folder, 'long')
    await place.use(async (db) => {
      await db.dedicated(fillOdd)
      await db.pool.query("UPDATE messages SET response_text = repeat('longer 🐘 ', 1000000) WHERE id < 3")
    })
    await backUp(place, path)
    const target = await newPlace('embedded', 'schema')
    await restore(target, path, { migrationsDir })
    const sum =
      'SELECT id, md5(response_text), octet_length(response_text) AS length FROM messages ORDER BY 1'
    const [before, after] = [
      await place.use((db) => db.pool.query(sum)),
      await target.use((db) => db.pool.query(sum)),
    ]
    expect(after.rows).toEqual(before.rows)
    expect(after.rows[0].length).toBe(12_000_000)
  })
})
