// Vectors of data sources: made in the background, searched together with words, and left out when something fails.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, type Datasource, type Message, type Passage } from '@polylogue/contract'
import { byWords, type Embed } from '#test/model-server/index.ts'
import { askAll, openTalk, queryOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { datasources, media, vectors } = contract

const SYNONYMS = [
  ['travel', 'journey', 'trip'],
  ['allowance', 'subsistence', 'diem'],
  ['laptop', 'notebook'],
]
const byMeaning = byWords(SYNONYMS)
/** The current behaviour of the model server. */
let embed: Embed = byMeaning

let talk: Talk
let root: TestUser
let anna: TestUser
beforeAll(async () => {
  talk = await openTalk(['embed', 'embed-second'], { server: { embed: (text, model) => embed(text, model) } })
  anna = talk.anna
  root = await talk.app.deps.user({ roleId: 1 })
})
afterAll(() => talk[Symbol.asyncDispose]())

const tagOf = (name: string | null) => (name === null ? null : talk.tag(name).id)
const choose = (name: string | null) =>
  root.client.call(vectors.update, { body: { modelTagId: tagOf(name) } })
beforeEach(async () => {
  embed = byMeaning
  await choose('embed')
})

const file = (name: string, text: string) => ({
  name,
  mime_type: 'text/plain',
  content: Buffer.from(text).toString('base64'),
})
const TEXTS = {
  'r1.txt': 'The allowance for every journey is thirty euros.',
  'r2.txt': 'A notebook is replaced after four years.',
  'r3.txt': 'The canteen opens at noon and closes at three.',
  'r4.txt': 'Visitors park behind the northern gate.',
}
const files = (texts: Record<string, string> = TEXTS) =>
  Object.entries(texts).map(([name, text]) => file(name, text))

const get = async (id: number) =>
  (await anna.client.call(datasources.get, { params: { id } })).data.datasource
const create = async (body: object = {}) => {
  const sent = { name: 'Rules', media: files(), ...body }
  return (await anna.client.call(datasources.create, { body: sent })).data.datasource
}
const update = (id: number, body: object) => anna.client.call(datasources.update, { params: { id }, body })
const search = (id: number, q: string, more: object = {}) =>
  anna.client.call(datasources.search, { params: { id }, body: { q, ...more } })

/** Waits until the vectors of a data source have a state, and returns it. */
const until = (id: number, state: string, status = 2): Promise<Datasource> =>
  vi.waitFor(
    async () => {
      const found = await get(id)
      expect([found.status, found.mediaWaiting, found.vectors?.state]).toEqual([status, 0, state])
      return found
    },
    { timeout: 20_000, interval: 100 },
  )
const rowsOf = async (id: number, tag = 'embed') => {
  const { rows } = await talk.app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2',
    [id, tagOf(tag)],
  )
  return rows[0]?.count
}

function adds({ score, why }: Passage) {
  const terms = why.terms.reduce((sum, { points }) => sum + points, 0)
  expect(terms + why.neighbours + why.letters + (why.vector ?? 0)).toBeCloseTo(score, 6)
}

test('words and vectors together find a synonym that words alone miss; the points add up', async () => {
  const { id } = await create()
  const ready = await until(id, 'ready')
  expect(ready.vectors).toEqual({ state: 'ready', done: ready.chunks, total: ready.chunks })
  const q = 'What subsistence does a trip bring?'
  const { data, meta } = await search(id, q)
  expect(meta.vectors).toBe('on')
  const [best, second] = data.Passages
  expect(best).toMatchObject({ title: 'r1.txt', why: { weak: false, vector: 70 } })
  for (const passage of data.Passages) adds(passage)
  const { meta: asked } = await search(id, q, { limit: 1, about: second?.chunkId })
  // Another document, with less than half of the best score (decision 104).
  expect(second?.score).toBeLessThan((best?.score ?? 0) / 2)
  expect(asked.about).toMatchObject({ reason: 'low', rank: 2, score: second?.score })
  const { meta: used } = await search(id, q, { about: best?.chunkId })
  expect(used.about).toMatchObject({ reason: 'used', rank: 1, score: best?.score })
  await update(id, { useVectors: false })
  const alone = await search(id, q)
  expect([alone.meta.vectors, alone.data.Passages.map(({ title }) => title)]).toEqual(['off', []])
})

test('vectors are deleted with their document or when switched off, and recomputed when switched on', async () => {
  const { id, media: documents } = await create()
  await until(id, 'ready')
  expect(await rowsOf(id)).toBe(4)
  await anna.client.call(media.remove, { params: { id: documents[0]?.media_id ?? 0 } })
  expect(await rowsOf(id)).toBe(3)
  const { data } = await search(id, 'What subsistence does a trip bring?')
  expect(data.Passages.map(({ title }) => title)).not.toContain('r1.txt')
  await update(id, { useVectors: false })
  await vi.waitFor(async () => expect(await rowsOf(id)).toBe(0), { timeout: 10_000 })
  expect((await get(id)).vectors?.state).toBe('off')
  await update(id, { useVectors: true })
  await until(id, 'ready')
  expect(await rowsOf(id)).toBe(3)
})

test('without the embedding model only words are searched, which is reported, until it is back', async () => {
  const { id } = await create()
  await until(id, 'ready')
  embed = () => undefined
  const { meta, data } = await search(id, 'What is the allowance?')
  expect([meta.vectors, data.Passages[0]?.title, data.Passages[0]?.why.vector]).toEqual([
    'unavailable',
    'r1.txt',
    null,
  ])
  const tabId = await talk.newTab()
  await anna.client.call(contract.tabs.update, { params: { id: tabId }, body: { defaultDatasourceId: id } })
  const events = await askAll(talk, 'echo', { projectTabId: tabId, prompt: 'Which allowance applies?' })
  const message = queryOf(events) as Message
  expect(message.sources[0]?.title).toBe('r1.txt')
  expect(message.statistics).toContainEqual({ key: 'datasourceByWords', value: 1 })
  const { id: later } = await create({ media: files({ 'late.txt': 'A trip by train.' }) })
  expect((await until(later, 'unavailable')).vectors).toMatchObject({ done: 0, total: 1 })
  embed = byMeaning
  await until(later, 'ready')
  expect((await search(id, 'What about subsistence?')).meta.vectors).toBe('on')
})

test('a slow embedding model does not delay a question', async () => {
  const { id } = await create()
  await until(id, 'ready')
  let calls = 0
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  embed = async (text) => {
    calls++
    await released
    return byMeaning(text)
  }
  const begun = performance.now()
  const { meta, data } = await search(id, 'Where do visitors park in winter?')
  expect([meta.vectors, data.Passages[0]?.title]).toEqual(['unavailable', 'r4.txt'])
  expect(performance.now() - begun).toBeLessThan(3_000)
  // While the model does not answer, no other vectors are requested.
  expect((await search(id, 'Where do visitors park in summer?')).meta.vectors).toBe('unavailable')
  expect(calls).toBe(1)
  release()
  const late = () => search(id, 'Where do visitors park in winter?')
  await vi.waitFor(async () => expect((await late()).meta.vectors).toBe('on'), { timeout: 5_000 })
  expect(calls).toBe(1)
})

test('after a change of model the old vectors are searched until the new ones are complete', async () => {
  const { id } = await create()
  await until(id, 'ready')
  embed = (text, model) => (model === 'embed-second' ? undefined : byMeaning(text))
  await choose('embed-second')
  await until(id, 'unavailable')
  const { meta } = await search(id, 'What subsistence does a trip bring?')
  expect([meta.vectors, await rowsOf(id), await rowsOf(id, 'embed-second')]).toEqual(['on', 4, 0])
  embed = byWords(SYNONYMS, 48)
  await until(id, 'ready')
  expect([await rowsOf(id), await rowsOf(id, 'embed-second')]).toEqual([0, 4])
  const again = await search(id, 'What subsistence does a trip bring?')
  expect([again.meta.vectors, again.data.Passages[0]?.title]).toEqual(['on', 'r1.txt'])
  await choose(null)
  await vi.waitFor(async () => expect(await rowsOf(id, 'embed-second')).toBe(0), { timeout: 10_000 })
  expect((await get(id)).vectors).toBeNull()
  expect((await search(id, 'What about subsistence?')).meta.vectors).toBe('off')
})

test('when the vector length changes, only words are searched until vectors are recomputed', async () => {
  const { id } = await create()
  await until(id, 'ready')
  embed = byWords(SYNONYMS, 48)
  const q = 'Which subsistence does a trip give?'
  const { meta } = await search(id, q)
  expect(meta.vectors).toBe('unavailable')
  await until(id, 'ready')
  await vi.waitFor(async () => expect((await search(id, q)).meta.vectors).toBe('on'), { timeout: 10_000 })
  expect((await search(id, q)).data.Passages[0]?.title).toBe('r1.txt')
})

test('text of a local-only data source is never sent to an external model', async () => {
  const sent: string[] = []
  embed = (text) => {
    sent.push(text)
    return byMeaning(text)
  }
  const setLocal = (isLocal: boolean) =>
    talk.app.db.pool.query('UPDATE providers SET is_local = $1 WHERE base_url = $2', [
      isLocal,
      talk.server.url,
    ])
  await setLocal(false)
  const { id } = await create({ label: 'confidential', media: files({ 'pay.txt': 'Zanzibar earns most.' }) })
  await until(id, 'confidential')
  expect((await search(id, 'Who earns most in Zanzibar?')).meta.vectors).toBe('off')
  expect(sent.filter((text) => text.includes('Zanzibar'))).toEqual([])
  await update(id, { label: 'internal' })
  await until(id, 'ready')
  expect(sent.some((text) => text.includes('Zanzibar'))).toBe(true)
  await update(id, { label: 'confidential' })
  await until(id, 'confidential')
  expect(await rowsOf(id)).toBe(0)
  await setLocal(true)
})

test('only model administrators can set the vector model (403), to an embedding model (409)', async () => {
  const call = () => anna.client.call(vectors.update, { body: { modelTagId: tagOf('embed') } })
  await expect(call()).rejects.toMatchObject({ status: 403 })
  await expect(choose('mock')).rejects.toMatchObject({ status: 409 })
  const { data } = await anna.client.call(vectors.get)
  expect(data.vectorModel).toMatchObject({ name: 'embed:latest', isLocal: true })
})

test('words and vectors together miss less than either alone', async () => {
  const codes = Array.from({ length: 20 }, (_, at) => `K${4711 + 13 * at}`)
  const texts = Object.fromEntries(
    codes.map((code, at) => [`${code}.txt`, `Part ${code} is kept on shelf ${at + 1} of the store room.`]),
  )
  const { id } = await create({ media: files({ ...TEXTS, ...texts }) })
  const { id: words } = await create({ media: files({ ...TEXTS, ...texts }), useVectors: false })
  await Promise.all([until(id, 'ready'), until(words, 'off')])
  const questions = [
    ...codes.map((code) => ({ q: `Where is part ${code} kept?`, title: `${code}.txt` })),
    { q: 'What subsistence does a trip bring?', title: 'r1.txt' },
    { q: 'When is a laptop replaced?', title: 'r2.txt' },
  ]
  let [both, byVectors, byWordsAlone] = [0, 0, 0]
  for (const { q, title } of questions) {
    const { data } = await search(id, q, { limit: 10 })
    if (data.Passages[0]?.title !== title) both++
    if (!isNearest(title, data.Passages)) byVectors++
    if ((await search(words, q)).data.Passages[0]?.title !== title) byWordsAlone++
  }
  expect(both).toBe(0)
  expect(byVectors).toBeGreaterThan(10)
  expect(byWordsAlone).toBeGreaterThan(0)
})

/** Whether the vector of a passage is nearer than all others; equally near vectors prove nothing. */
function isNearest(title: string, passages: readonly Passage[]): boolean {
  const most = Math.max(...passages.map(({ why }) => why.vector ?? 0))
  const nearest = passages.filter(({ why }) => why.vector === most)
  return nearest.length === 1 && nearest[0]?.title === title
}

test('work of a dead process is taken over, but not that of a living one', async () => {
  const { id } = await create()
  await until(id, 'ready')
  const { pool } = talk.app.db
  const other = '00000000-0000-4000-8000-00000000000a'
  await pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 4711)', [other])
  await pool.query('DELETE FROM chunk_vectors WHERE datasource_id = $1', [id])
  await pool.query('UPDATE datasources SET vectors_due = true, vector_server_id = $2 WHERE id = $1', [
    id,
    other,
  ])
  const { id: second } = await create({ name: 'Another' })
  await until(second, 'ready')
  expect([await rowsOf(id), (await get(id)).vectors?.state]).toEqual([0, 'making'])
  await pool.query('DELETE FROM servers WHERE id = $1', [other])
  await update(second, { summary: 'Wakes the others.' })
  await until(id, 'ready')
  expect(await rowsOf(id)).toBe(4)
})

test('vectors that ended the server three times are made again only when somebody resumes', async () => {
  const { id } = await create()
  await until(id, 'ready')
  const { pool } = talk.app.db
  const leave = (attempts: number) =>
    pool.query(
      `WITH gone AS (DELETE FROM chunk_vectors WHERE datasource_id = $1)
        UPDATE datasources SET vectors_due = true, vector_server_id = gen_random_uuid(), vector_attempts = $2 WHERE id = $1`,
      [id, attempts],
    )
  await leave(3)
  await update(id, { summary: 'Wakes it.' })
  expect((await until(id, 'interrupted')).vectors).toMatchObject({ done: 0, total: 4 })
  await expect
    .poll(async () => (await pool.query('SELECT vectors_due FROM datasources WHERE id = $1', [id])).rows)
    .toEqual([{ vectors_due: false }])
  // A new document does not begin it again.
  const { id: second } = await create({ name: 'Another' })
  await until(second, 'ready')
  await pool.query('UPDATE datasources SET vectors_due = true WHERE id = $1', [id])
  await update(second, { summary: 'Wakes the others.' })
  await expect
    .poll(async () => (await pool.query('SELECT vectors_due FROM datasources WHERE id = $1', [id])).rows)
    .toEqual([{ vectors_due: false }])
  expect((await get(id)).vectors?.state).toBe('interrupted')
  await anna.client.call(vectors.resume, { params: { id } })
  await until(id, 'ready')
  expect(await rowsOf(id)).toBe(4)
  // A batch that is stored begins the count again.
  await leave(2)
  await update(id, { summary: 'Wakes it again.' })
  await until(id, 'ready')
  expect(await rowsOf(id)).toBe(4)
})

test('a refused text is shortened or gets no vector; a model that refuses everything is retried', async () => {
  const long = `Apples ${'ripen slowly '.repeat(40)}`
  const refuses = (text: string) => text.length > 200 || text.startsWith('f')
  embed = (text) => (refuses(text) ? 'bad' : byMeaning(text))
  const texts = { 'long.txt': long, 'never.txt': 'forbidden', 'short.txt': 'Pears ripen fast.' }
  const { id } = await create({ media: files(texts), useContextual: false })
  const ready = await until(id, 'ready')
  expect(ready.vectors).toMatchObject({ done: 3, total: 3 })
  const { rows } = await talk.app.db.pool.query<{ count: number }>(
    'SELECT count(embedding)::int AS count FROM chunk_vectors WHERE datasource_id = $1',
    [id],
  )
  expect(rows[0]?.count).toBe(2)
  embed = () => 'bad'
  const { id: none } = await create({ media: files({ 'one.txt': 'Plums are blue.' }) })
  expect((await until(none, 'unavailable')).vectors).toMatchObject({ done: 0 })
  embed = byMeaning
  await until(none, 'ready')
})

test('a switched-off passage has no vector, and a note recomputes only that of its passage', async () => {
  const { id, media: documents } = await create()
  await until(id, 'ready')
  const mediaId = documents[2]?.media_id ?? 0
  const read = await anna.client.call(media.text, { params: { id: mediaId } })
  const params = { id: mediaId, chunkId: read.data.document.chunks[0]?.chunkId ?? 0 }
  const titles = async (q: string) => {
    const { data, meta } = await search(id, q)
    expect(meta.vectors).toBe('on')
    return data.Passages.filter(({ why }) => !why.weak).map(({ title }) => title)
  }
  const embedded: string[] = []
  embed = (text) => {
    embedded.push(text)
    return byMeaning(text)
  }
  await anna.client.call(media.setChunk, { params, body: { note: 'laptop' } })
  expect((await until(id, 'ready')).vectors).toMatchObject({ done: 4, total: 4 })
  expect(embedded.filter((text) => text.includes('canteen'))).toEqual([
    expect.stringMatching(/laptop\n.*canteen/s),
  ])
  expect(embedded.filter((text) => text.includes('northern'))).toEqual([])
  expect(await titles('What about a notebook?')).toContain('r3.txt')
  await anna.client.call(media.setChunk, { params, body: { isOff: true } })
  expect((await until(id, 'ready')).vectors).toMatchObject({ done: 3, total: 3 })
  expect(await rowsOf(id)).toBe(3)
  expect(await titles('What about a notebook?')).not.toContain('r3.txt')
  await anna.client.call(media.setChunk, { params, body: { isOff: false } })
  expect((await until(id, 'ready')).vectors).toMatchObject({ done: 4, total: 4 })
  expect(await titles('What about a notebook?')).toContain('r3.txt')
})

test('a question ends while the vectors of a data source that was cut again are still missing', async () => {
  const text = Array.from({ length: 120 }, (_, crate) => `Crate ${crate} is sealed. `.repeat(8)).join('\n\n')
  const { id } = await create({ chunkSize: 64, chunkOverlap: 16, media: files({ 'crates.txt': text }) })
  // More than a search finds at once.
  expect((await until(id, 'ready')).chunks).toBeGreaterThan(100)
  const q = 'Which crates does a journey bring?'
  expect((await search(id, q)).meta.vectors).toBe('on')
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  embed = async (one) => {
    if (one.includes('Crate')) await released
    return byMeaning(one)
  }
  await update(id, { chunkSize: 256 })
  await until(id, 'making')
  expect(await rowsOf(id)).toBe(0)
  expect((await search(id, q)).meta.vectors).toBe('off')
  release()
  await until(id, 'ready')
  expect((await search(id, q)).meta.vectors).toBe('on')
})

const cancel = async (id: number) => (await anna.client.call(vectors.cancel, { params: { id } })).data.vectors
const resume = async (id: number) => (await anna.client.call(vectors.resume, { params: { id } })).data.vectors

test('cancelling stops the computation of vectors, which can be resumed where it stopped', async () => {
  const embedded: string[] = []
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  embed = async (text) => {
    embedded.push(text)
    // The first batch succeeds.
    if (text.includes('Lot') && embedded.length > 32) await released
    return byMeaning(text)
  }
  const text = Array.from({ length: 40 }, (_, lot) => `Lot ${lot} is sold. `.repeat(8)).join('\n\n')
  const { id } = await create({ chunkSize: 64, chunkOverlap: 16, media: files({ 'lots.txt': text }) })
  await vi.waitFor(() => expect(embedded.length).toBeGreaterThan(32), { timeout: 20_000 })
  const { total } = (await until(id, 'making')).vectors ?? { total: 0 }
  expect((await get(id)).vectors).toEqual({ state: 'making', done: 32, total })
  // All documents are done.
  const { data } = await anna.client.call(media.cancelAll, { params: { id } })
  expect(data.cancelled).toBe(0)
  const cancelled = { state: 'cancelled', done: 32, total }
  expect((await get(id)).vectors).toEqual(cancelled)
  // The running request ended: another data source is processed.
  const { id: other } = await create()
  await until(other, 'ready')
  const { meta } = await search(id, 'Which lot is sold?')
  expect(meta.vectors).toBe('off')
  // Neither a new document nor another model starts it again.
  await update(id, { media: [...(await get(id)).media, ...files({ 'new.txt': 'Lot 40 is not sold.' })] })
  await until(id, 'cancelled')
  await choose('embed-second')
  await until(other, 'ready')
  expect((await get(id)).vectors).toEqual({ state: 'cancelled', done: 0, total: total + 1 })
  await choose('embed')
  await until(other, 'ready')
  expect([(await get(id)).vectors, await rowsOf(id)]).toEqual([{ ...cancelled, total: total + 1 }, 32])
  release()
  embedded.length = 0
  expect(await resume(id)).toMatchObject({ state: 'making', done: 32 })
  await until(id, 'ready')
  expect(embedded.filter((text) => text.includes('Lot'))).toHaveLength(total + 1 - 32)
  expect(await rowsOf(id)).toBe(total + 1)
  expect(await cancel(id)).toMatchObject({ state: 'ready' })
})

test('vectors cancelled during an update stay searchable, and are ready once the new text is removed', async () => {
  const { id } = await create()
  await until(id, 'ready')
  embed = (text) => (text.includes('Zeppelin') ? new Promise(() => undefined) : byMeaning(text))
  const add = async () => {
    const { media: documents } = await get(id)
    await update(id, { media: [...documents, ...files({ 'late.txt': 'A Zeppelin lands.' })] })
    await until(id, 'making')
    return (await get(id)).media.at(-1)?.media_id ?? 0
  }
  const late = await add()
  expect(await cancel(id)).toEqual({ state: 'cancelled', done: 4, total: 5 })
  const { meta, data } = await search(id, 'What subsistence does a trip bring?')
  expect([meta.vectors, data.Passages[0]?.title]).toEqual(['on', 'r1.txt'])
  expect((await search(id, 'Where does a Zeppelin land?')).data.Passages[0]?.title).toBe('late.txt')
  await anna.client.call(media.remove, { params: { id: late } })
  await until(id, 'ready')
  await add()
  await cancel(id)
  // A label that keeps the text away from the model still removes the vectors.
  await talk.app.db.pool.query('UPDATE providers SET is_local = false WHERE base_url = $1', [talk.server.url])
  await update(id, { label: 'confidential' })
  await until(id, 'confidential')
  expect(await rowsOf(id)).toBe(0)
  await talk.app.db.pool.query('UPDATE providers SET is_local = true WHERE base_url = $1', [talk.server.url])
})
