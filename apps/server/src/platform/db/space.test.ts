// Tests with full disks: on a small mounted file system if the user may mount one, otherwise with a large reserve.
import { cp, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDir, testDataDir } from '#test/db.ts'
import { isFull } from '#test/full.ts'
import { mount } from '#test/small-disk.ts'
import { openLog } from '../log.ts'
import { addMetrics } from '../metrics.ts'
import { openDatabase } from './index.ts'

const log = openLog('silent')

test('below the reserve reads work and writes fail with STORAGE_FULL, except essential ones', async () => {
  const dataDir = await testDataDir({ blank: true })
  const making = await openDatabase({ dataDir, log })
  await making.pool.query('CREATE TABLE t (n int)')
  await making.close()
  const db = await openDatabase({ dataDir, log, reserveBytes: Number.MAX_SAFE_INTEGER })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const full = { code: 'STORAGE_FULL' }
  expect((await db.pool.query('SELECT count(*) AS n FROM t')).rows).toEqual([{ n: 0 }])
  await expect(db.pool.query('INSERT INTO t VALUES (1)')).rejects.toMatchObject(full)
  await expect(db.transaction((_, client) => client.query('INSERT INTO t VALUES (1)'))).rejects.toMatchObject(
    full,
  )
  expect(() => db.guardWrite()).toThrow(expect.objectContaining(full))
  expect(await db.health()).toMatchObject({ ok: true, writable: false })
  await db.pool.query("SELECT pg_notify('c', 'still')")
  await db.transaction((_, client) => client.query('UPDATE t SET n = 2'), { essential: true })
  await db.transaction((_, client) => client.query('UPDATE t SET n = 3'), { essential: 'large' })
  await expect(db.pool.query('DELETE FROM t')).rejects.toMatchObject(full)
  const registry = new Registry()
  addMetrics(registry, { db, answers: () => 0, waiting: () => 0 })
  expect(await registry.metrics()).toMatch(
    /polylogue_disk_free_bytes [1-9]\d*\n[^]*polylogue_disk_reserve_bytes 9/,
  )
  // A checkpoint truncates the log, and creates files for it.
  await db.pool.query('CHECKPOINT')
  expect(db.metrics().restarts).toBe(0)
})

// With each size something else runs out of space first: a log segment, a checkpoint, a vacuum.
describe.each(isFull ? ['66m', '74m', '80m', '96m'] : ['74m'])('a disk of %s', (size) => {
  test(
    'that fills up causes no hang and no loss of acknowledged data, and recovers by itself',
    { timeout: 60_000 },
    async ({ skip }) => {
      const disk = await temporaryDir()
      onTestFinished(() => rm(disk, { recursive: true, force: true }))
      if (!mount(disk, size)) return skip()
      const dataDir = join(disk, 'data')
      const source = await testDataDir({ blank: true })
      await mkdir(dataDir)
      await cp(source, dataDir, { recursive: true })
      await rm(source, { recursive: true })
      // Deleted later, as an administrator frees space.
      const ballast = join(disk, 'ballast')
      await writeFile(ballast, Buffer.alloc(10_000_000))
      const db = await openDatabase({ dataDir, log, answerLimitMs: 10_000 })
      await db.pool.query('CREATE TABLE t (n int, body text)')
      await db.pool.query('ALTER TABLE t ALTER body SET STORAGE EXTERNAL')
      let acknowledged = 0
      let failure: unknown
      while (failure === undefined) {
        const longest = performance.now()
        await db.pool.query('INSERT INTO t VALUES ($1, $2)', [acknowledged, 'x'.repeat(200_000)]).then(
          () => (acknowledged += 1),
          (error: unknown) => (failure = error),
        )
        expect(performance.now() - longest).toBeLessThan(15_000)
      }
      expect(failure).toMatchObject({ code: 'STORAGE_FULL' })
      expect((await db.pool.query('SELECT count(*) AS n FROM t')).rows).toEqual([{ n: acknowledged }])
      expect(db.metrics().restarts).toBe(0)
      const { bavail, bsize } = await statfs(disk)
      expect(bavail * bsize).toBeGreaterThan(0)
      // Another program takes the rest: what is small still fits into the log.
      const rest = join(disk, 'rest')
      await writeFile(rest, Buffer.alloc(bavail * bsize - 1_000_000))
      await vi.waitFor(() => expect(db.space.freeBytes).toBeLessThan(db.space.floorBytes))
      const large = db.transaction((_, client) => client.query('UPDATE t SET n = n'), { essential: 'large' })
      await expect(large).rejects.toMatchObject({ code: 'STORAGE_FULL' })
      await db.transaction((_, client) => client.query("SELECT pg_notify('c', 'small')"), { essential: true })
      expect(db.metrics().restarts).toBe(0)
      await rm(rest)
      await rm(ballast)
      await vi.waitFor(() => db.pool.query('INSERT INTO t VALUES (-1)'), { timeout: 30_000, interval: 100 })
      await db.close()
      const again = await openDatabase({ dataDir, log })
      expect((await again.pool.query('SELECT count(*) AS n FROM t WHERE n >= 0')).rows).toEqual([
        { n: acknowledged },
      ])
      await again.close()
    },
  )
})
