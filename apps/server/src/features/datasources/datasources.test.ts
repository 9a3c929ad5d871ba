import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { eraseBinned } from '#test/bin.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources, media } = contract
const { ready, failed } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')
const file = (name: string, text: string | Buffer, mime_type = '') => ({
  name,
  mime_type,
  content: base64(text),
})
type Body = Parameters<typeof create>[1]
async function create(
  who: TestUser,
  body: { name?: string } & Record<string, unknown> = {},
): Promise<Datasource> {
  const sent = { name: 'Handbook', ...body }
  return (await who.client.call(datasources.create, { body: sent as never })).data.datasource
}
const get = async (who: TestUser, id: number) =>
  (await who.client.call(datasources.get, { params: { id } })).data.datasource
const update = async (who: TestUser, id: number, body: Body) =>
  (await who.client.call(datasources.update, { params: { id }, body: body as never })).data.datasource
const search = (who: TestUser, id: number, q: string, more: object = {}) =>
  who.client.call(datasources.search, { params: { id }, body: { q, ...more } })

/** Waits until a data source has a state, and returns it. */
const settled = (who: TestUser, id: number, status: number = ready) =>
  vi.waitFor(
    async () => {
      const found = await get(who, id)
      expect(found).toMatchObject({ status, mediaWaiting: 0 })
      return found
    },
    { timeout: 20_000, interval: 150 },
  )

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

test('a failed document reports its reason and does not affect the others', async () => {
  const { id } = await create(anna, {
    media: [
      file('good.txt', 'Tulips bloom in spring.'),
      file('broken.pdf', '%PDF-1.7 nothing'),
      file('empty.txt', '   '),
      file('photo.png', Buffer.from('89504e470d0a1a0a00', 'hex')),
    ],
  })
  const found = await settled(anna, id)
  expect(
    found.media.map(({ name, status, reason, warnings }) => [name, status, reason ?? warnings[0]?.code]),
  ).toEqual([
    ['good.txt', ready, undefined],
    ['broken.pdf', failed, 'damaged'],
    ['empty.txt', failed, 'no_text'],
    ['photo.png', ready, 'pictures'],
  ])
  const only = await create(anna, { media: [file('broken.pdf', '%PDF-1.7 nothing')] })
  await settled(anna, only.id, failed)
  await expect(search(anna, only.id, 'tulips')).rejects.toMatchObject({
    status: 409,
    code: 'DATASOURCE_NOT_READY',
  })
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

test('a file above the size limit is refused with the limit', async () => {
  const { id } = await create(anna)
  await expect(
    anna.client.call(media.begin, { params: { id }, body: { name: 'large.txt', size: 150_000_001 } }),
  ).rejects.toMatchObject({ status: 400, code: 'MEDIA_REFUSED', limit: 150_000_000 })
})

const OLD = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const BAD = [
  ['virus.exe', 'unknown_type', base64('MZ')],
  ['a.pdf', 'type_mismatch', base64('no pdf')],
  ['photo.jpg', 'foreign_picture', base64(Buffer.from('00000018667479706865696300000000', 'hex'))],
  [
    'locked.docx',
    'encrypted',
    base64(Buffer.concat([OLD, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])),
  ],
  ['nothing.txt', 'empty', ''],
  ['odd.txt', 'not_base64', 'a-b!'],
  ['long.txt', 'too_large', base64('x'.repeat(100_001))],
] as const

describe('a file that is not taken', () => {
  let small: TestApp
  let user: TestUser
  beforeAll(async () => {
    small = await testApp({ file: { limits: { documentBytes: 100_000 } } })
    user = await small.deps.user()
  })
  afterAll(() => small.close())

  const bad = BAD.map(([name, , content]) => ({ name, mime_type: '', content }))
  const good = [file('one.txt', 'Tulips bloom in spring.'), file('two.txt', 'The reactor hums.')]
  const states = ({ media: all }: Datasource) => all.map(({ name, status, reason }) => [name, status, reason])
  const expected = BAD.map(([name, reason]) => [name, failed, reason])

  test('is a failed document with its reason, and the others are read', async () => {
    const made = await create(user, { media: [good[0], ...bad] })
    expect(states(made).slice(1)).toEqual(expected)
    expect(states(await settled(user, made.id))).toEqual([['one.txt', ready, null], ...expected])
    const kept = made.media.map(({ media_id }) => ({ media_id }))
    await update(user, made.id, { media: [...kept, ...bad, good[1]] })
    const found = await settled(user, made.id)
    expect(states(found).slice(1 + bad.length)).toEqual([...expected, ['two.txt', ready, null]])
    for (const q of ['tulips', 'reactor'])
      expect((await search(user, made.id, q)).data.Passages).toHaveLength(1)
  })

  test('keeps its reason when it is indexed again, or cut in another size', async () => {
    const { id } = await create(user, { media: [...bad, good[0]] })
    const params = { id }
    await user.client.call(media.indexFailed, { params })
    expect(states(await settled(user, id)).slice(0, -1)).toEqual(expected)
    await update(user, id, { chunkSize: 512 })
    expect(states(await settled(user, id)).slice(0, -1)).toEqual(expected)
  })
})

test.each([
  [{ chunkSize: 63 }, 400],
  [{ chunkSize: 8_193 }, 400],
  [{ chunkOverlap: 15 }, 400],
  [{ chunkOverlap: 129 }, 400],
  [{ chunkSize: 64, chunkOverlap: 64 }, 400],
  [{ chunkSize: '512' }, 400],
  [{ name: '  ' }, 400],
  [{ media: [{ url: 'no address' }] }, 400],
  [{ media: [{ media_id: 999_999_999 }] }, 404],
])('invalid settings %j are refused with %i', async (body, status) => {
  await expect(create(anna, body)).rejects.toMatchObject({ status })
})

test('updating the list of documents adds new ones and deletes omitted ones with their chunks', async () => {
  const { id } = await create(anna, {
    media: [file('keep.txt', 'Keep the roses.'), file('drop.txt', 'Drop the daisies.')],
  })
  const before = await settled(anna, id)
  const [keep, drop] = before.media
  await update(anna, id, {
    media: [{ media_id: keep?.media_id }, { ...file('new.txt', 'New lilies.'), media_id: 'temp-1' }],
  })
  const after = await settled(anna, id)
  expect(after.media.map(({ name }) => name)).toEqual(['keep.txt', 'new.txt'])
  expect(after.media[0]?.media_id).toBe(keep?.media_id)
  expect((await search(anna, id, 'daisies')).data.Passages).toEqual([])
  expect((await search(anna, id, 'lilies')).data.Passages).toHaveLength(1)
  await expect(anna.client.call(media.get, { params: { id: drop?.media_id ?? 0 } })).rejects.toMatchObject({
    status: 404,
  })
  // The words of removed chunks are removed from the index.
  await vi.waitFor(async () => {
    const { rows } = await app.db.pool.query(
      'SELECT FROM chunk_segments WHERE datasource_id = $1 AND stale',
      [id],
    )
    expect(rows).toEqual([])
  }, 10_000)
})

describe('a list of documents', () => {
  /** A data source of Anna with a document, and Ben with write access. */
  async function shared() {
    const source = await create(anna, { media: [file('first.txt', 'First.')] })
    await app.deps.share(source, ben, { write: true })
    return get(anna, source.id)
  }
  const begin = async (who: TestUser, id: number, name: string) =>
    (await who.client.call(media.begin, { params: { id }, body: { name, size: 10 } })).data.media.media_id
  const names = async (id: number) => (await get(anna, id)).media.map(({ name }) => name)
  const kept = (source: Datasource) => source.media.map(({ media_id }) => ({ media_id }))

  test.each(['with', 'without'])(
    'is refused (409) %s its etag when somebody else added documents since, and removes nothing',
    async (how) => {
      const read = await shared()
      const { id, mediaEtag } = read
      await begin(ben, id, 'of Ben.txt')
      const etag = how === 'with' ? { ifMedia: mediaEtag } : {}
      const stale = update(anna, id, {
        summary: 'New',
        media: [...kept(read), file('new.txt', 'New.')],
        ...etag,
      })
      await expect(stale).rejects.toMatchObject({ status: 409, code: 'MEDIA_LIST_STALE' })
      expect(await names(id)).toEqual(['first.txt', 'of Ben.txt'])
      expect((await get(anna, id)).summary).toBe('')
      const again = await get(anna, id)
      await update(anna, id, { media: kept(again).slice(0, 1), ifMedia: again.mediaEtag })
      expect(await names(id)).toEqual(['first.txt'])
    },
  )

  test('keeps what its sender added since it was read, and removes what it contained', async () => {
    const read = await shared()
    const { id, mediaEtag } = read
    await begin(anna, id, 'own.txt')
    await update(anna, id, { media: [file('new.txt', 'New.')], ifMedia: mediaEtag })
    expect(await names(id)).toEqual(['own.txt', 'new.txt'])
    // Without the etag it replaces all, as specified.
    await update(ben, id, { media: [file('all.txt', 'All.')] })
    expect(await names(id)).toEqual(['all.txt'])
    const { rows } = await app.db.pool.query<{ details: object; user_id: number }>(
      `SELECT details, user_id FROM audit_entries WHERE action = 'document.removed' AND object_id = $1 ORDER BY id`,
      [id],
    )
    expect(rows).toEqual([
      { details: { documents: 1 }, user_id: anna.id },
      { details: { documents: 2 }, user_id: ben.id },
    ])
  })

  test('leaves no entry in the audit trail when it is refused', async () => {
    const read = await shared()
    const { id } = read
    const body = { label: 'confidential', media: [{ media_id: 999_999_999 }] }
    await expect(update(anna, id, body)).rejects.toMatchObject({ status: 404 })
    const entries = `SELECT action, details FROM audit_entries WHERE object_type = 'datasource' AND object_id = $1
      AND action <> 'item.shared'`
    expect((await app.db.pool.query(entries, [id])).rows).toEqual([])
    await update(anna, id, { label: 'confidential' })
    await update(anna, id, { label: 'confidential', name: 'Same' })
    await update(anna, id, { label: '' })
    const action = 'datasource.confidentiality-changed'
    expect((await app.db.pool.query(entries, [id])).rows).toEqual([
      { action, details: { from: '', to: 'confidential' } },
      { action, details: { from: 'confidential', to: '' } },
    ])
  })
})

test('new chunk settings split the documents again', async () => {
  const text = Array.from(
    { length: 60 },
    (_, n) => `Sentence number ${n} speaks about bridges and rivers.`,
  ).join(' ')
  const { id } = await create(anna, { media: [file('bridges.txt', text)] })
  const before = await settled(anna, id)
  await update(anna, id, { chunkSize: 64, chunkOverlap: 16 })
  const after = await vi.waitFor(async () => {
    const found = await settled(anna, id)
    expect(found.chunks).toBeGreaterThan(before.chunks)
    return found
  }, 10_000)
  expect(after).toMatchObject({ chunkSize: 64, chunkOverlap: 16 })
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

test('an address is added to existing documents and reports why it cannot be fetched', async () => {
  const { id } = await create(anna, { media: [file('a.txt', 'Apples grow on trees.')] })
  await settled(anna, id)
  const body = { url: '127.0.0.1.nip.io/secret', name: 'Inner' }
  const { data } = await anna.client.call(media.begin, { params: { id }, body })
  expect(data.media).toMatchObject({ name: 'Inner', url: 'https://127.0.0.1.nip.io/secret' })
  const found = await settled(anna, id)
  expect(found.media.map(({ name, reason }) => [name, reason])).toEqual([
    ['a.txt', null],
    ['Inner', 'unreachable'],
  ])
})

test('an address that is private as it is written is refused with what to do (OUTBOUND-7)', async () => {
  const { id } = await create(anna, { media: [{ url: 'http://10.0.0.1/page' }, { url: '999.0.0.10/x' }] })
  const found = await settled(anna, id, failed)
  expect(found.media.map(({ url, reason }) => [url, reason])).toEqual([
    ['http://10.0.0.1/page', 'not_allowed'],
    ['https://999.0.0.10/x', 'unreachable'],
  ])
  const refused = { status: 400, code: 'ADDRESS_NOT_ALLOWED' }
  const params = { id }
  for (const url of [
    'http://10.0.0.1/',
    'http://intranet/',
    'http://[::1]/',
    'example.org:22',
    '1.2.3.999',
    'http://1.2.3.256/',
  ]) {
    const document = anna.client.call(media.begin, { params, body: { url } })
    await expect(document, url).rejects.toMatchObject(refused)
    const site = anna.client.call(contract.sites.create, { params, body: { kind: 'below', url } })
    await expect(site, url).rejects.toMatchObject(refused)
  }
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
