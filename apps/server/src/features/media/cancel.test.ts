// Cancels waiting and running documents: an earlier text is kept, and the process that reads ends at once.
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type MediaItem } from '@polylogue/contract'
import { anotherServer } from '#test/another-server.ts'
import { answeringServer } from '#test/answering-server.ts'
import { serverUrl } from '#test/db.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { createClient } from '@polylogue/client'

const { datasources, media, sites } = contract
const { pending, indexing, ready, failed } = DATASOURCE_STATUS
const DAY = 86_400_000

const web = answeringServer()
let app: TestApp
beforeAll(async () => {
  app = await readingApp(web, {
    addressLimits: { hostGapMs: 0, pollMs: 20 },
  })
})
afterAll(() => app.close())

const file = (name: string, text: string) => ({
  name,
  mime_type: '',
  content: Buffer.from(text).toString('base64'),
})
/** Takes the child process about twenty seconds. */
const slow = (name: string) => file(name, `<table>${'<tr><td>x<td>y'.repeat(100_000)}`)

async function create(who: TestUser, ...documents: object[]) {
  const body = { name: 'Source', chunkSize: 64, media: documents as never }
  const { id, media: made } = (await who.client.call(datasources.create, { body })).data.datasource
  return { id, mediaIds: made.map(({ media_id }) => media_id) }
}
const get = async (who: TestUser, id: number) =>
  (await who.client.call(datasources.get, { params: { id } })).data.datasource
const until = (who: TestUser, id: number, ...expected: Partial<MediaItem>[]) =>
  vi.waitFor(
    async () => {
      const found = await get(who, id)
      expect(found.media).toMatchObject(expected)
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
const cancel = async (who: TestUser, id: number) =>
  (await who.client.call(media.cancel, { params: { id } })).data.media
const cancelAll = async (who: TestUser, id: number) =>
  (await who.client.call(media.cancelAll, { params: { id } })).data.cancelled
const indexFailed = async (who: TestUser, id: number) =>
  (await who.client.call(media.indexFailed, { params: { id } })).data.started
const find = async (who: TestUser, id: number, q: string) =>
  (await who.client.call(datasources.search, { params: { id }, body: { q } })).data.Passages

/** Returns how many processes read one document: children of a child of this process. */
async function readers(): Promise<number> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(processOf),
  )
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]))
  return processes.filter(
    ({ state, parent, command }) =>
      state !== 'Z' && parents.get(parent) === String(process.pid) && command.includes('one-document'),
  ).length
}

async function processOf(pid: string) {
  const [stat = '', command = ''] = await Promise.all(
    ['stat', 'cmdline'].map((part) => readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => '')),
  )
  const [state, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, state, parent, command }
}
const untilRead = () =>
  vi.waitFor(async () => expect(await readers()).toBe(1), { timeout: 20_000, interval: 100 })
const untilEnded = () => vi.waitFor(async () => expect(await readers()).toBe(0), 5_000)

test('cancelled documents fail with a reason, their child process ends, and they can be indexed again', async () => {
  const anna = await app.deps.user()
  const { id, mediaIds } = await create(anna, slow('a.html'), slow('b.html'), file('c.txt', 'Cranes at sea.'))
  await until(anna, id, { status: indexing }, { status: pending }, { status: pending })
  await untilRead()
  expect(await cancel(anna, mediaIds[1] ?? 0)).toMatchObject({ status: failed, reason: 'cancelled' })
  expect(await cancelAll(anna, id)).toBe(2)
  const gone = { status: failed, reason: 'cancelled', chunks: 0, lastFailure: null } as const
  const found = await get(anna, id)
  expect(found).toMatchObject({ status: failed, mediaWaiting: 0, media: [gone, gone, gone] })
  await untilEnded()
  expect(await cancelAll(anna, id)).toBe(0)
  await anna.client.call(media.index, { params: { id: mediaIds[2] ?? 0 } })
  await until(anna, id, gone, gone, { status: ready, reason: null })
  expect(await find(anna, id, 'cranes')).toHaveLength(1)
  // Finished documents stay as they are.
  expect(await cancel(anna, mediaIds[2] ?? 0)).toMatchObject({ status: ready, lastFailure: null })
})

test('removing a document or data source ends its child process', async () => {
  const anna = await app.deps.user()
  const { id, mediaIds } = await create(anna, slow('a.html'))
  await untilRead()
  await anna.client.call(media.remove, { params: { id: mediaIds[0] ?? 0 } })
  await untilEnded()
  await create(anna, slow('b.html')).then(async (other) => {
    await untilRead()
    await anna.client.call(datasources.remove, { params: { id: other.id } })
  })
  await untilEnded()
  expect((await get(anna, id)).media).toEqual([])
})

test('ACCESS-16: a data source in the recycle bin is not read; taken back, it is read from the beginning', async () => {
  const anna = await app.deps.user()
  const { id } = await create(anna, slow('a.html'))
  const { context } = await get(anna, id)
  await untilRead()
  await anna.client.call(datasources.remove, { params: { id } })
  await untilEnded()
  const state = async () =>
    (await app.db.pool.query('SELECT status, server_id FROM media WHERE datasource_id = $1', [id])).rows
  await expect.poll(state).toEqual([{ status: pending, server_id: null }])
  await anna.client.call(contract.bin.restore, { params: { id: context.id } })
  await untilRead()
  await cancelAll(anna, id)
  await untilEnded()
})

test('a document cancelled while it waits to be indexed again keeps its text', async () => {
  const anna = await app.deps.user()
  const { id, mediaIds } = await create(anna, file('herons.txt', 'Herons nest in trees.'))
  await until(anna, id, { status: ready })
  const busy = await create(anna, slow('busy.html'))
  await untilRead()
  const mediaId = mediaIds[0] ?? 0
  await anna.client.call(media.index, { params: { id: mediaId } })
  await until(anna, id, { status: pending })
  expect(await cancel(anna, mediaId)).toMatchObject({
    status: ready,
    reason: null,
    lastFailure: 'cancelled',
    chunks: 1,
  })
  expect((await get(anna, id)).status).toBe(ready)
  expect(await find(anna, id, 'herons')).toHaveLength(1)
  await cancelAll(anna, busy.id)
  await anna.client.call(media.index, { params: { id: mediaId } })
  await until(anna, id, { status: ready, lastFailure: null })
})

test('cancelling the refresh of an address aborts the request and keeps text and interval', async () => {
  const anna = await app.deps.user()
  let hanging: ServerResponse | undefined
  web.respond = (_, res) => void res.writeHead(200, { 'content-type': 'text/plain' }).end('Ibises wade.')
  const url = `http://site.test:${web.port}/page.txt`
  const { id, mediaIds } = await create(anna, { url, refresh: 'daily' }, { url: `${url}?2` })
  await until(anna, id, { status: ready }, { status: ready })
  web.respond = (_, res) => (hanging = res)
  for (const one of mediaIds) await anna.client.call(media.refresh, { params: { id: one } })
  await vi.waitFor(() => expect(hanging).toBeDefined(), 10_000)
  const closed = new Promise((resolve) => hanging?.once('close', resolve))
  expect(await cancelAll(anna, id)).toBe(2)
  await closed
  const [first, second] = (await get(anna, id)).media
  expect(first).toMatchObject({ status: ready, lastFailure: 'cancelled', refresh: 'daily' })
  expect(Date.parse(first?.due ?? '') - Date.now()).toBeGreaterThan(DAY - 60_000)
  expect(second).toMatchObject({ status: ready, lastFailure: 'cancelled', due: null })
  expect(await find(anna, id, 'ibises')).toHaveLength(2)
  web.respond = (_, res) => void res.writeHead(200, { 'content-type': 'text/plain' }).end('Kites fly.')
  for (const one of mediaIds) await anna.client.call(media.refresh, { params: { id: one } })
  await until(anna, id, { lastFailure: null }, { lastFailure: null })
  expect(await find(anna, id, 'kites')).toHaveLength(2)
})

test('a cancelled site map fetch adds no pages, and a cancelled page stays marked as gone', async () => {
  const anna = await app.deps.user()
  const origin = `http://site.test:${web.port}`
  const map = `<urlset><url><loc>${origin}/page</loc></url></urlset>`
  const { id } = await create(anna)
  let hanging: ServerResponse | undefined
  web.respond = (_, res) => (hanging = res)
  const params = { id }
  const body = { kind: 'sitemap', url: `${origin}/map.xml`, refresh: 'weekly' } as const
  const made = (await anna.client.call(sites.create, { params, body })).data.site
  await vi.waitFor(() => expect(hanging).toBeDefined(), 10_000)
  expect(await cancelAll(anna, id)).toBe(0)
  hanging?.writeHead(200, { 'content-type': 'application/xml' }).end(map)
  const site = (await anna.client.call(sites.list, { params })).data.sites[0]
  expect(site).toMatchObject({ lastFailure: 'cancelled', checked: null })
  expect(Date.parse(site?.due ?? '') - Date.now()).toBeGreaterThan(6 * DAY)
  web.respond = (req, res) =>
    req.url === '/map.xml'
      ? void res.writeHead(200, { 'content-type': 'application/xml' }).end(map)
      : void res.writeHead(200, { 'content-type': 'text/plain' }).end('Lapwings call.')
  expect((await get(anna, id)).media).toEqual([])
  await anna.client.call(sites.refresh, { params: { id: made.id } })
  const { media: pages } = await until(anna, id, { status: ready })
  await app.db.pool.query(`UPDATE media SET last_failure = 'gone', due = NULL, status = 0 WHERE id = $1`, [
    pages[0]?.media_id,
  ])
  expect(await cancel(anna, pages[0]?.media_id ?? 0)).toMatchObject({
    status: ready,
    lastFailure: 'gone',
    due: null,
  })
})

test('all failed or cancelled items can be restarted at once; pages marked as gone stay so', async () => {
  const anna = await app.deps.user()
  const origin = `http://site.test:${web.port}`
  const say = (text: string) => (res: ServerResponse) =>
    void res.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  web.respond = (req, res) =>
    req.url === '/never' ? void res.writeHead(503).end() : say('Ibises wade.')(res)
  const urls = ['/page', '/gone', '/never'].map((path) => ({ url: `${origin}${path}` }))
  const { id, mediaIds } = await create(anna, file('herons.txt', 'Herons nest in trees.'), ...urls)
  const done = { status: ready, lastFailure: null } as const
  await until(anna, id, done, done, done, { status: failed, reason: 'unreachable' })
  const [herons, page, gone] = mediaIds
  await app.db.pool.query(`UPDATE media SET last_failure = 'gone' WHERE id = $1`, [gone])
  await app.db.pool.query(`UPDATE media SET last_failure = 'too_slow' WHERE id = $1`, [herons])
  let hanging: ServerResponse | undefined
  web.respond = (_, res) => (hanging = res)
  const params = { id }
  const body = { kind: 'sitemap', url: `${origin}/map.xml`, refresh: 'none' } as const
  await anna.client.call(sites.create, { params, body })
  await vi.waitFor(() => expect(hanging).toBeDefined(), 10_000)
  await anna.client.call(media.refresh, { params: { id: page ?? 0 } })
  expect(await cancelAll(anna, id)).toBe(1)
  await anna.client.call(media.begin, { params, body: { name: 'unfinished.txt', size: 9 } })
  const map = `<urlset><url><loc>${origin}/new</loc></url></urlset>`
  web.respond = (req, res) =>
    req.url === '/map.xml'
      ? void res.writeHead(200, { 'content-type': 'application/xml' }).end(map)
      : say('Kites fly.')(res)
  expect(await indexFailed(anna, id)).toBe(3)
  const unfinished = { status: pending, size: 9, received: 0 } as const
  await until(anna, id, done, done, { status: ready, lastFailure: 'gone' }, done, unfinished, done)
  // The page is ready before its address is fetched again, because files do not wait for web servers.
  await vi.waitFor(async () => expect(await find(anna, id, 'kites')).toHaveLength(3), 20_000)
  expect(await find(anna, id, 'ibises')).toHaveLength(1)
  expect(await indexFailed(anna, id)).toBe(0)
})

test('a document cancelled at any moment is either complete or has no chunks', async () => {
  const anna = await app.deps.user()
  const { id, mediaIds } = await create(
    anna,
    ...Array.from({ length: 12 }, (_, n) =>
      file(`${n}.md`, `# Part ${n}\n\n${'Plovers run on sand. '.repeat(90)}`),
    ),
  )
  const isWaiting = async (one: number) =>
    (await anna.client.call(media.get, { params: { id: one } })).data.media.status === pending
  // Each is cancelled at another moment of its work.
  for (const one of mediaIds) {
    await vi.waitFor(async () => expect(await isWaiting(one)).toBe(false), { timeout: 20_000, interval: 1 })
    await cancel(anna, one)
  }
  const { media: after } = await vi.waitFor(async () => {
    const found = await get(anna, id)
    expect(found.mediaWaiting).toBe(0)
    return found
  }, 20_000)
  for (const one of after) {
    const { rows } = await app.db.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM chunks WHERE media_id = $1',
      [one.media_id],
    )
    expect(one.chunks).toBe(rows[0]?.count)
    if (one.status === failed) expect(one).toMatchObject({ reason: 'cancelled', chunks: 0 })
    else expect(one).toMatchObject({ status: ready, reason: null })
  }
})

// The embedded database supports one process.
test.runIf(serverUrl)('cancelling through one process ends the work of another process', async () => {
  const anna = await app.deps.user()
  const { id } = await create(anna, slow('a.html'))
  await untilRead()
  const other = await anotherServer({ of: app.db })
  try {
    const client = createClient({ baseUrl: other.url, token: () => anna.token })
    await client.call(media.cancelAll, { params: { id } })
    await untilEnded()
    await until(anna, id, { status: failed, reason: 'cancelled' })
  } finally {
    await other.app.close(0)
  }
})
