// kill -9 while documents of an older version are read again. A file of its own: with the other kills it would take as long as
// all other files beside it.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { isFull } from '../full.ts'
import { again, begin, wordOf, type Fixture } from './fixture.ts'

const { datasources, system } = contract
const KILLS = isFull ? 50 : 3

let fixture: Fixture
beforeAll(async () => void (fixture = await begin(undefined)))
afterAll(() => fixture.product[Symbol.asyncDispose]())

const get = async (id: number) =>
  (await fixture.client.call(datasources.get, { params: { id } })).data.datasource

test(
  'documents of an older version are read again despite kill -9, and found all the time',
  { timeout: 600_000 },
  async () => {
    // One reader reads all texts, but each page has a process of its own: that is slow enough for the kills.
    const count = 24
    const files = Array.from({ length: count }, (_, at) => ({
      name: `${at}.txt`,
      mime_type: '',
      content: Buffer.from(`<p>The ${wordOf(at)} of harbour ${at}.</p>`).toString('base64'),
    }))
    const { data } = await fixture.client.call(datasources.create, { body: { name: 'Old', media: files } })
    const { id } = data.datasource
    await expect.poll(async () => (await get(id)).mediaWaiting, { timeout: 240_000 }).toBe(0)
    await fixture.product.kill()
    const counts = async (change = false) => {
      const db = await openDatabase({ dataDir: fixture.product.dataDir, log: openLog('silent') })
      try {
        // As if the older version had taken pages for texts.
        if (change)
          await db.pool.query(
            `UPDATE media SET extraction = 0, mime_type = 'text/html' WHERE datasource_id = $1`,
            [id],
          )
        const { rows } = await db.pool.query<{ old: number; taken: number }>(
          `SELECT count(*) FILTER (WHERE extraction = 0)::int AS old, count(server_id)::int AS taken
          FROM media WHERE datasource_id = $1`,
          [id],
        )
        return rows[0]
      } finally {
        await db.close()
      }
    }
    expect(await counts(true)).toEqual({ old: count, taken: 0 })
    const find = async (at: number) =>
      (await fixture.client.call(datasources.search, { params: { id }, body: { q: wordOf(at) } })).data
        .Passages
    const left = async () =>
      (await fixture.client.call(system.get)).data.System.work.find(({ kind }) => kind === 'documents-again')
    for (let kills = 0; kills < KILLS; kills++) {
      fixture = await again(fixture)
      for (const at of [0, count - 1]) expect(await find(at)).toHaveLength(1)
      if (!isFull) expect(await left(), 'none is left to be read again').not.toMatchObject({ waiting: 0 })
      await fixture.product.kill()
    }
    fixture = await again(fixture)
    await expect
      .poll(left, { timeout: 120_000, interval: 300 })
      .toMatchObject({ waiting: 0, running: 0, failed: 0 })
    const done = await get(id)
    expect([done.status, done.chunks]).toEqual([2, count])
    for (const at of [0, 1, count - 1]) expect(await find(at)).toHaveLength(1)
    await fixture.product.kill()
    expect(await counts()).toEqual({ old: 0, taken: 0 })
  },
)
