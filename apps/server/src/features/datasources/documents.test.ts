import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { create, file, get, search, settled, update } from './test/datasources.ts'

const { media } = contract
const { failed } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

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
