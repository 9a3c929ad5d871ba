// Statements that share the connection of the embedded database: each gets its own result, whatever happens to the others.
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDataDir } from '#test/db.ts'
import { openLog } from '../../log.ts'
import { asSender } from '../../sender.ts'
import { openDatabase } from '../index.ts'

async function open() {
  const dataDir = await testDataDir({ blank: true })
  const db = await openDatabase({ dataDir, log: openLog('silent') })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ask = (sender: string, name: string, text: string, values: unknown[] = []) =>
    asSender(sender, () => db.pool.query<Record<string, unknown>>({ name, text, values }))
  return { db, ask }
}

const SLOW = 'SELECT count(*)::int AS n FROM generate_series(1, 1000000)'

test('a statement is sent without waiting for the reply to the one before', async () => {
  const { db, ask } = await open()
  const acquired = new Promise<pg.PoolClient>((resolve) => db.pool.once('acquire', resolve))
  await ask('a', 'first', 'SELECT 1')
  const { stream } = ((await acquired) as unknown as { connection: { stream: Socket } }).connection
  const before = stream.bytesWritten
  let isDone = false
  const slow = ask('a', 'slow', SLOW).finally(() => (isDone = true))
  await vi.waitFor(() => expect(stream.bytesWritten).toBeGreaterThan(before + SLOW.length), { interval: 1 })
  const written = stream.bytesWritten
  const quick = ask('b', 'quick', 'SELECT 2 AS n')
  await vi.waitFor(() => expect(stream.bytesWritten).toBeGreaterThan(written), { interval: 1 })
  expect(isDone).toBe(false)
  expect((await slow).rows).toEqual([{ n: 1_000_000 }])
  expect((await quick).rows).toEqual([{ n: 2 }])
})

test('each statement gets its own result, beside failing ones and when several prepare the same one', async () => {
  const { ask } = await open()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      n % 5 === 4
        ? ask(`s${n}`, 'fails', 'SELECT 1 / $1::int AS n', [0])
        : ask(`s${n}`, n % 2 ? 'odd' : 'even', `SELECT $1::int AS n, repeat('x', $1 * 997) AS text`, [n]),
    ),
  )
  for (const [n, outcome] of outcomes.entries())
    if (n % 5 === 4) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(outcome).toMatchObject({ value: { rows: [{ n, text: 'x'.repeat(n * 997) }] } })
})

test('no statement runs inside the transaction of somebody else', async () => {
  const { db, ask } = await open()
  await db.pool.query('CREATE TABLE t (n int)')
  const counts: unknown[] = []
  const change = (sender: string) =>
    asSender(sender, () =>
      db.transaction(async (_, client) => {
        await client.query('INSERT INTO t VALUES (1)')
        await new Promise((resolve) => setTimeout(resolve, 5))
        await client.query('INSERT INTO t VALUES (2)')
        if (sender === 'b') throw new Error('rolled back')
      }),
    )
  const look = async (sender: string) =>
    counts.push((await ask(sender, 'count', 'SELECT count(*)::int AS n FROM t')).rows[0]?.['n'])
  await Promise.allSettled([look('c'), change('a'), look('d'), change('b'), look('e'), look('c'), look('a')])
  for (const count of counts) expect([0, 2]).toContain(count)
  expect((await ask('f', 'count', 'SELECT count(*)::int AS n FROM t')).rows).toEqual([{ n: 2 }])
})

test('a transaction that a single statement left open is ended with its connection', async () => {
  const { db } = await open()
  await db.pool.query('CREATE TABLE t (n int)')
  await db.pool.query('BEGIN')
  await db.pool.query('INSERT INTO t VALUES (1)')
  await db.pool.query('ROLLBACK')
  expect((await db.pool.query('SELECT n FROM t')).rows).toEqual([{ n: 1 }])
})
