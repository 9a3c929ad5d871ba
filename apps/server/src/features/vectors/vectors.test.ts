// Vectors of data sources: made in the background, searched together with words, and left out when something fails.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, type Message, type Passage } from '@polylogue/contract'
import { byWords, type Embed } from '#test/model-server/index.ts'
import { askAll, openTalk, queryOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { files, SYNONYMS, TEXTS, vectorsOf } from './test/vectors.ts'

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

const { tagOf, choose, get, create, update, search, until, rowsOf } = vectorsOf(() => ({ talk, root, anna }))

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
