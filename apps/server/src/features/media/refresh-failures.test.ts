import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { addressesOf, DAY, HOUR, pages, text, WORDS } from './test/addresses.ts'

const { datasources, media } = contract
const { ready } = DATASOURCE_STATUS

const web = answeringServer()
let app: TestApp
let anna: TestUser
let now = Date.now()
beforeAll(async () => {
  app = await readingApp(web, {
    clock: { now: () => new Date(now) },
  })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const { serve, added, untilMedia, search, chunksOf } = addressesOf(() => ({ web, app, anna }))

/** Moves the clock, which ends sessions. */
async function advance(ms: number): Promise<void> {
  now += ms
  anna = await app.deps.again(anna)
}
const iso = () => new Date(now).toISOString()

test('a failed refresh is told to those who may change the data source, and only its first failure (NOTIFY-15)', async () => {
  const { id, path, until } = await added('Old text')
  const [bert, carl] = [await app.deps.user(), await app.deps.user()]
  const reads = { hasReadAccess: true, hasAdminAccess: false }
  const assocContexts = [
    { contextId: bert.contextId, hasWriteAccess: true, ...reads },
    { contextId: carl.contextId, hasWriteAccess: false, ...reads },
  ]
  await anna.client.call(datasources.update, { params: { id }, body: { assocContexts } })
  // Not through HTTP: the clock of this test ends their sessions.
  const failures = async ({ id: userId }: TestUser) => {
    const { rows } = await app.db.pool.query<{ count: number }>(
      `SELECT entry.count FROM notifications entry JOIN datasources owned ON owned.context_id = entry.context_id
        WHERE entry.user_id = $1 AND owned.id = $2 AND kind = 'datasourceFailed'`,
      [userId, id],
    )
    return rows.map(({ count: times }) => times)
  }
  pages.set(path, { text: '', status: 500 })
  await advance(DAY + HOUR)
  await until({ lastFailure: 'unreachable' })
  // What waits for its moment is told now.
  const tell = () =>
    app.db.pool.query(
      `UPDATE notification_events SET due = now(); SELECT pg_notify('polylogue', '{"type":"notices.stored"}')`,
    )
  await tell()
  await expect.poll(() => failures(bert), { timeout: 20_000 }).toEqual([1])
  expect(await failures(anna)).toEqual([1])
  await advance(DAY)
  await expect
    .poll(
      async () => (await app.db.pool.query('SELECT max(failures)::int AS most FROM media')).rows[0]?.['most'],
      { timeout: 20_000 },
    )
    .toBe(2)
  await tell()
  const left = async () => (await app.db.pool.query('SELECT FROM notification_events')).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  expect(await failures(bert)).toEqual([1])
  expect(await failures(carl)).toEqual([])
  pages.set(path, { text: 'Old text' })
})

test('a failed refresh keeps the old text, reports its reason and is retried at growing intervals', async () => {
  const { id, document, path, until } = await added(text('lapwing'))
  pages.set(path, { text: '', status: 500 })
  await advance(DAY)
  const failed = await until({ lastFailure: 'unreachable' })
  expect(failed).toMatchObject({ status: ready, reason: null, checked: document.checked })
  expect(failed.due).toBe(new Date(now + HOUR / 4).toISOString())
  expect(await search(id, 'lapwing')).toHaveLength(1)
  await advance(HOUR / 4)
  await until({ due: new Date(now + HOUR).toISOString() })
  pages.set(path, { text: '\u0000\u0001', type: 'application/pdf' })
  await advance(HOUR)
  await until({ lastFailure: 'type_mismatch', due: new Date(now + 4 * HOUR).toISOString() })
  pages.set(path, { text: '', status: 410 })
  await advance(4 * HOUR)
  await until({ lastFailure: 'gone', status: ready })
  expect(await search(id, 'lapwing')).toHaveLength(1)
  pages.set(path, { text: text('magpie') })
  await advance(16 * HOUR)
  await until({ lastFailure: null, changed: iso(), due: new Date(now + DAY).toISOString() })
  expect(await search(id, 'lapwing')).toEqual([])
  expect(await search(id, 'magpie')).toHaveLength(1)
})

test('an address whose first fetch failed is fetched again', async () => {
  serve()
  const { data: made } = await anna.client.call(datasources.create, {
    body: { name: 'Late', media: [{ url: `http://site.test:${web.port}/late.txt`, refresh: 'daily' }] },
  })
  const mediaId = made.datasource.media[0]?.media_id ?? 0
  await untilMedia(mediaId, {
    status: DATASOURCE_STATUS.failed,
    reason: 'gone',
    due: new Date(now + HOUR / 4).toISOString(),
  })
  pages.set('/late.txt', { text: text('nightjar') })
  await advance(HOUR / 4)
  await untilMedia(mediaId, { status: ready, reason: null, lastFailure: null })
  expect(await search(made.datasource.id, 'nightjar')).toHaveLength(1)
})

test('an address whose indexing was cancelled is indexed by the next fetch, even if unchanged', async () => {
  const { id, mediaId, path, until } = await added(text(...WORDS), { refresh: 'none', etag: '"same"' })
  const before = await chunksOf(mediaId)
  expect(before.length).toBeGreaterThan(3)
  await app.db.pool.query('UPDATE datasources SET chunk_size = 1024 WHERE id = $1', [id])
  let isAsked = false
  web.respond = (req, res) => (req.url === path ? void (isAsked = true) : void res.writeHead(503).end())
  await anna.client.call(media.refresh, { params: { id: mediaId } })
  await vi.waitFor(() => expect(isAsked).toBe(true), 10_000)
  await anna.client.call(media.cancel, { params: { id: mediaId } })
  await until({ status: ready, lastFailure: 'cancelled' })
  expect(await chunksOf(mediaId)).toEqual(before)
  serve()
  await anna.client.call(media.refresh, { params: { id: mediaId } })
  await until({ status: ready, lastFailure: null })
  expect((await chunksOf(mediaId)).length).toBeLessThan(before.length)
  // The next request is conditional again.
  const asked = web.requests.length
  await advance(1_000)
  await anna.client.call(media.refresh, { params: { id: mediaId } })
  await until({ checked: iso(), lastFailure: null })
  expect(web.requests.slice(asked)).toMatchObject([{ url: path, headers: { 'if-none-match': '"same"' } }])
})

test('“Refresh now” indexes an unchanged address again as long as its indexing fails', async () => {
  const { id, mediaId, path, until } = await added(text(...WORDS), { refresh: 'none', etag: '"same"' })
  const before = await chunksOf(mediaId)
  const page = pages.get(path)
  const refresh = () => anna.client.call(media.refresh, { params: { id: mediaId } })
  const versions = () =>
    web.requests.filter(({ url }) => url === path).map(({ headers }) => headers['if-none-match'])
  pages.set(path, { text: '%PDF-1.7 broken', type: 'application/pdf', etag: '"broken"' })
  await refresh()
  await until({ status: ready, lastFailure: 'damaged', due: null })
  // An unchanged page is read again, and does not count as a success.
  await app.db.pool.query(`UPDATE media SET last_failure = 'too_slow' WHERE id = $1`, [mediaId])
  await refresh()
  await until({ status: ready, lastFailure: 'damaged', due: null })
  expect(await chunksOf(mediaId)).toEqual(before)
  // The earlier text is found, too.
  await app.db.pool.query('UPDATE datasources SET chunk_size = 1024 WHERE id = $1', [id])
  if (page) pages.set(path, page)
  await refresh()
  await until({ status: ready, lastFailure: null })
  expect((await chunksOf(mediaId)).length).toBeLessThan(before.length)
  expect(versions()).toEqual([undefined, '"same"', undefined, undefined])
})
