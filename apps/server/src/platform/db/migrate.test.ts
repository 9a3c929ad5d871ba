import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase, serverUrl, temporaryDir, testDataDir, type TestDatabase } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { startDatabaseProcess } from '#test/db-processes.ts'
import { openLog } from '../log.ts'
import { migrate, openDatabase, readMigrations } from './index.ts'

const log = openLog('silent')

let db: TestDatabase
let directory: string

beforeAll(async () => {
  db = await openTestDatabase({ blank: true })
})
afterAll(() => db.close())
beforeEach(async () => {
  directory = await temporaryDir()
  await db.pool.query('DROP SCHEMA public CASCADE')
  await db.pool.query('CREATE SCHEMA public')
  return () => rm(directory, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(directory, name), sql)
const tables = async () =>
  (await db.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).rows.map(
    (row: { tablename: string }) => row.tablename,
  )

test('applies new files in order and only once, with several statements per file', async () => {
  await write('0001-first.sql', 'CREATE TABLE a (n int); INSERT INTO a VALUES (1);')
  expect(await migrate(db, { directory, log })).toMatchObject([{ version: 1, name: 'first' }])
  await write('0002-second.sql', 'DO $$ BEGIN UPDATE a SET n = n + 1; END $$; CREATE TABLE b (n int);')
  expect(await migrate(db, { directory, log })).toMatchObject([{ version: 2 }])
  expect(await migrate(db, { directory, log })).toEqual([])
  expect((await db.pool.query('SELECT n FROM a')).rows).toEqual([{ n: 2 }])
  const { rows } = await db.pool.query('SELECT * FROM schema_migrations ORDER BY version')
  const checksum = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(rows).toEqual([
    { version: 1, name: 'first', checksum, applied: expect.any(Date) },
    { version: 2, name: 'second', checksum, applied: expect.any(Date) },
  ])
})

test('a file that fails is rolled back, and those before it stay applied', async () => {
  await write('0001-good.sql', 'CREATE TABLE a (n int)')
  await write('0002-bad.sql', 'CREATE TABLE b (n int); SELECT 1 / 0;')
  await expect(migrate(db, { directory, log })).rejects.toThrow('migration bad (number 2): division by zero')
  expect(await tables()).toEqual(['a', 'schema_migrations'])
})

test('a migration whose version cannot be recorded is rolled back', async () => {
  await write('0001-one.sql', 'CREATE TABLE a (n int)')
  await migrate(db, { directory, log })
  const refuse = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no note'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON schema_migrations EXECUTE FUNCTION refuse();`
  await write('0002-two.sql', `CREATE TABLE b (n int); ${refuse}`)
  await expect(migrate(db, { directory, log })).rejects.toThrow('no note')
  expect(await tables()).toEqual(['a', 'schema_migrations'])
})

test('refuses a newer schema with a clear message', async () => {
  await write('0001-one.sql', 'CREATE TABLE a (n int)')
  await migrate(db, { directory, log })
  await rm(join(directory, '0001-one.sql'))
  await expect(migrate(db, { directory, log })).rejects.toThrow('made by a newer version')
})

test('refuses a changed file with a clear message', async () => {
  await write('0001-one.sql', 'CREATE TABLE a (n int)')
  await migrate(db, { directory, log })
  await write('0001-one.sql', 'CREATE TABLE a (n bigint)')
  await expect(migrate(db, { directory, log })).rejects.toThrow('migration one (number 1) is not the one')
})

test('refuses a gap in the numbers', async () => {
  await write('0001-one.sql', 'SELECT 1')
  await write('0003-three.sql', 'SELECT 1')
  await expect(readMigrations(directory)).rejects.toThrow('0003-three.sql should be number 2')
})

test('the hook runs before an existing schema changes, and can prevent it', async () => {
  const before = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no backup'))
  await write('0001-one.sql', 'CREATE TABLE a (n int)')
  await migrate(db, { directory, log, before })
  expect(before).not.toHaveBeenCalled()
  await write('0002-two.sql', 'CREATE TABLE b (n int)')
  await expect(migrate(db, { directory, log, before })).rejects.toThrow('no backup')
  expect(before).toHaveBeenCalledWith([expect.objectContaining({ version: 2 })])
  expect(await tables()).toEqual(['a', 'schema_migrations'])
})

test('of two concurrent runs one migrates, the other waits and has nothing to do', async () => {
  await write('0001-one.sql', 'CREATE TABLE a (n int); SELECT pg_sleep(0.2)')
  const both = await Promise.all([migrate(db, { directory, log }), migrate(db, { directory, log })])
  expect(both.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 1])
})

describe('kill -9 at a random moment', () => {
  // Each migration creates a table and fills it in steps, so that a partial one would be visible.
  const COUNT = 12
  async function manyMigrations() {
    for (let i = 1; i <= COUNT; i += 1) {
      const table = `m${String(i).padStart(2, '0')}`
      const fill = `SELECT pg_sleep(0.005); INSERT INTO ${table} SELECT * FROM generate_series(1, 2000);`
      await write(
        `${String(i).padStart(4, '0')}-${table}.sql`,
        `CREATE TABLE ${table} (n int); ${fill.repeat(4)}`,
      )
    }
  }

  test(
    'leaves only complete migrations, and the next start applies the rest',
    { timeout: 300_000 },
    async () => {
      await manyMigrations()
      const blank = await testDataDir({ blank: true })
      onTestFinished(() => rm(blank, { recursive: true, force: true }))
      let interrupted = 0
      for (let round = 0; round < (isFull ? 10 : 3); round += 1) {
        const place = serverUrl ? await openTestDatabase({ blank: true }) : undefined
        const dataDir = place?.dataDir ?? (await temporaryDir())
        if (!place) await cp(blank, dataDir, { recursive: true })
        const env: Record<string, string> = place?.databaseUrl
          ? { TEST_CHILD_DATABASE_URL: place.databaseUrl }
          : {}
        const child = startDatabaseProcess(['migrate', dataDir, directory], { env })
        const at = 1 + Math.floor(Math.random() * COUNT)
        await child.until((message) => message['version'] === at || message['done'] === true)
        await child.kill('SIGKILL')
        const looking = place ?? (await openDatabase({ dataDir, log }))
        const found = await looking.pool.query<{ name: string }>(
          "SELECT tablename AS name FROM pg_tables WHERE tablename ~ '^m[0-9]+$' ORDER BY 1",
        )
        const known = await looking.pool.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS there")
        const rows = known.rows[0].there
          ? (await looking.pool.query('SELECT name FROM schema_migrations ORDER BY 1')).rows
          : []
        expect(rows).toEqual(found.rows)
        for (const { name } of found.rows)
          expect((await looking.pool.query(`SELECT count(*) AS n FROM ${name}`)).rows).toEqual([{ n: 8000 }])
        if (rows.length < COUNT) interrupted += 1
        await migrate(looking, { directory, log })
        expect((await looking.pool.query('SELECT count(*) AS n FROM schema_migrations')).rows).toEqual([
          { n: COUNT },
        ])
        await looking.close()
        if (!place) await rm(dataDir, { recursive: true, force: true })
      }
      expect(interrupted).toBeGreaterThan(0)
    },
  )
})

test('openDatabase migrates the schema, and closes again when that fails', async () => {
  await write('0001-bad.sql', 'SELECT 1 / 0')
  const dataDir = await testDataDir({ blank: true })
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await expect(openDatabase({ dataDir, log, migrationsDir: directory })).rejects.toThrow('division by zero')
  await rm(join(directory, '0001-bad.sql'))
  await mkdir(join(directory, 'ignored'))
  await write('0001-good.sql', 'CREATE TABLE good (n int)')
  const opened = await openDatabase({ dataDir, log, migrationsDir: directory })
  expect((await opened.pool.query('SELECT FROM good')).rowCount).toBe(0)
  await opened.close()
})
