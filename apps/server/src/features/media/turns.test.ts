// The work of one person takes turns with that of everybody else (decision 85).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'

const { datasources, media } = contract
const { ready, indexing } = DATASOURCE_STATUS

const web = answeringServer()
let app: TestApp
beforeAll(async () => {
  app = await readingApp(web)
})
afterAll(() => app.close())

const file = (name: string, text: string) => ({
  name,
  mime_type: '',
  content: Buffer.from(text).toString('base64'),
})
const create = async (who: TestUser, ...documents: object[]) => {
  const body = { name: 'Source', media: documents as never }
  return (await who.client.call(datasources.create, { body })).data.datasource.id
}
const statesOf = async (who: TestUser, id: number) => {
  const { data } = await who.client.call(datasources.get, { params: { id } })
  return data.datasource.media.map(({ status }) => status)
}
const until = (who: TestUser, id: number, ...states: number[]) =>
  vi.waitFor(async () => expect(await statesOf(who, id)).toEqual(states), { timeout: 30_000, interval: 50 })

test('web servers that do not answer hold neither documents nor addresses of others', async () => {
  web.respond = (req, res) => {
    if (req.url === '/quick') res.writeHead(200, { 'content-type': 'text/markdown' }).end('# Quick')
  }
  const slow = await Promise.all([1, 2, 3].map(() => app.deps.user()))
  const sources = await Promise.all(
    slow.map((who, at) => create(who, { url: `http://slow${at}.test:${web.port}/slow` })),
  )
  await vi.waitFor(() => expect(web.requests).toHaveLength(3), 30_000)
  const anna = await app.deps.user()
  const id = await create(anna, file('note.md', '# Note'), { url: `http://quick.test:${web.port}/quick` })
  await until(anna, id, ready, ready)
  // So do files of those who wait for a web server.
  const [ben] = slow as [TestUser]
  await until(ben, await create(ben, file('note.md', '# Note')), ready)
  for (const [at, who] of slow.entries()) {
    expect(await statesOf(who, sources[at] ?? 0)).toEqual([indexing])
    await who.client.call(media.cancelAll, { params: { id: sources[at] ?? 0 } })
  }
})

const textOf = async (who: TestUser, id: number) =>
  (await who.client.call(media.text, { params: { id } })).data.document
const segmentsOf = async (id: number) => {
  const { rows } = await app.db.pool.query<{ id: number; size: number; stale: boolean; unseen: boolean }>(
    `SELECT id, size, stale, server_id IS NOT NULL AS unseen FROM chunk_segments WHERE datasource_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

test('a changed passage of a large document rewrites one of its segments, and leaves nothing behind', async () => {
  const anna = await app.deps.user()
  const text = Array.from(
    { length: 4_400 },
    (_, index) => `# Rule ${index}\n\n${'It holds here. '.repeat(14)}`,
  ).join('\n\n')
  const body = { name: 'Rules', chunkSize: 64, media: [file('rules.md', text)] }
  const { data } = await anna.client.call(datasources.create, { body })
  const { id } = data.datasource
  await until(anna, id, ready)
  const before = await segmentsOf(id)
  expect(before.map(({ size }) => size)).toEqual([4_096, 4_096, expect.any(Number)])
  const mediaId = data.datasource.media[0]?.media_id ?? 0
  const { chunks } = await textOf(anna, mediaId)
  const last = chunks.at(-2)?.chunkId ?? 0
  const set = (isOff: boolean) =>
    anna.client.call(media.setChunk, { params: { id: mediaId, chunkId: last }, body: { isOff } })
  await set(true)
  expect((await segmentsOf(id)).map(({ stale }) => stale)).toEqual([false, false, true])
  // Four at once take turns, and their changes are merged together.
  await Promise.all([false, true, false, true].map(set))
  const after = await vi.waitFor(
    async () => {
      const found = await segmentsOf(id)
      expect(found.some(({ stale, unseen }) => stale || unseen)).toBe(false)
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  const sizeOf = (all: typeof after) => all.reduce((sum, { size }) => sum + size, 0)
  const isOff = (await textOf(anna, mediaId)).chunks.at(-2)?.isOff === true
  expect(sizeOf(after)).toBe(sizeOf(before) - (isOff ? 1 : 0))
})

test('a small data source does not wait for the 500 documents of a large one of the same person', async () => {
  const anna = await app.deps.user()
  const large = await create(anna, file('first.md', '# Page'))
  await until(anna, large, ready)
  await app.db.pool.query(
    `WITH copied AS (
        INSERT INTO media (datasource_id, user_id, name, mime_type, size, received)
          SELECT datasource_id, user_id, 'page ' || number, mime_type, size, received
          FROM media, generate_series(1, 500) number WHERE datasource_id = $1 RETURNING id)
      INSERT INTO media_pieces (media_id, position, blob, size)
        SELECT copied.id, 0, blob, size FROM copied, media_pieces
        WHERE media_pieces.media_id = (SELECT min(id) FROM media WHERE datasource_id = $1)`,
    [large],
  )
  const waiting = async () => (await statesOf(anna, large)).filter((status) => status < ready).length
  await vi.waitFor(async () => expect(await waiting()).toBeLessThan(500), { timeout: 30_000, interval: 20 })
  await until(anna, await create(anna, file('note.md', '# Note')), ready)
  expect(await waiting()).toBeGreaterThan(400)
  await anna.client.call(datasources.remove, { params: { id: large } })
})
