import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrationsDir, serverUrl } from '#test/db.ts'
import { fillOdd, ODD_BLOBS } from '#test/odd-data.ts'
import { openDiskBlobs } from '../blobs/disk.ts'
import { enqueueForgotten } from '../blobs/index.ts'
import { type Database, migrate } from '../db/index.ts'
import { openJobs } from '../jobs/jobs.ts'
import {
  backUp,
  blobsIn,
  folderOf,
  type Kind,
  kinds,
  log,
  type Place,
  placesIn,
  prepared,
  repeats,
  sealedFile,
} from './test/places.ts'

let migrations: string
let folder: string

// Embedded databases are opened and closed one after the other; each takes a second on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  ;({ folder, migrations } = await prepared())
})
afterAll(async () => {
  for (const remove of made) await remove()
  await rm(folder, { recursive: true, force: true })
})

const { made, newPlace, oddPlace, oddFile, restore } = placesIn(() => ({ migrations, folder }))

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
