// Stored documents that were cut before marks were kept: they are cut again, and everything else stays.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '@polylogue/contract'
import { readySource } from '#test/ready-source.ts'
import { openTalk, type Talk } from '#test/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([], { addressLimits: { hostGapMs: 0, pollMs: 50 } })
})
afterAll(() => talk[Symbol.asyncDispose]())

const head = '| Name | Winter price |'
const rows = Array.from({ length: 40 }, (_, at) => `| Bicycle ${at} | ${at} euros |`)
const text = ['# Prices', '', head, '|---|---|', ...rows, '', '## Terms', '', 'Prices include tax.'].join(
  '\n',
)

const rowsOf = async <Row extends object>(sql: string, id: number) =>
  (await talk.app.db.pool.query<Row>(sql, [id])).rows

test('a document of an older version of the cutting is cut again with the same passages, and answers stay', async () => {
  const source = await readySource(talk.anna, { text })
  const stored = () =>
    rowsOf(
      `SELECT c.id, c.ordinal, c.page, c.heading, c.context, c.from_at, c.to_at, c.text, c.marks
        FROM chunks c WHERE c.datasource_id = $1 ORDER BY c.ordinal`,
      source.id,
    )
  const media = () =>
    rowsOf<{ cutting: number; indexed: Date; status: number }>(
      'SELECT cutting, indexed, status FROM media WHERE datasource_id = $1',
      source.id,
    )
  const segments = () =>
    rowsOf('SELECT id, revision, stale FROM chunk_segments WHERE datasource_id = $1 ORDER BY id', source.id)
  const before = { chunks: await stored(), media: await media(), segments: await segments() }
  expect(before.chunks.some((chunk) => JSON.stringify(chunk).includes('Winter price'))).toBe(true)
  // As an older version stores it.
  await talk.app.db.pool.query('UPDATE chunks SET marks = NULL WHERE datasource_id = $1', [source.id])
  await talk.app.db.pool.query('UPDATE media SET cutting = 0 WHERE datasource_id = $1', [source.id])
  const found = async () =>
    (
      await talk.anna.client.call(contract.datasources.search, {
        params: { id: source.id },
        body: { q: 'Do prices include tax?', limit: 1 },
      })
    ).data.Passages[0]
  await vi.waitFor(
    async () => {
      expect((await found())?.text).toContain('Prices include tax.')
      expect((await media())[0]?.cutting).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(await stored()).toEqual(before.chunks)
  expect(await media()).toEqual(before.media)
  expect(await segments()).toEqual(before.segments)
  expect((await found())?.heading).toBe('Prices › Terms')
})
