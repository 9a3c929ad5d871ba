import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { openLog } from '../log.ts'
import { openJobs, type JobKind } from './jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const kind = (name: string): JobKind => ({ name, run: () => Promise.resolve() })

test('updates the retry settings of existing queues at the start', async () => {
  const opened = () => openJobs({ pool: db.pool, log: openLog('silent') })
  const retries = async () => {
    const { rows } = await db.pool.query<{ retries: number; most: number | null }>(
      `SELECT retry_limit AS retries, retry_delay_max AS most FROM jobs.queue WHERE name IN ('work', 'swept') ORDER BY name`,
    )
    return rows
  }
  const kinds = [kind('work'), { ...kind('swept'), cron: '41 3 * * *' }]
  const first = opened()
  await first.start(kinds)
  await first.close()
  const today = await retries()
  expect(today).toEqual([
    { retries: 5, most: 3_600 },
    { retries: 200, most: 3_600 },
  ])
  await db.pool.query('UPDATE jobs.queue SET retry_limit = 5, retry_delay_max = NULL')
  const second = opened()
  await second.start(kinds)
  await second.close()
  expect(await retries()).toEqual(today)
})

test('runs the waiting jobs of a kind without pauses, and fails only the one that failed', async () => {
  const jobs = openJobs({ pool: db.pool, log: openLog('silent') })
  const ran: number[] = []
  const counted: JobKind<{ number: number }> = {
    name: 'counted',
    async run({ number }) {
      if (number === 3) throw new Error('The third job fails')
      await db.pool.query('SELECT 1')
      ran.push(number)
    },
  }
  const numbers = Array.from({ length: 41 }, (_, number) => number)
  await jobs.start([counted])
  try {
    await db.transaction(async (tx) => {
      for (const number of numbers) await jobs.enqueue(tx, 'counted', { number })
    })
    // With a pause of five seconds after each job, or each pair of jobs, this takes more than 95 seconds.
    await expect.poll(() => ran.length, { timeout: 40_000 }).toBe(40)
    expect(ran.toSorted((a, b) => a - b)).toEqual(numbers.filter((number) => number !== 3))
    const states = `SELECT (data -> 'number')::int AS number FROM jobs.job WHERE name = 'counted' AND state <> 'completed'`
    await expect
      .poll(async () => (await db.pool.query(states)).rows, { timeout: 20_000 })
      .toEqual([{ number: 3 }])
  } finally {
    await jobs.close()
  }
})
