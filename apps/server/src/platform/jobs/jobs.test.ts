import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/db.ts'
import { openLog } from '../log.ts'
import { openJobs, type JobKind } from './index.ts'

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
