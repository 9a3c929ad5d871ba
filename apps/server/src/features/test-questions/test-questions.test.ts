// Test questions: stored with the expected passage, run by hand and after each change, and resumed after a crash.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, TEST_QUESTION_LIMITS, type Datasource } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { file, questionsOf } from './test/runs.ts'

const { datasources, media, testQuestions } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ quietMs: 200 })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const { ready, settled, add, list, runs, run, ended } = questionsOf(() => anna)
const documentOf = (source: Datasource, name: string) =>
  source.media.find((one) => one.name === name)?.media_id ?? 0

test('a manual run of test questions returns the rank of each expected document or passage', async () => {
  const source = await ready()
  const { id } = source
  const quote = 'A laptop is replaced after four years'
  await add(id, ' What is the allowance for travel? ', { mediaId: documentOf(source, 'travel.txt') })
  await add(id, 'allowance for travel', { mediaId: documentOf(source, 'laptops.txt'), quote })
  await add(id, 'zeppelin')
  const begun = await run(id)
  expect(begun).toMatchObject({ cause: 'person', userId: anna.id, documents: 2 })
  const done = await ended(id, 1)
  expect(done).toMatchObject({ id: begun.id, total: 3, done: 3, found: 2, better: 0, worse: 0 })
  expect(done.mrr).toBeCloseTo((1 + 1 / 2) / 3, 5)
  const [first, second, third] = await list(id)
  expect(first).toMatchObject({
    q: 'What is the allowance for travel?',
    expected: { name: 'travel.txt', quote: '' },
    now: { rank: 1 },
    before: null,
    change: null,
  })
  expect(second).toMatchObject({ expected: { quote }, now: { rank: 2 } })
  expect(third).toMatchObject({ expected: null, now: { rank: null } })
})

test('test questions run again after documents change, and report what got better or worse', async () => {
  const source = await ready()
  const { id } = source
  await add(id, 'laptop', { mediaId: documentOf(source, 'laptops.txt') })
  await add(id, 'canteen')
  // The first run starts by itself, and a later question joins it, because the documents are the same.
  expect(await ended(id, 1)).toMatchObject({ cause: 'change', userId: null, total: 2, found: 1 })
  await add(id, 'travel')
  expect(await ended(id, 1)).toMatchObject({ total: 3, found: 2 })
  const added = await anna.client.call(datasources.update, {
    params: { id },
    body: {
      media: [
        { media_id: documentOf(source, 'travel.txt') },
        file('canteen.txt', 'The canteen opens at noon.'),
      ],
    },
  })
  expect(added.data.datasource.media).toHaveLength(2)
  expect(await ended(id, 2)).toMatchObject({ cause: 'change', found: 2, better: 1, worse: 1 })
  const [laptop, canteen, travel] = await list(id)
  expect(laptop).toMatchObject({
    expected: { mediaId: null, name: 'laptops.txt' },
    now: { rank: null },
    before: { rank: 1 },
    change: 'worse',
  })
  expect(canteen).toMatchObject({ now: { rank: 1 }, before: { rank: null }, change: 'better' })
  expect(travel).toMatchObject({ change: 'same' })
})

test('an expected passage is still found after its document is split and indexed again', async () => {
  const text = Array.from({ length: 80 }, (_, n) => `Sentence ${n} speaks of bridge number ${n}.`).join(' ')
  const source = await ready([file('bridges.txt', text)])
  const { id } = source
  const { data } = await anna.client.call(datasources.search, {
    params: { id },
    body: { q: 'bridge number 7' },
  })
  const [best] = data.Passages
  await add(id, 'bridge number 7', { mediaId: best?.mediaId ?? 0, quote: best?.text.slice(0, 4_000) ?? '' })
  await ended(id, 1)
  await anna.client.call(datasources.update, {
    params: { id },
    body: { chunkSize: 64, chunkOverlap: 16 },
  })
  expect(await ended(id, 2)).toMatchObject({ found: 1 })
  await anna.client.call(media.index, { params: { id: best?.mediaId ?? 0 } })
  expect(await ended(id, 3)).toMatchObject({ found: 1, chunks: (await settled(id)).chunks })
})

test('a changed question loses its results, and is searched again', async () => {
  const source = await ready()
  const { id } = source
  const question = await add(id, 'zeppelin', {
    mediaId: documentOf(source, 'travel.txt'),
    quote: 'No such text.',
  })
  await ended(id, 1)
  const params = { id, questionId: question.id }
  const change = (body: object) => anna.client.call(testQuestions.update, { params, body })
  expect((await change({ q: 'zeppelin' })).data.TestQuestion).toMatchObject({ now: { rank: null } })
  expect((await change({ q: 'travel' })).data.TestQuestion).toMatchObject({
    q: 'travel',
    expected: { quote: 'No such text.' },
    now: null,
  })
  expect((await change({ expected: null })).data.TestQuestion).toMatchObject({ expected: null })
  await vi.waitFor(async () => expect((await list(id))[0]?.now).toEqual({ rank: 1 }), 20_000)
  expect(await runs(id)).toHaveLength(1)
  await anna.client.call(testQuestions.remove, { params })
  expect(await list(id)).toEqual([])
  await expect(change({ q: 'gone' })).rejects.toMatchObject({ status: 404 })
  await expect(run(id)).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
})

test('readers can list questions and runs, writers can add questions, strangers get 404', async () => {
  const source = await ready()
  const other = await ready()
  const [reader, writer, stranger] = [await app.deps.user(), await app.deps.user(), await app.deps.user()]
  await app.deps.share(source, reader)
  await app.deps.share(source, writer, { write: true })
  const question = await add(source.id, 'travel', undefined, writer)
  expect(question.userId).toBe(writer.id)
  expect(await list(source.id, reader)).toHaveLength(1)
  const denied = { status: 403, code: 'PERMISSION_DENIED' }
  const params = { id: source.id, questionId: question.id }
  await expect(add(source.id, 'Mine', undefined, reader)).rejects.toMatchObject(denied)
  await expect(run(source.id, reader)).rejects.toMatchObject(denied)
  await expect(
    reader.client.call(testQuestions.update, { params, body: { q: 'Mine' } }),
  ).rejects.toMatchObject(denied)
  await expect(reader.client.call(testQuestions.remove, { params })).rejects.toMatchObject(denied)
  await expect(list(source.id, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(runs(source.id, stranger)).rejects.toMatchObject({ status: 404 })
  // The question, and the expected document, of another data source.
  const elsewhere = { id: other.id, questionId: question.id }
  await expect(anna.client.call(testQuestions.remove, { params: elsewhere })).rejects.toMatchObject({
    status: 404,
  })
  await expect(add(source.id, 'Mine', { mediaId: documentOf(other, 'travel.txt') })).rejects.toMatchObject({
    status: 404,
  })
  await ended(source.id, 1)
  const root = await app.deps.user({ roleId: 1 })
  await root.client.call(contract.users.remove, { params: { id: writer.id }, query: { items: 'delete' } })
  expect((await list(source.id))[0]?.userId).toBeNull()
})

test.each([
  ['without text', ''],
  ['of blanks', '  '],
  ['that is too long', 'x'.repeat(4_001)],
  ['with NUL', 'a\0b'],
  ['that is a number', 7],
])('a question %s is refused with 400', async (_, q) => {
  const { data } = await anna.client.call(datasources.create, { body: { name: 'Empty' } })
  await expect(add(data.datasource.id, q as string)).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
})

test('the number of questions is limited (409), and they run only when the data source is ready', async () => {
  const { data } = await anna.client.call(datasources.create, { body: { name: 'Empty' } })
  const { id } = data.datasource
  await app.db.pool.query(
    `INSERT INTO test_questions (datasource_id, q) SELECT $1, 'Question ' || n FROM generate_series(2, $2::int) n`,
    [id, TEST_QUESTION_LIMITS.questions],
  )
  await add(id, 'The last one')
  await expect(add(id, 'One more')).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_TEST_QUESTIONS' })
  await expect(run(id)).rejects.toMatchObject({ status: 409, code: 'DATASOURCE_NOT_READY' })
})

test('only the newest runs are kept', async () => {
  const { id } = await ready()
  await add(id, 'travel')
  await ended(id, 1)
  // With their results: else the look after a run would continue the newest one.
  await app.db.pool.query(
    `WITH added AS (
        INSERT INTO test_runs (datasource_id, state, by_change, version, documents, chunks, ended)
        SELECT datasource_id, 1, true, version, 2, 2, now() FROM test_runs, generate_series(1, $2::int)
        WHERE datasource_id = $1 RETURNING id)
      INSERT INTO test_results (run_id, question_id, rank)
      SELECT added.id, question.id, 1 FROM added, test_questions question WHERE question.datasource_id = $1`,
    [id, TEST_QUESTION_LIMITS.runs],
  )
  const begun = await run(id)
  expect(await ended(id, TEST_QUESTION_LIMITS.runs)).toMatchObject({ id: begun.id, found: 1 })
  const { rows } = await app.db.pool.query('SELECT FROM test_runs WHERE datasource_id = $1', [id])
  expect(rows).toHaveLength(TEST_QUESTION_LIMITS.runs)
})

test('a second run is not started while one is running', async () => {
  const { id } = await ready()
  await add(id, 'travel')
  await ended(id, 1)
  const server = '00000000-0000-4000-8000-000000000041'
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 41)', [server])
  await app.db.pool.query(
    `INSERT INTO test_runs (datasource_id, by_change, version, documents, chunks, server_id)
      SELECT datasource_id, true, version, 2, 2, $2 FROM test_runs WHERE datasource_id = $1`,
    [id, server],
  )
  const begun = await Promise.all([run(id), run(id)])
  expect(begun).toMatchObject([{ state: 'running' }, { state: 'running', id: begun[0]?.id }])
  expect(await runs(id)).toHaveLength(2)
})
