import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testDataDir } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { startDatabaseProcess } from '#test/db-processes.ts'
import { openLog } from '../../log.ts'
import { type Database, openDatabase } from '../index.ts'

const log = openLog('silent')

describe('fsync', () => {
  let dataDir: string
  let db: Database
  beforeAll(async () => {
    dataDir = await testDataDir({ blank: true })
    db = await openDatabase({ dataDir, log })
    await db.pool.query('CREATE TABLE t (n int)')
  })
  afterAll(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  // The counter arrives with the next stats message, up to a second later.
  async function settled(): Promise<number> {
    const { walBytes } = db.metrics()
    await db.pool.query('INSERT INTO t VALUES (0)')
    await vi.waitFor(() => expect(db.metrics().walBytes).toBeGreaterThan(walBytes), 5_000)
    return db.metrics().fsyncs
  }

  test('every commit reaches the disk before it is acknowledged', async () => {
    const before = await settled()
    for (let i = 0; i < 200; i += 1) await db.pool.query('INSERT INTO t VALUES ($1)', [i])
    expect((await settled()) - before).toBeGreaterThanOrEqual(200)
  })

  test('the settings for durability are on', async () => {
    const { rows } = await db.pool.query(
      "SELECT current_setting('fsync') AS fsync, current_setting('wal_sync_method') AS method, current_setting('synchronous_commit') AS sync, current_setting('full_page_writes') AS full, current_setting('shared_buffers') AS buffers",
    )
    expect(rows[0]).toEqual({ fsync: 'on', method: 'fsync', sync: 'on', full: 'on', buffers: '16MB' })
  })

  // Its memory stays taken: WebAssembly returns none.
  test('ANALYZE holds 9,000 rows of a table at most', async () => {
    const client = await db.pool.connect()
    const said: string[] = []
    client.on('notice', ({ message }) => said.push(message ?? ''))
    await client.query('CREATE TABLE many AS SELECT n FROM generate_series(1, 10000) AS n')
    await client.query('ANALYZE VERBOSE many')
    await client.query('DROP TABLE many')
    client.release()
    expect(said.join('\n')).toContain(' 9000 rows in sample, 10000 estimated total rows')
  })
})

test('acknowledged commits survive kill -9', { timeout: 60_000 }, async () => {
  const dataDir = await testDataDir({ blank: true })
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const making = await openDatabase({ dataDir, log })
  await making.pool.query('CREATE TABLE acknowledged (n int)')
  await making.close()
  let acknowledged = 0
  for (const enough of isFull ? [50, 137, 301] : [137]) {
    const writer = startDatabaseProcess(['write', dataDir])
    await writer.until((message) => Number(message['acknowledged']) >= enough)
    await writer.kill('SIGKILL')
    acknowledged += Number(writer.said.at(-1)?.['acknowledged'])
    const db = await openDatabase({ dataDir, log })
    const { rows } = await db.pool.query<{ n: number }>('SELECT count(*) AS n FROM acknowledged')
    // One more may have been committed before its reply arrived.
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
    acknowledged = rows[0]?.n ?? 0
    await db.close()
  }
})
