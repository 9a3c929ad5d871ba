import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, type Datasource } from '@polylogue/contract'
import { livePage } from '#test/live-page.ts'
import { byWords, type Embed } from '#test/model-server/index.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { files, SYNONYMS, vectorsOf } from './test/vectors.ts'

const { media, vectors } = contract
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
beforeEach(async () => {
  embed = byMeaning
  await choose('embed')
})

const { choose, get, create, update, search, until, rowsOf } = vectorsOf(() => ({ talk, root, anna }))

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

test('a page that fetches on each live event shows how far the vectors are, and why they wait or stopped', async () => {
  const text = Array.from({ length: 40 }, (_, lot) => `Lot ${lot} is sold. `.repeat(8)).join('\n\n')
  const { id } = await create({ chunkSize: 64, chunkOverlap: 16, media: files({ 'lots.txt': text }) })
  const { id: second } = await create({ name: 'Another' })
  const { chunks: total } = await until(id, 'ready')
  await until(second, 'ready')
  const page = await livePage(talk.app, anna)
  const heard = () => page.messages.filter(({ contextData }) => contextData?.['datasourceId'] === id).length
  let fetched = 0
  let shown: Datasource['vectors'] = null
  const shows = (state: string, done: number) =>
    vi.waitFor(
      async () => {
        if (heard() > fetched) {
          fetched = heard()
          shown = (await get(id)).vectors
        }
        expect(shown).toEqual({ state, done, total })
      },
      { timeout: 20_000, interval: 20 },
    )
  /** Makes the vectors due again, after so many processes that ended. No event of this data source tells of it. */
  const makeAgain = async (attempts: number) => {
    await talk.app.db.pool.query(
      `WITH gone AS (DELETE FROM chunk_vectors WHERE datasource_id = $1)
        UPDATE datasources SET vectors_due = true, vector_server_id = gen_random_uuid(), vector_attempts = $2 WHERE id = $1`,
      [id, attempts],
    )
    await update(second, { summary: `Wakes it: ${fetched}` })
  }
  let release: () => void = () => undefined
  const holdSecondBatch = () => {
    const released = new Promise<void>((resolve) => (release = resolve))
    let count = 0
    embed = async (text) => {
      // The first batch and the probe succeed.
      if (text.includes('Lot') && ++count > 32) await released
      return byMeaning(text)
    }
  }
  embed = () => undefined
  await makeAgain(0)
  await shows('unavailable', 0)
  holdSecondBatch()
  await shows('making', 32)
  release()
  await shows('ready', total)
  holdSecondBatch()
  await makeAgain(0)
  await shows('making', 32)
  release()
  await shows('ready', total)
  await makeAgain(3)
  await shows('interrupted', 0)
})
