import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDataDir } from '#test/db.ts'
import { openLog } from '../../log.ts'
import { openDatabase } from '../index.ts'

test('the sizes of WAL and table stay bounded over 100,000 updates', { timeout: 90_000 }, async () => {
  const dataDir = await testDataDir({ blank: true })
  const db = await openDatabase({ dataDir, log: openLog('silent'), vacuumEveryMs: 1_000 })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await db.pool.query(
    "CREATE TABLE t AS SELECT i AS id, repeat('x', 1000) AS body FROM generate_series(1, 1000) AS i",
  )
  const walDir = join(dataDir, 'pgdata', 'pg_wal')
  for (let i = 0; i < 100; i += 1) {
    await db.pool.query('UPDATE t SET body = body || $1', [i % 10])
    const segments = (await readdir(walDir)).filter((name) => /^[0-9A-F]{24}$/.test(name))
    // Maintenance removes some between the list and their sizes.
    const sizeOf = (name: string): Promise<number> =>
      stat(join(walDir, name)).then(
        ({ size }) => size,
        () => 0,
      )
    const sizes = await Promise.all(segments.map(sizeOf))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000_000)
  }
  // Writes more log than may remain without maintenance.
  await vi.waitFor(() => expect(db.metrics().walBytes).toBeGreaterThan(100_000_000), 5_000)
  const { rows } = await db.pool.query<{ size: number }>("SELECT pg_table_size('t') AS size")
  expect(rows[0]?.size).toBeLessThan(90_000_000)
  await vi.waitFor(
    async () => {
      const stats = await db.pool.query(
        "SELECT last_vacuum, last_analyze FROM pg_stat_user_tables WHERE relname = 't'",
      )
      expect(stats.rows[0]).toEqual({ last_vacuum: expect.any(Date), last_analyze: expect.any(Date) })
    },
    { timeout: 30_000 },
  )
})
