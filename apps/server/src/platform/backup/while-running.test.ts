import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrationsDir } from '#test/db.ts'
import { fillOdd, ODD_BLOBS } from '#test/odd-data.ts'
import { openDiskBlobs } from '../blobs/disk.ts'
import { enqueueForgotten } from '../blobs/index.ts'
import { openControl } from '../control/control.ts'
import { openJobs } from '../jobs/jobs.ts'
import { backUp, blobsIn, folderOf, kinds, log, placesIn, prepared, repeats } from './test/places.ts'

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

const { made, newPlace, oddPlace, restore } = placesIn(() => ({ migrations, folder }))

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
