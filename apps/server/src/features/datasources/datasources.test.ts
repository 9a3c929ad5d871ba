import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { eraseBinned } from '#test/bin.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { base64, create, file, get, search, settled, update } from './test/datasources.ts'

const { datasources, media } = contract
const { ready } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

const TRAVEL =
  '# Travel\n\nThe allowance for travel is 30 euros a day.\n\n# Food\n\nThe canteen opens at noon.'

test('documents become searchable, and passages explain why they were found', async () => {
  const { id } = await create(anna, {
    name: ' Rules ',
    summary: ' About travel ',
    media: [file('travel.md', TRAVEL)],
  })
  const found = await settled(anna, id)
  expect(found).toMatchObject({
    name: 'Rules',
    summary: 'About travel',
    mediaCount: 1,
    languages: ['en'],
    media: [{ name: 'travel.md', mime_type: 'text/markdown', status: ready, reason: null, language: 'en' }],
  })
  const { data, meta } = await search(anna, id, 'What allowance do I get for travelling?')
  const [best] = data.Passages
  expect(best).toMatchObject({ title: 'travel.md', heading: expect.stringContaining('Travel') as string })
  expect(best?.text).toContain('30 euros')
  const sum =
    (best?.why.terms.reduce((all, { points }) => all + points, 0) ?? 0) +
    (best?.why.neighbours ?? 0) +
    (best?.why.letters ?? 0)
  expect(sum).toBeCloseTo(best?.score ?? 0, 6)
  expect(meta).toMatchObject({ languages: ['en'], searched: { documents: 1 }, vectors: 'off' })
  const { data: read } = await anna.client.call(media.text, { params: { id: best?.mediaId ?? 0 } })
  expect(read.document.text.slice(best?.from, best?.to)).toBe(best?.text)
})

test('unknown words are reported, and a passage that was not found gets a reason', async () => {
  const { id } = await create(anna, {
    media: [file('a.txt', 'Apples grow on trees.'), file('b.txt', 'Ships sail on seas.')],
  })
  await settled(anna, id)
  const { data, meta } = await search(anna, id, 'apples zeppelin')
  expect(meta.unknown).toEqual(['zeppelin'])
  expect(data.Passages.map(({ title }) => title)).toEqual(['a.txt'])
  const ships = (await search(anna, id, 'ships')).data.Passages[0]
  const about = (await search(anna, id, 'apples', { about: ships?.chunkId })).meta.about
  expect(about).toMatchObject({ chunkId: ships?.chunkId, reason: 'not_found', rank: null })
})

test('an upload is sent in parts and can be continued after an interruption', async () => {
  const { id } = await create(anna)
  const text = 'The reactor is cooled with heavy water. '.repeat(100)
  const bytes = Buffer.from(text)
  const begun = await anna.client.call(media.begin, {
    params: { id },
    body: { name: 'reactor.txt', size: bytes.length },
  })
  const params = { id: begun.data.media.media_id }
  const piece = (offset: number, end: number) =>
    anna.client.call(media.append, { params, body: { offset, base64: base64(bytes.subarray(offset, end)) } })
  expect((await piece(0, 1_000)).data.media).toMatchObject({
    received: 1_000,
    status: DATASOURCE_STATUS.pending,
  })
  await expect(piece(500, 600)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
  expect((await anna.client.call(media.get, { params })).data.media.received).toBe(1_000)
  await expect(
    anna.client.call(media.append, { params, body: { offset: 1_000, base64: base64(`${text}more`) } }),
  ).rejects.toMatchObject({ status: 400, code: 'MEDIA_REFUSED' })
  const incomplete = { status: 409, code: 'MEDIA_INCOMPLETE' }
  await expect(anna.client.call(media.base64, { params })).rejects.toMatchObject(incomplete)
  await expect(anna.client.call(media.binary, { params })).rejects.toMatchObject(incomplete)
  await piece(1_000, bytes.length)
  await settled(anna, id)
  expect((await search(anna, id, 'reactor')).data.Passages).not.toEqual([])
  const { data } = await anna.client.call(media.base64, { params })
  expect(Buffer.from(data.base64, 'base64').equals(bytes)).toBe(true)
  const whole = await anna.client.call(media.binary, { params })
  expect(await whole.data.text()).toBe(text)
})

/** Adds documents that are read all the time. */
async function keepReading(id: number, count: number): Promise<void> {
  await app.db.pool.query(
    `INSERT INTO media (datasource_id, name, mime_type, size, received, status, server_id)
      SELECT $1, 'read ' || number, 'text/plain', 5, 5, 1, (SELECT id FROM servers LIMIT 1)
      FROM generate_series(1, $2::int) number`,
    [id, count],
  )
  await app.db.pool.query('UPDATE datasources SET status = 1 WHERE id = $1', [id])
}

test('a search answers from what is indexed while other documents are read, and says how many', async () => {
  const { id } = await create(anna, { media: [file('good.txt', 'Tulips bloom in spring.')] })
  await settled(anna, id)
  expect((await search(anna, id, 'tulips')).meta.beingRead).toEqual({ documents: 0, all: 1 })
  await keepReading(id, 3)
  const found = await search(anna, id, 'tulips')
  expect(found.data.Passages).toHaveLength(1)
  expect(found.meta.beingRead).toEqual({ documents: 3, all: 4 })
  // A document that is cut again is found meanwhile.
  await app.db.pool.query(`UPDATE media SET status = 1 WHERE datasource_id = $1`, [id])
  expect((await search(anna, id, 'tulips')).meta.beingRead).toEqual({ documents: 3, all: 4 })
  const empty = await create(anna, {})
  await keepReading(empty.id, 1)
  await expect(search(anna, empty.id, 'tulips')).rejects.toMatchObject({ code: 'DATASOURCE_NOT_READY' })
})

test('write access allows changing documents, but not name, summary or shares (403)', async () => {
  const source = await create(anna, { media: [file('a.txt', 'Plain text of Anna.')] })
  await settled(anna, source.id)
  await app.deps.share(source, ben, { write: true })
  await expect(update(ben, source.id, { name: 'Mine' })).rejects.toMatchObject({ status: 403 })
  await expect(update(ben, source.id, { summary: 'Mine' })).rejects.toMatchObject({ status: 403 })
  await expect(
    update(ben, source.id, {
      assocContexts: [{ contextId: anna.contextId }, { contextId: ben.contextId, hasAdminAccess: true }],
    }),
  ).rejects.toMatchObject({ status: 403 })
  // The stored values are accepted when they are sent back.
  const { name, summary } = source
  await update(ben, source.id, { name, summary, media: [file('b.txt', 'Text of Ben.')] })
  const after = await settled(ben, source.id)
  expect(after.media.map((one) => one.name)).toEqual(['b.txt'])
})

test('a user who lost access cannot search (404)', async () => {
  const source = await create(anna, { media: [file('secret.txt', 'The vault opens at dawn.')] })
  await settled(anna, source.id)
  await app.deps.share(source, ben)
  expect((await search(ben, source.id, 'vault')).data.Passages).toHaveLength(1)
  await update(anna, source.id, { assocContexts: [] })
  await expect(search(ben, source.id, 'vault')).rejects.toMatchObject({ status: 404 })
})

test('deleting a data source deletes its chunks and stored bytes', async () => {
  const source = await create(anna, { media: [file('gone.txt', 'Gone with the wind.')] })
  await settled(anna, source.id)
  const { rows } = await app.db.pool.query<{ blob: string }>(
    'SELECT blob FROM media_pieces WHERE media_id = $1',
    [source.media[0]?.media_id],
  )
  const blobs = openDiskBlobs(join(app.db.dataDir, 'blobs'))
  expect(await blobs.find(rows[0]?.blob ?? '')).toBeDefined()
  await anna.client.call(datasources.remove, { params: { id: source.id } })
  await eraseBinned(anna, source)
  await vi.waitFor(async () => expect(await blobs.find(rows[0]?.blob ?? '')).toBeUndefined(), 20_000)
  const left = await app.db.pool.query('SELECT FROM chunks WHERE datasource_id = $1', [source.id])
  expect(left.rows).toEqual([])
})

test('the bytes of all documents of a deleted data source are deleted by one job', async () => {
  const names = ['one', 'two', 'three']
  const source = await create(ben, { media: names.map((name) => file(`${name}.txt`, `Text ${name}.`)) })
  const { id } = source
  await settled(ben, id)
  const stored = await app.db.pool.query<{ key: string }>(
    `SELECT blob AS key FROM media_pieces JOIN media ON media.id = media_id WHERE datasource_id = $1
      UNION ALL SELECT extracted FROM media WHERE datasource_id = $1`,
    [id],
  )
  const keys = stored.rows.map(({ key }) => key)
  expect(keys).toHaveLength(6)
  await ben.client.call(datasources.remove, { params: { id } })
  await eraseBinned(ben, source)
  const jobs = await app.db.pool.query<{ keys: string[] }>(
    `SELECT data -> 'keys' AS keys FROM jobs.job WHERE name = 'datasources.forget-documents' AND data -> 'keys' ?| $1`,
    [keys],
  )
  expect(jobs.rows.map((job) => job.keys.toSorted())).toEqual([keys.toSorted()])
})

test('documents of several users are read alternately', async () => {
  const many = await create(anna, {
    media: Array.from({ length: 30 }, (_, n) => file(`${n}.txt`, `Document ${n} of Anna.`)),
  })
  const one = await create(ben, { media: [file('one.txt', 'The only document of Ben.')] })
  await settled(ben, one.id)
  expect((await get(anna, many.id)).mediaWaiting).toBeGreaterThan(0)
  await settled(anna, many.id)
})
