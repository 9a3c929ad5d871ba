// Addresses are fetched again, and only changed chunks are indexed (decision 74).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { addressesOf, DAY, HOUR, pages, section, text, WORDS } from './test/addresses.ts'

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

const { added, untilMedia, search, chunksOf } = addressesOf(() => ({ web, app, anna }))

/** Moves the clock, which ends sessions. */
async function advance(ms: number): Promise<void> {
  now += ms
  anna = await app.deps.again(anna)
}
const iso = () => new Date(now).toISOString()
const merged = (id: number) =>
  vi.waitFor(async () => {
    const { rows } = await app.db.pool.query(
      'SELECT FROM chunk_segments WHERE datasource_id = $1 AND stale',
      [id],
    )
    expect(rows).toEqual([])
  }, 10_000)

test('an address is fetched once, unless it has a refresh interval', async () => {
  const { document, until, mediaId } = await added(text('tulip'), { refresh: 'none' })
  expect(document).toMatchObject({
    refresh: 'none',
    due: null,
    lastFailure: null,
    checked: iso(),
    changed: iso(),
  })
  await advance(30 * DAY)
  expect(web.requests).toHaveLength(1)
  const { data } = await anna.client.call(media.update, {
    params: { id: mediaId },
    body: { refresh: 'weekly' },
  })
  expect(data.media.refresh).toBe('weekly')
  await until({ checked: iso(), due: new Date(now + 7 * DAY).toISOString() })
  expect(web.requests).toHaveLength(2)
})

test('only the changed part of a document gets new chunks; other documents keep theirs', async () => {
  const { id, mediaId, path, until } = await added(text(...WORDS))
  const other = await anna.client.call(datasources.update, {
    params: { id },
    body: {
      media: [
        { media_id: mediaId },
        {
          name: 'other.md',
          mime_type: 'text/markdown',
          content: Buffer.from(text('fig', 'grape')).toString('base64'),
        },
      ],
    },
  })
  const otherId = other.data.datasource.media[1]?.media_id ?? 0
  await untilMedia(otherId, { status: ready })
  await merged(id)
  const before = await chunksOf(mediaId)
  const others = await chunksOf(otherId)
  expect(before.length).toBeGreaterThanOrEqual(WORDS.length)
  pages.set(path, { text: text('apricot', 'blueberry', 'quince', 'damson', 'elderberry') })
  await advance(DAY)
  await until({ changed: iso(), checked: iso(), lastFailure: null })
  const after = await chunksOf(mediaId)
  const kept = before.filter((chunk) => !chunk.text.includes('cranberry'))
  expect(kept.length).toBeGreaterThanOrEqual(4)
  expect(after.filter(({ id: chunkId }) => before.some((one) => one.id === chunkId))).toEqual(kept)
  expect(await chunksOf(otherId)).toEqual(others)
  expect((await search(id, 'cranberry')).map(({ mediaId: of }) => of)).toEqual([])
  expect((await search(id, 'quince'))[0]?.text).toContain('quince')
  await merged(id)
  // Neighbours give each other points again.
  const blueberry = (await search(id, 'blueberry quince')).find((one) => one.text.includes('blueberry'))
  expect(blueberry?.why.neighbours).toBeGreaterThan(0)
  expect((await search(id, 'apricot'))[0]?.text).toContain('apricot')
})

test('a document whose text only moves keeps its chunks, with correct positions', async () => {
  const { id, mediaId, path, until } = await added(text(...WORDS))
  const before = await chunksOf(mediaId)
  pages.set(path, { text: text('first', ...WORDS) })
  await advance(DAY)
  await until({ changed: iso() })
  const after = await chunksOf(mediaId)
  expect(
    before.filter(({ id: chunkId }) => !after.some((one) => one.id === chunkId)).length,
  ).toBeLessThanOrEqual(1)
  expect(after.map(({ ordinal }) => ordinal)).toEqual(after.map((_, ordinal) => ordinal))
  const { data } = await anna.client.call(media.text, { params: { id: mediaId } })
  for (const { from, to, chunkId } of data.document.chunks)
    expect(data.document.text.slice(from, to)).toBe(after.find((one) => one.id === chunkId)?.text)
  const [passage] = await search(id, 'damson')
  expect(data.document.text.slice(passage?.from, passage?.to)).toBe(passage?.text)
})

test('a citation made before a refresh matches the text only where nothing before it changed', async () => {
  const { mediaId, id, path, until } = await added(text(...WORDS))
  const textNow = async () =>
    (await anna.client.call(media.text, { params: { id: mediaId } })).data.document.text
  const cite = async (word: string) => {
    const [passage] = await search(id, word)
    const [from, to] = [passage?.from ?? 0, passage?.to ?? 0]
    const quoted = passage?.text
    return async () => (await textNow()).slice(from, to) === quoted
  }
  const [first, changed, behind] = [await cite('apricot'), await cite('cranberry'), await cite('elderberry')]
  expect([await first(), await changed(), await behind()]).toEqual([true, true, true])
  pages.set(path, { text: text('apricot', 'blueberry', 'a quite different quince', 'damson', 'elderberry') })
  await advance(DAY)
  await until({ changed: iso() })
  expect([await first(), await changed(), await behind()]).toEqual([true, false, false])
})

test('a search during a refresh finds either the old or the new version, never a mixture', async () => {
  const { id, mediaId, path, until } = await added(text(...WORDS))
  await merged(id)
  pages.set(path, { text: text('apricot', 'quince', 'cranberry', 'damson', 'elderberry') })
  await advance(DAY)
  const seen = new Set<string>()
  await vi.waitFor(
    async () => {
      const { data, meta } = await anna.client.call(datasources.search, {
        params: { id },
        body: { q: 'apricot blueberry quince', limit: 10 },
      })
      expect(meta.searched.documents).toBe(1)
      for (const passage of data.Passages) {
        const { why, score } = passage
        const points = why.terms.reduce((all, term) => all + term.points, 0) + why.neighbours + why.letters
        expect(points).toBeCloseTo(score, 6)
      }
      const words = data.Passages.map((passage) => /About (\w+)/.exec(passage.text)?.[1] ?? '').toSorted()
      seen.add(words.join(' '))
      expect(words).toContain('quince')
    },
    { timeout: 20_000, interval: 5 },
  )
  await until({ changed: iso() })
  // Either the old version was found or the new one, never a mixture.
  for (const words of seen) expect(words.includes('blueberry')).not.toBe(words.includes('quince'))
  expect((await chunksOf(mediaId)).map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4])
})

test('unchanged content updates only the time of the check', async () => {
  const { id, mediaId, document, path, until } = await added(text('heron'))
  const before = await chunksOf(mediaId)
  const state = async () =>
    (
      await app.db.pool.query(
        `SELECT extracted, (SELECT array_agg(blob) FROM media_pieces WHERE media_id = $1) AS blobs,
          (SELECT array_agg(id || '.' || revision) FROM chunk_segments WHERE datasource_id = $2) AS segments
          FROM media WHERE id = $1`,
        [mediaId, id],
      )
    ).rows
  const stored = await state()
  await advance(DAY)
  const checked = await until({ checked: iso(), due: new Date(now + DAY).toISOString() })
  expect(checked).toMatchObject({ changed: document.changed, indexed: document.indexed, status: ready })
  expect(web.requests.filter(({ url }) => url === path)).toHaveLength(2)
  expect(await chunksOf(mediaId)).toEqual(before)
  expect(await state()).toEqual(stored)
})

test('a server that returns an ETag gets conditional requests', async () => {
  const { mediaId, path, until } = await added(text('ibis'), { etag: '"one"' })
  const versions = () =>
    web.requests.filter(({ url }) => url === path).map(({ headers }) => headers['if-none-match'])
  await advance(DAY)
  await until({ checked: iso() })
  expect(versions()).toEqual([undefined, '"one"'])
  pages.set(path, { text: text('kite'), etag: '"two"' })
  await anna.client.call(media.refresh, { params: { id: mediaId } })
  await advance(1_000)
  await until({ changed: iso() })
  await advance(DAY)
  await until({ checked: iso() })
  expect(versions().at(-1)).toBe('"two"')
  expect((await chunksOf(mediaId))[0]?.text).toContain('kite')
})

test('refreshing a file is refused with MEDIA_WITHOUT_ADDRESS', async () => {
  const content = Buffer.from('A file.').toString('base64')
  const { data } = await anna.client.call(datasources.create, {
    body: { name: 'File', media: [{ name: 'a.txt', mime_type: '', content }] },
  })
  const params = { id: data.datasource.media[0]?.media_id ?? 0 }
  await expect(anna.client.call(media.refresh, { params })).rejects.toMatchObject({
    code: 'MEDIA_WITHOUT_ADDRESS',
  })
  await expect(anna.client.call(media.update, { params, body: { refresh: 'daily' } })).rejects.toMatchObject({
    status: 400,
    code: 'MEDIA_WITHOUT_ADDRESS',
  })
})

test('only one request at a time is sent to a host', async () => {
  let [open, most] = [0, 0]
  web.respond = (_, res) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      res.writeHead(200, { 'content-type': 'text/plain' }).end(`Page ${Math.random()}`)
    })
  }
  const ben = await app.deps.user()
  const urls = (who: string) =>
    Array.from({ length: 6 }, (_, n) => ({ url: `http://site.test:${web.port}/${who}${n}.txt` }))
  const made = await Promise.all(
    [anna, ben].map((who, n) =>
      who.client.call(datasources.create, { body: { name: 'Two', media: urls(`${n}`) } }),
    ),
  )
  for (const { data } of made)
    for (const { media_id } of data.datasource.media)
      await vi.waitFor(async () => {
        const { rows } = await app.db.pool.query('SELECT status FROM media WHERE id = $1', [media_id])
        expect(rows).toEqual([{ status: ready }])
      }, 20_000)
  expect(most).toBe(1)
})

test('pages that changed are told to the owner, together and once; a refresh without changes is not (NOTIFY-17)', async () => {
  const waiting = async (datasourceId: number) => {
    const { rows } = await app.db.pool.query<{ id: number }>(
      `SELECT id FROM notification_events WHERE kind = 'datasourceRefreshed' AND item_id = $1`,
      [datasourceId],
    )
    return rows.map(({ id }) => id)
  }
  const { id, path, until } = await added(section('heron'))
  await advance(DAY + HOUR)
  await until({ checked: iso() })
  expect(await waiting(id)).toEqual([])
  for (const word of ['crane', 'stork']) {
    pages.set(path, { text: section(word) })
    await advance(DAY + HOUR)
    await until({ changed: iso() })
  }
  const events = await waiting(id)
  expect(events).toHaveLength(1)
  const byHand = await added(section('egret'), { refresh: 'none' })
  pages.set(byHand.path, { text: section('ibis') })
  await advance(HOUR)
  await anna.client.call(media.refresh, { params: { id: byHand.mediaId } })
  await byHand.until({ changed: iso() })
  expect(await waiting(byHand.id)).toEqual([])
  await app.db.pool.query('UPDATE notification_events SET due = now() WHERE id = ANY ($1::bigint[])', [
    events,
  ])
  // Another event wakes those who tell.
  const bert = await app.deps.user()
  const { data } = await anna.client.call(datasources.create, { body: { name: 'Other' } })
  const assocContexts = [
    { contextId: bert.contextId, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false },
  ]
  await anna.client.call(datasources.update, {
    params: { id: data.datasource.id },
    body: { assocContexts },
  })
  const told = async () => {
    const asked = { params: { userId: anna.id }, query: {} }
    const { notifications } = (await anna.client.call(contract.notifications.list, asked)).data
    return notifications.filter(
      ({ kind, notificationAsJson }) =>
        kind === 'datasourceRefreshed' && notificationAsJson.includes(`"/datasources/${id}"`),
    )
  }
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), 10_000)
  expect((await told())[0]).toMatchObject({ facts: { noun: 'datasource', name: 'Living' }, count: 1 })
})
