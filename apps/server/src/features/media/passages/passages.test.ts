// Passages that people switch off or give a note: what searches find, what survives indexing, and permissions.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources, media, testQuestions, audit } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ quietMs: 200 })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const file = (name: string, text: string) => ({
  name,
  mime_type: '',
  content: Buffer.from(text).toString('base64'),
})
const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const { data } = await anna.client.call(datasources.get, { params: { id } })
      expect(data.datasource).toMatchObject({ status: DATASOURCE_STATUS.ready, mediaWaiting: 0 })
      return data.datasource
    },
    { timeout: 20_000, interval: 150 },
  )
const create = async (files: ReturnType<typeof file>[], more: object = {}): Promise<Datasource> => {
  const body = { name: 'House', media: files, ...more }
  return settled((await anna.client.call(datasources.create, { body })).data.datasource.id)
}
const find = async (id: number, q: string, more: object = {}) => {
  const { data, meta } = await anna.client.call(datasources.search, { params: { id }, body: { q, ...more } })
  return { ...meta, passages: data.Passages }
}
const textOf = async (id: number) => (await anna.client.call(media.text, { params: { id } })).data.document
const set = async (id: number, chunkId: number, body: { isOff?: boolean; note?: string }, who = anna) =>
  (await who.client.call(media.setChunk, { params: { id, chunkId }, body })).data

const LONG = 'It is open to guests and to the people of the house on every day of the week. '.repeat(12)
const CHAPTERS = ['canteen', 'library', 'garden', 'cellar']
const HOUSE = CHAPTERS.map((name) => `# ${name}\n\nThe ${name} has a brass door. ${LONG}`).join('\n\n')
const SETTINGS = { chunkSize: 512, chunkOverlap: 16 }

/** A document with a passage for each chapter. */
async function house(more: object = {}) {
  const source = await create([file('house.md', HOUSE)], { ...SETTINGS, ...more })
  const mediaId = source.media[0]?.media_id ?? 0
  const { chunks } = await textOf(mediaId)
  expect(chunks.map(({ heading }) => heading)).toEqual(CHAPTERS)
  const chunkOf = (name: string) => chunks[CHAPTERS.indexOf(name)]?.chunkId ?? 0
  return { source, mediaId, chunkOf }
}
const indexAgain = async (source: Datasource, body: object) => {
  await anna.client.call(datasources.update, { params: { id: source.id }, body })
  return settled(source.id)
}

test('a switched-off passage is not found and has the reason “off”, until it is switched on', async () => {
  const { source, mediaId, chunkOf } = await house()
  const before = await find(source.id, 'brass door of the library')
  expect(before.passages[0]).toMatchObject({ chunkId: chunkOf('library'), note: '' })
  const { chunks, media: changed } = await set(mediaId, chunkOf('library'), { isOff: true })
  expect(chunks).toEqual([expect.objectContaining({ chunkId: chunkOf('library'), isOff: true, note: '' })])
  expect(changed).toMatchObject({ edition: 1, chunks: 4 })
  const off = await find(source.id, 'brass door of the library', { limit: 10, about: chunkOf('library') })
  const found = off.passages.map(({ heading }) => heading).toSorted()
  expect(found).toEqual(['canteen', 'cellar', 'garden'])
  expect(off.switchedOff).toEqual(['library'])
  expect((await find(source.id, 'Zeppelins of the LIBRARIES')).switchedOff).toEqual(['LIBRARIES'])
  expect(off.about).toMatchObject({ reason: 'off', rank: null, passage: { chunkId: chunkOf('library') } })
  expect((await textOf(mediaId)).chunks.map(({ isOff }) => isOff)).toEqual([false, true, false, false])
  await set(mediaId, chunkOf('library'), { isOff: false })
  const on = await find(source.id, 'brass door of the library')
  expect([on.passages[0]?.chunkId, on.switchedOff]).toEqual([chunkOf('library'), []])
  const { rows } = await app.db.pool.query('SELECT FROM chunk_settings WHERE media_id = $1', [mediaId])
  expect(rows).toEqual([])
})

test('a passage gets no neighbour points across one that is switched off', async () => {
  const { source, mediaId, chunkOf } = await house()
  const near = async () => {
    const { passages } = await find(source.id, 'brass door library garden', { limit: 10 })
    return passages.find(({ chunkId }) => chunkId === chunkOf('canteen'))?.why.neighbours ?? 0
  }
  expect(await near()).toBeGreaterThan(0)
  await set(mediaId, chunkOf('library'), { isOff: true })
  expect(await near()).toBe(0)
})

test('a note is searched like the passage, including word stems, but is not part of its text', async () => {
  const { source, mediaId, chunkOf } = await house()
  expect((await find(source.id, 'zeppelins')).passages).toEqual([])
  await set(mediaId, chunkOf('garden'), { note: ' Zeppelin landings ' })
  const { passages, unknown } = await find(source.id, 'zeppelins')
  expect(unknown).toEqual([])
  expect(passages.map(({ chunkId }) => chunkId)).toEqual([chunkOf('garden')])
  const [found] = passages
  expect(found).toMatchObject({ note: 'Zeppelin landings', heading: 'garden' })
  expect(found?.why.terms[0]).toMatchObject({ word: 'zeppelins', how: 'stem' })
  expect(found?.text).not.toContain('Zeppelin')
  expect((await textOf(mediaId)).text.slice(found?.from, found?.to)).toBe(found?.text)
  await set(mediaId, chunkOf('garden'), { note: '' })
  expect((await find(source.id, 'zeppelins')).passages).toEqual([])
})

test('settings of a passage are kept by its text when documents are indexed again', async () => {
  const { source, mediaId, chunkOf } = await house()
  await set(mediaId, chunkOf('library'), { isOff: true })
  await set(mediaId, chunkOf('garden'), { note: 'zeppelin' })
  // Without names each passage has another context, so that all are new.
  await indexAgain(source, { useContextual: false })
  const renewed = (await textOf(mediaId)).chunks
  expect(renewed.map(({ chunkId }) => chunkId)).not.toContain(chunkOf('library'))
  const settings = [
    [false, ''],
    [true, ''],
    [false, 'zeppelin'],
    [false, ''],
  ]
  const given = async () => (await textOf(mediaId)).chunks.map(({ isOff, note }) => [isOff, note])
  expect(await given()).toEqual(settings)
  expect((await find(source.id, 'zeppelin')).passages).toHaveLength(1)
  expect((await find(source.id, 'library')).passages).toEqual([])
  // Other texts have no settings; the same texts get their settings back.
  await indexAgain(source, { chunkSize: 128 })
  expect((await given()).every(([isOff, note]) => isOff === false && note === '')).toBe(true)
  expect((await find(source.id, 'library')).passages).not.toEqual([])
  await indexAgain(source, { ...SETTINGS, useContextual: true })
  expect(await given()).toEqual(settings)
  expect((await find(source.id, 'brass door library', { limit: 10 })).passages).toHaveLength(3)
})

test('passages with the same text in one document share their settings', async () => {
  const text = ['apple', 'pear', 'apple']
    .map((name) => `# ${name}\n\nIts stone is hard. ${LONG}`)
    .join('\n\n')
  const source = await create([file('fruit.md', text)], { ...SETTINGS, chunkSize: 256 })
  const mediaId = source.media[0]?.media_id ?? 0
  const { chunks } = await textOf(mediaId)
  const { chunks: changed } = await set(mediaId, chunks[0]?.chunkId ?? 0, { isOff: true })
  expect(changed.map(({ heading }) => heading)).toContain('apple')
  const off = (await textOf(mediaId)).chunks.filter(({ isOff }) => isOff)
  expect(off.length).toBe(changed.length)
  expect(changed.length).toBeGreaterThan(1)
})

test('the merged index excludes switched-off passages and includes notes', async () => {
  const { source, mediaId, chunkOf } = await house()
  await set(mediaId, chunkOf('library'), { isOff: true })
  await set(mediaId, chunkOf('garden'), { note: 'zeppelin' })
  await vi.waitFor(
    async () => {
      const { rows } = await app.db.pool.query<{ size: number; stale: boolean }>(
        'SELECT size, stale FROM chunk_segments WHERE datasource_id = $1',
        [source.id],
      )
      expect(rows.every(({ stale }) => !stale)).toBe(true)
      expect(rows.map(({ size }) => size)).toEqual([3])
    },
    { timeout: 20_000, interval: 150 },
  )
  expect(await find(source.id, 'library')).toMatchObject({
    passages: [],
    unknown: ['library'],
    searched: { documents: 1, chunks: 3 },
  })
  expect((await find(source.id, 'zeppelin')).passages).toHaveLength(1)
})

test('removed or switched-off passages are not counted as searched, even before the index is merged', async () => {
  const { source, mediaId, chunkOf } = await house()
  const { id } = source
  const { data } = await anna.client.call(datasources.update, {
    params: { id },
    body: { media: [...source.media, file('sea.txt', 'Ships sail on the sea.')] },
  })
  await settled(id)
  expect((await find(id, 'ships')).searched).toEqual({ documents: 2, chunks: 5 })
  const last = data.datasource.media.at(-1)?.media_id ?? 0
  await anna.client.call(media.remove, { params: { id: last } })
  expect((await find(id, 'brass')).searched).toEqual({ documents: 1, chunks: 4 })
  const { rows } = await app.db.pool.query<{ size: number }>(
    'SELECT sum(size)::int AS size FROM chunk_segments WHERE datasource_id = $1',
    [id],
  )
  expect(rows[0]?.size).toBe(5)
  await set(mediaId, chunkOf('library'), { isOff: true })
  expect((await find(id, 'brass')).searched).toEqual({ documents: 1, chunks: 3 })
  await indexAgain(source, { chunkSize: 8_192 })
  expect((await find(id, 'brass')).searched).toEqual({ documents: 1, chunks: 1 })
})

test('a setting made while the document is indexed again is either kept or refused', async () => {
  const { source, mediaId, chunkOf } = await house()
  const update = anna.client.call(datasources.update, {
    params: { id: source.id },
    body: { useContextual: false },
  })
  const sent = set(mediaId, chunkOf('library'), { isOff: true }).catch((error: unknown) => error)
  await Promise.all([update, sent])
  await settled(source.id)
  const { chunks } = await textOf(mediaId)
  const isKept = !((await sent) instanceof Error)
  expect(chunks[1]).toMatchObject({ isOff: isKept })
  expect((await find(source.id, 'library')).passages).toHaveLength(isKept ? 0 : 1)
})

test('a change runs the test questions again and is recorded in the audit trail without the note', async () => {
  const { source, mediaId, chunkOf } = await house()
  const params = { id: source.id }
  await anna.client.call(testQuestions.create, {
    params,
    body: { q: 'brass door of the library', expected: { mediaId, quote: 'The library has a brass door.' } },
  })
  const newest = (runs: number) =>
    vi.waitFor(
      async () => {
        const { data } = await anna.client.call(testQuestions.runs, { params })
        expect(data.TestRuns.filter(({ ended }) => ended !== null)).toHaveLength(runs)
        return data.TestRuns[0]
      },
      { timeout: 20_000, interval: 150 },
    )
  expect(await newest(1)).toMatchObject({ found: 1, chunks: 4 })
  await set(mediaId, chunkOf('library'), { isOff: true, note: 'secret' })
  expect(await newest(2)).toMatchObject({ found: 0, chunks: 3 })
  const root = await app.deps.user({ roleId: 1 })
  const { data } = await root.client.call(audit.list, { query: { action: 'passage.updated' } })
  const entry = data.Entries.find(({ objectId }) => objectId === source.id)
  expect(entry).toMatchObject({
    details: { document: mediaId, passage: 2, switched: 'off', note: 'changed' },
  })
  expect(JSON.stringify(entry)).not.toContain('secret')
})

test('changing a passage requires write access (403) and a passage of this document (404)', async () => {
  const { source, mediaId, chunkOf } = await house()
  const ben = await app.deps.user()
  const chunkId = chunkOf('garden')
  await expect(set(mediaId, chunkId, { isOff: true }, ben)).rejects.toMatchObject({ status: 404 })
  await app.deps.share(source, ben)
  await expect(set(mediaId, chunkId, { isOff: true }, ben)).rejects.toMatchObject({ status: 403 })
  await expect(set(mediaId, 999_999, { isOff: true })).rejects.toMatchObject({ status: 404 })
  const other = await house()
  await expect(set(mediaId, other.chunkOf('garden'), { isOff: true })).rejects.toMatchObject({ status: 404 })
  await expect(set(mediaId, chunkId, { note: 'x'.repeat(1_001) })).rejects.toMatchObject({ status: 400 })
  const { media: same } = await set(mediaId, chunkId, {})
  expect(same.edition).toBe(0)
})

test('switched-off passages are listed with their documents, in pages', async () => {
  const { source, mediaId, chunkOf } = await house()
  const list = async (query: object = {}) => {
    const { data, meta } = await anna.client.call(media.switchedOff, { params: { id: source.id }, query })
    return { total: meta.total, headings: data.chunks.map(({ heading }) => heading), chunks: data.chunks }
  }
  expect(await list()).toMatchObject({ total: 0, chunks: [] })
  await set(mediaId, chunkOf('garden'), { isOff: true, note: 'lawn' })
  await set(mediaId, chunkOf('canteen'), { isOff: true })
  await set(mediaId, chunkOf('library'), { note: 'books' })
  const both = await list()
  expect(both).toMatchObject({ total: 2, headings: ['canteen', 'garden'] })
  expect(both.chunks[1]).toMatchObject({
    chunkId: chunkOf('garden'),
    mediaId,
    title: 'house.md',
    number: 3,
    note: 'lawn',
    isExcerpt: true,
    excerpt: expect.stringMatching(/^garden\n\nThe garden has a brass door\./),
  })
  const { chunks, text } = await textOf(mediaId)
  const { from, to } = both.chunks[1] ?? { from: 0, to: 0 }
  expect(text.slice(from, to)).toContain('The garden has a brass door.')
  expect(chunks[2]).toMatchObject({ from, to })
  expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 2, headings: ['garden'] })
  await set(mediaId, chunkOf('canteen'), { isOff: false })
  expect(await list()).toMatchObject({ total: 1, headings: ['garden'] })
  // Those of other data sources are not listed.
  const other = await create([file('other.md', HOUSE)], SETTINGS)
  const { data } = await anna.client.call(media.switchedOff, { params: { id: other.id } })
  expect(data.chunks).toEqual([])
})
