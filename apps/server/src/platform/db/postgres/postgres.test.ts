// Failures that only a PostgreSQL server has. Needs TEST_DATABASE_URL.
import net from 'node:net'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  migrationsDir,
  openTestDatabase,
  serverUrl,
  temporaryDir,
  type TestDatabaseOptions,
} from '#test/db.ts'
import { openLog } from '../../log.ts'
import { openDatabase } from '../index.ts'

const log = openLog('silent')

async function open(options: TestDatabaseOptions = {}) {
  const db = await openTestDatabase({ blank: true, ...options })
  onTestFinished(() => db.close())
  return db
}

describe('an unusable address is reported with a clear message', () => {
  test.each([
    ['postgres://nobody@127.0.0.1:1/none', 'ECONNREFUSED'],
    ['postgres://nobody@name.invalid/none', 'name.invalid'],
  ])('%s', async (databaseUrl, reason) => {
    const dataDir = await temporaryDir()
    const failure: unknown = await openDatabase({ databaseUrl, dataDir, log }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ name: 'DatabaseStartError' })
    expect(String(failure)).toContain(`The database at DATABASE_URL cannot be used: `)
    expect(String(failure)).toContain(reason)
  })
})

/** A TCP proxy to the server that can be cut, like a network failure. */
async function proxy(target: URL) {
  const open = new Set<net.Socket>()
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(target.port), target.hostname)
    for (const socket of [inner, outer]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [inner, outer].forEach((one) => one.destroy()))
    }
    inner.pipe(outer).pipe(inner)
  })
  let port = 0
  const up = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as net.AddressInfo).port
        resolve()
      })
    })
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
      open.clear()
    })
  await up()
  return { up, down, port: () => port }
}

describe.skipIf(!serverUrl)('a PostgreSQL server', () => {
  test('pgvector in the database is detected, and the schema is created', async () => {
    const blank = await open()
    // pgvector may not be installed: then the catalogue is changed to claim that it is.
    if (!blank.hasVector)
      await blank.dedicated(async (client) => {
        await client.query('SET allow_system_table_mods = on')
        await client.query(
          `INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
           VALUES (99999, 'vector', 10, 'public'::regnamespace, true, '0')`,
        )
      })
    const { databaseUrl, dataDir } = blank
    const db = await openDatabase({ ...(databaseUrl ? { databaseUrl } : {}), dataDir, log, migrationsDir })
    onTestFinished(() => db.close())
    expect(db.hasVector).toBe(true)
    expect((await db.pool.query('SELECT id FROM models')).rows).toEqual([{ id: 1 }])
  })

  test('pgvector is reported only if it works', async () => {
    const db = await open()
    const made = await db.pool.query("SELECT '[1]'::vector").then(
      () => true,
      () => false,
    )
    expect(db.hasVector).toBe(made)
  })

  test('gets the application name and a statement timeout', async () => {
    const db = await open({ statementMs: 200 })
    const { rows } = await db.pool.query("SELECT current_setting('application_name') AS name")
    expect(rows).toEqual([{ name: 'polylogue' }])
    await expect(db.pool.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await db.dedicated((client) => client.query('SELECT pg_sleep(0.4)'))
  })

  test('waiting for a lock fails with DATABASE_BUSY and frees the connection', async () => {
    const db = await open({ poolSize: 2, lockMs: 200 })
    await db.pool.query('CREATE TABLE held (n int)')
    const { promise: freed, resolve: free } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const holder = db.transaction(async (_, client) => {
      await client.query('LOCK TABLE held')
      hold()
      await freed
    })
    await held
    await expect(db.pool.query('SELECT n FROM held')).rejects.toMatchObject({
      code: 'DATABASE_BUSY',
      status: 503,
    })
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    free()
    await holder
  })

  test('an exhausted pool fails fast, while health is still ok', async () => {
    const db = await open({ poolSize: 2, waitMs: 300 })
    const busy = [1, 2].map(() => db.pool.query('SELECT pg_sleep(1.5)'))
    const started = performance.now()
    await expect(db.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(performance.now() - started).toBeLessThan(1_200)
    expect((await db.health()).ok).toBe(true)
    await Promise.all(busy)
  })

  test('after backends are terminated running requests fail, later ones work and listening resumes', async () => {
    const db = await open()
    const heard: string[] = []
    const onGap = vi.fn<() => void>()
    await db.listen('c', (payload) => heard.push(payload), onGap)
    const busy = db.pool.query('SELECT pg_sleep(20)').catch((error: unknown) => error)
    let killed: () => void = () => undefined
    const kill = new Promise<void>((resolve) => {
      killed = resolve
    })
    const waiting = db
      .transaction(async (tx) => {
        await tx.execute('SELECT 1')
        await kill
        await tx.execute('SELECT 1')
      })
      .catch((error: unknown) => error)
    const admin = new pg.Client({ connectionString: serverUrl })
    await admin.connect()
    const name = new URL(db.databaseUrl ?? '').pathname.slice(1)
    const activity = `FROM pg_stat_activity WHERE datname = '${name}'`
    await vi.waitFor(
      async () =>
        expect((await admin.query(`SELECT 1 ${activity} AND query LIKE 'SELECT pg_sleep%'`)).rowCount).toBe(
          1,
        ),
      10_000,
    )
    await vi.waitFor(
      async () =>
        expect((await admin.query(`SELECT 1 ${activity} AND state = 'idle in transaction'`)).rowCount).toBe(
          1,
        ),
      10_000,
    )
    await admin.query(`SELECT pg_terminate_backend(pid) ${activity}`)
    await admin.end()
    killed()
    expect(await busy).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(await waiting).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), 5_000)
    await db.pool.query("SELECT pg_notify('c', 'after')")
    await vi.waitFor(() => expect(heard).toEqual(['after']), 10_000)
  })

  test('fails while it is unreachable, and works again when it is back', async () => {
    const holder = await open()
    const target = new URL(holder.databaseUrl ?? '')
    const way = await proxy(target)
    const through = new URL(target)
    through.port = String(way.port())
    const db = await openDatabase({ databaseUrl: through.href, dataDir: holder.dataDir, log })
    onTestFinished(async () => {
      await db.close()
      await way.down()
    })
    const heard: string[] = []
    await db.listen('c', (payload) => heard.push(payload))
    await way.down()
    const started = performance.now()
    await expect(db.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await expect(db.transaction((tx) => tx.execute('SELECT 1'))).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
    expect((await db.health()).ok).toBe(false)
    expect(performance.now() - started).toBeLessThan(5_000)
    await way.up()
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect((await db.health()).ok).toBe(true)
    await vi.waitFor(
      async () => {
        await db.pool.query("SELECT pg_notify('c', 'x')")
        expect(heard).toContain('x')
      },
      { timeout: 30_000, interval: 100 },
    )
  })

  test('a read-only standby is reported as unavailable, not as a full disk', async () => {
    const db = await open()
    const write = db.transaction(async (_, client) => {
      await client.query('SET TRANSACTION READ ONLY')
      await client.query('CREATE TABLE t (n int)')
    })
    await expect(write).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })
})
