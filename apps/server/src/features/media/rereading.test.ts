// Documents that older versions read are read again by themselves (decision 108). Each document here was indexed from other bytes
// than the media store has now, as if an older reader had read them differently.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { newBlobKey } from '#platform/blobs/index.ts'
import { EXTRACTION } from './indexing/read.ts'

const { datasources, media, system } = contract
const { ready } = DATASOURCE_STATUS

const web = answeringServer()
let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await readingApp(web, {
    figuresFreshMs: 100,
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  anna = await app.deps.user()
})

const file = (name: string, text: string) => ({
  name,
  mime_type: '',
  content: Buffer.from(text).toString('base64'),
})
const create = async (who: TestUser, ...files: object[]) =>
  (await who.client.call(datasources.create, { body: { name: 'Archive', media: files as never } })).data
    .datasource
const get = async (who: TestUser, id: number) =>
  (await who.client.call(datasources.get, { params: { id } })).data.datasource
const search = async (who: TestUser, id: number, q: string) =>
  (await who.client.call(datasources.search, { params: { id }, body: { q } })).data.Passages
const indexed = (who: TestUser, id: number) =>
  vi.waitFor(
    async () => {
      const found = await get(who, id)
      expect(found.media.every(({ status }) => status === ready)).toBe(true)
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
const source = async (who: TestUser, ...files: object[]) => indexed(who, (await create(who, ...files)).id)

const versionsOf = async (id: number) =>
  (
    await app.db.pool.query<{ id: number; extraction: number; rereads: number; server: string | null }>(
      'SELECT id, extraction, rereads, server_id AS server FROM media WHERE datasource_id = $1 ORDER BY id',
      [id],
    )
  ).rows
/** As if an older version had read the documents of a data source; some have the bytes of others now. */
const age = async (id: number, bytesOf: readonly (readonly [number, number])[] = []) => {
  for (const [mediaId, other] of bytesOf) {
    await app.db.pool.query(
      `UPDATE media_pieces SET blob = other.blob, size = other.size FROM media_pieces other
        WHERE media_pieces.media_id = $1 AND other.media_id = $2`,
      [mediaId, other],
    )
    await app.db.pool.query(
      'UPDATE media SET size = other.size, received = other.size FROM media other WHERE media.id = $1 AND other.id = $2',
      [mediaId, other],
    )
  }
  await app.db.pool.query('UPDATE media SET extraction = $2 WHERE datasource_id = $1', [id, EXTRACTION - 1])
}
const until = (id: number, isSo: (rows: Awaited<ReturnType<typeof versionsOf>>) => boolean) =>
  vi.waitFor(
    async () => {
      const rows = await versionsOf(id)
      if (!isSo(rows)) throw new Error(`not yet: ${JSON.stringify(rows)}`)
      return rows
    },
    { timeout: 60_000, interval: 20 },
  )
const isRead = ({ extraction, server }: Awaited<ReturnType<typeof versionsOf>>[number]) =>
  extraction === EXTRACTION && server === null
const idOf = ({ media: all }: { readonly media: readonly { readonly media_id: number }[] }, at = 0) =>
  all[at]?.media_id ?? 0
const rules = (of: (at: number) => string) =>
  Array.from({ length: 12 }, (_, at) => `# Rule ${at}\n\n${of(at)}`).join('\n\n')
const chunksOf = async (who: TestUser, id: number) =>
  (await who.client.call(media.text, { params: { id } })).data.document.chunks

test('the new text is found, and equal passages keep their ids, switches and notes', async () => {
  const text = (at: number) => `It holds for harbour ${at}. `.repeat(12)
  const body = { name: 'Rules', chunkSize: 64, media: [file('rules.md', rules(text))] }
  const made = (await anna.client.call(datasources.create, { body })).data.datasource
  const { id } = made
  const mediaId = idOf(await indexed(anna, id))
  const before = await chunksOf(anna, mediaId)
  const set = (at: number, setting: object) =>
    anna.client.call(media.setChunk, {
      params: { id: mediaId, chunkId: before[at]?.chunkId ?? 0 },
      body: setting,
    })
  await set(2, { isOff: true })
  await set(3, { note: 'quay' })
  const other = await source(
    anna,
    file(
      'rules.md',
      rules((at) => (at === 11 ? 'Only the lighthouse stays.' : text(at))),
    ),
  )
  expect(await search(anna, id, 'lighthouse')).toEqual([])
  await age(id, [[mediaId, idOf(other)]])
  await until(id, (rows) => rows.every(isRead))
  expect((await search(anna, id, 'lighthouse')).map(({ mediaId: of }) => of)).toEqual([mediaId])
  const after = await chunksOf(anna, mediaId)
  const ids = (all: typeof after) => new Set(all.slice(0, 20).map(({ chunkId }) => chunkId))
  expect(ids(after)).toEqual(ids(before))
  expect([after[2]?.isOff, after[3]?.note, (await search(anna, id, 'quay')).length]).toEqual([
    true,
    'quay',
    1,
  ])
})

test('questions are answered while many documents are read again, and the data source stays ready', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `${at}.txt`)
  const { id } = await source(anna, ...names.map((name) => file(name, `The ${name} tells of cranes.`)))
  await age(id)
  let seen = 0
  for (let left = 30; left > 0;) {
    expect(await search(anna, id, 'cranes')).toHaveLength(5)
    expect((await get(anna, id)).status).toBe(ready)
    left = (await versionsOf(id)).filter((row) => !isRead(row)).length
    if (left > 0 && left < 30) seen++
  }
  expect(seen).toBeGreaterThan(2)
  expect((await get(anna, id)).media.every(({ lastFailure }) => lastFailure === null)).toBe(true)
})

test('people take turns, and new documents come first', async () => {
  const ben = await app.deps.user()
  const many = await source(
    anna,
    ...Array.from({ length: 40 }, (_, at) => file(`${at}.txt`, `Text ${at} about cranes.`)),
  )
  const one = await source(ben, file('one.txt', 'One text.'))
  await app.db.pool.query('UPDATE media SET extraction = $2 WHERE datasource_id = ANY ($1::bigint[])', [
    [many.id, one.id],
    EXTRACTION - 1,
  ])
  const leftOf = async () => (await versionsOf(many.id)).filter((row) => !isRead(row)).length
  await until(one.id, (rows) => rows.every(isRead))
  expect(await leftOf()).toBeGreaterThan(30)
  const added = await create(ben, file('new.txt', 'A new text.'), file('newer.txt', 'A newer text.'))
  await indexed(ben, added.id)
  expect(await leftOf()).toBeGreaterThan(5)
  await until(many.id, (rows) => rows.every(isRead))
})

test('a document that cannot be read again keeps its text, says nothing, and is not tried for ever', async () => {
  const made = await source(anna, file('report.html', '<p>The harbour opens at noon.</p>'))
  await app.db.pool.query('UPDATE media_pieces SET blob = $2 WHERE media_id = $1', [idOf(made), newBlobKey()])
  await age(made.id)
  await until(made.id, ([row]) => row?.rereads === 3 && row.server === null)
  expect(await search(anna, made.id, 'harbour')).toHaveLength(1)
  const [document] = (await get(anna, made.id)).media
  expect(document).toMatchObject({ status: ready, reason: null, lastFailure: null, chunks: 1 })
  // A person reads it again: now the reason is shown.
  await anna.client.call(media.index, { params: { id: idOf(made) } })
  await vi.waitFor(async () => expect((await get(anna, made.id)).media[0]?.lastFailure).toBe('missing'))
})

test('an address is not fetched, and “cancel” does not end what people did not begin', async () => {
  web.respond = (_, res) => res.writeHead(200, { 'content-type': 'text/markdown' }).end('# Page')
  const { id } = await source(anna, { url: `http://page.test:${web.port}/page` })
  const before = web.requests.length
  await age(id)
  await anna.client.call(media.cancelAll, { params: { id } })
  await until(id, (rows) => rows.every(isRead))
  expect(web.requests).toHaveLength(before)
  expect((await get(anna, id)).media[0]).toMatchObject({ status: ready, lastFailure: null })
})

test('documents that people cancelled wait for them', async () => {
  const made = await source(anna, file('a.txt', 'One.'), file('b.txt', 'Two.'))
  await app.db.pool.query(`UPDATE media SET last_failure = 'cancelled' WHERE id = $1`, [idOf(made)])
  await age(made.id)
  const [cancelled] = await until(made.id, (rows) => isRead(rows[1] as (typeof rows)[number]))
  expect(cancelled).toMatchObject({ extraction: EXTRACTION - 1, rereads: 0, server: null })
})

test('an operator sees how many documents wait and how many keep their old text', async () => {
  const root = await app.deps.user({ roleId: 1 })
  const { id } = await source(
    anna,
    ...Array.from({ length: 30 }, (_, at) => file(`${at}.txt`, `Text ${at}.`)),
  )
  const work = async () =>
    (await root.client.call(system.get)).data.System.work.find(({ kind }) => kind === 'documents-again')
  expect((await work())?.running).toBe(0)
  await age(id)
  await vi.waitFor(async () => expect((await work())?.waiting).toBeGreaterThan(3), { interval: 5 })
  await until(id, (rows) => rows.every(isRead))
})

// The embedded database supports one process.
test.runIf(serverUrl)('two servers share the work, and each document is read once', async () => {
  const { id } = await source(
    anna,
    ...Array.from({ length: 40 }, (_, at) => file(`${at}.txt`, `Text ${at}.`)),
  )
  const blobsOf = async () =>
    (
      await app.db.pool.query<{ extracted: string }>('SELECT extracted FROM media WHERE datasource_id = $1', [
        id,
      ])
    ).rows.map(({ extracted }) => extracted)
  const before = await blobsOf()
  await age(id)
  const other = await anotherServer({ of: app.db })
  try {
    const servers = new Set<string>()
    await until(id, (rows) => {
      for (const { server } of rows) if (server !== null) servers.add(server)
      expect(rows.every(({ rereads }) => rereads <= 1)).toBe(true)
      return rows.every(isRead)
    })
    expect(servers.size).toBe(2)
    expect((await blobsOf()).filter((key) => before.includes(key))).toEqual([])
    expect((await get(anna, id)).chunks).toBe(40)
  } finally {
    await other.app.close(0)
  }
})
