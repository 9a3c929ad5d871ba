// Test questions: stored with the expected passage, run by hand and after each change, and resumed after a crash.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, TEST_QUESTION_LIMITS, type Datasource, type TestRun } from '@polylogue/contract'
import { openLog } from '#platform/log.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openRunning } from './runs.ts'

const { datasources, media, testQuestions } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ quietMs: 200 })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const file = (name: string, text: string) => ({
  name,
  mime_type: 'text/plain',
  content: Buffer.from(text).toString('base64'),
})
const FILES = [
  file('travel.txt', 'The allowance for travel is 30 euros a day.'),
  file('laptops.txt', 'A laptop is replaced after four years of travel or use.'),
]

async function ready(files = FILES): Promise<Datasource> {
  const { data } = await anna.client.call(datasources.create, { body: { name: 'Rules', media: files } })
  return settled(data.datasource.id)
}
const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const { data } = await anna.client.call(datasources.get, { params: { id } })
      expect(data.datasource).toMatchObject({ status: 2, mediaWaiting: 0 })
      return data.datasource
    },
    { timeout: 20_000, interval: 150 },
  )
const documentOf = (source: Datasource, name: string) =>
  source.media.find((one) => one.name === name)?.media_id ?? 0

const add = async (id: number, q: string, expected?: { mediaId: number; quote?: string }, who = anna) =>
  (
    await who.client.call(testQuestions.create, {
      params: { id },
      body: { q, ...(expected && { expected }) },
    })
  ).data.TestQuestion
const list = async (id: number, who = anna) =>
  (await who.client.call(testQuestions.list, { params: { id } })).data.TestQuestions
const runs = async (id: number, who = anna) =>
  (await who.client.call(testQuestions.runs, { params: { id } })).data.TestRuns
const run = async (id: number, who = anna) =>
  (await who.client.call(testQuestions.run, { params: { id } })).data.TestRun

/** Waits until the newest run has ended and this many were stored, and returns it. */
const ended = (id: number, count: number): Promise<TestRun> =>
  vi.waitFor(
    async () => {
      const all = await runs(id)
      expect([all.length, all[0]?.state, all[0]?.total]).toEqual([count, 'done', (await list(id)).length])
      return all[0] as TestRun
    },
    { timeout: 20_000, interval: 150 },
  )

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

test('a run of a dead process is continued by another one, without repeating finished questions', async () => {
  const source = await ready()
  const { id } = source
  const [first, second] = [await add(id, 'travel'), await add(id, 'laptop')]
  await ended(id, 1)
  // What a killed process leaves: a run with the id of a dead server, and its first result.
  const leave = async () => {
    const { rows } = await app.db.pool.query<{ id: number }>(
      `INSERT INTO test_runs (datasource_id, by_change, version, documents, chunks, server_id)
        SELECT datasource_id, true, version, documents, chunks, gen_random_uuid() FROM test_runs
        WHERE datasource_id = $1 LIMIT 1 RETURNING id`,
      [id],
    )
    const runId = rows[0]?.id ?? 0
    await app.db.pool.query('INSERT INTO test_results (run_id, question_id, rank) VALUES ($1, $2, 42)', [
      runId,
      first.id,
    ])
    expect((await runs(id))[0]).toMatchObject({ state: 'running', total: 2, done: 1, ended: null })
    return runId
  }
  const server = '00000000-0000-4000-8000-000000000042'
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 42) ON CONFLICT DO NOTHING', [
    server,
  ])
  const asked: string[] = []
  const next = openRunning({
    db: app.db,
    bus: { on: () => () => undefined },
    confidentiality: { ofMessage: () => 'false' },
    log: openLog('silent'),
    serverId: () => server,
    searching: {
      findForTest: (_, { q }) => {
        asked.push(q)
        return Promise.resolve({
          hits: [],
          ranked: undefined as never,
          missing: undefined as never,
          languages: [],
          about: undefined,
          searched: { documents: 0, chunks: 0 },
          together: false,
          isForeign: false,
          translation: null,
          vectors: 'off' as const,
        })
      },
    },
  })
  let runId = 0
  await vi.waitFor(
    async () => {
      // The app's own runner looks for such runs, too, and may be the first.
      runId = await leave()
      await next.takeUp()
      await vi.waitFor(async () => expect((await runs(id))[0]?.state).toBe('done'), 20_000)
      expect(asked).toEqual(['laptop'])
    },
    { timeout: 50_000 },
  )
  await next.close()
  expect((await list(id)).map(({ now }) => now)).toEqual([{ rank: 42 }, { rank: null }])
  expect((await list(id)).find((one) => one.id === second.id)?.change).toBe('worse')
  // A process that closes gives its runs back.
  await app.db.pool.query('UPDATE test_runs SET state = 0, server_id = $2 WHERE id = $1', [runId, server])
  await next.close()
  const left = await app.db.pool.query('SELECT server_id FROM test_runs WHERE id = $1', [runId])
  expect(left.rows).toEqual([{ server_id: null }])
})

test('a run that ended its process three times has failed, and runs again only when a person begins it', async () => {
  const { id } = await ready()
  await add(id, 'travel')
  await ended(id, 1)
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO test_runs (datasource_id, by_change, version, documents, chunks, server_id, attempts)
      SELECT datasource_id, true, version, documents, chunks, gen_random_uuid(), 3 FROM test_runs
      WHERE datasource_id = $1 RETURNING id`,
    [id],
  )
  const searched = vi.fn().mockResolvedValue({ hits: [] })
  const takeUp = async (until: () => Promise<void>) => {
    const next = openRunning({
      db: app.db,
      bus: { on: () => () => undefined },
      confidentiality: { ofMessage: () => 'false' },
      log: openLog('silent'),
      quietMs: 0,
      serverId: () => '00000000-0000-4000-8000-000000000045',
      searching: { findForTest: searched },
    })
    await next.takeUp()
    await vi.waitFor(until, { timeout: 20_000, interval: 150 })
    await next.close()
  }
  const failed = { id: rows[0]?.id, state: 'failed', total: 1, done: 0, ended: null }
  await takeUp(async () => expect((await runs(id))[0]).toMatchObject(failed))
  // The next start finds the same documents and a question without a result, and tests those of another data source.
  const { id: other } = await ready()
  await add(other, 'travel')
  await ended(other, 1)
  await app.db.pool.query('DELETE FROM test_runs WHERE datasource_id = $1', [other])
  await takeUp(async () => expect((await runs(other))[0]?.state).toBe('done'))
  expect((await runs(id))[0]).toMatchObject(failed)
  expect(searched.mock.calls.map(([ids]: unknown[]) => ids)).not.toContainEqual([id])
  expect((await list(id))[0]?.now).toEqual({ rank: 1 })
  const begun = await run(id)
  expect(begun).toMatchObject({ state: 'running' })
  expect(await ended(id, 3)).toMatchObject({ id: begun.id, found: 1 })
})

test('a change that no process noticed starts a run at the next start', async () => {
  const { id } = await ready()
  await add(id, 'travel')
  await ended(id, 1)
  const searched: number[] = []
  const next = openRunning({
    db: app.db,
    bus: { on: () => () => undefined },
    confidentiality: { ofMessage: () => 'false' },
    log: openLog('silent'),
    quietMs: 0,
    serverId: () => '00000000-0000-4000-8000-000000000043',
    searching: {
      findForTest: ([datasourceId]) => {
        searched.push(datasourceId ?? 0)
        return Promise.resolve({
          hits: [],
          ranked: undefined as never,
          missing: undefined as never,
          languages: [],
          about: undefined,
          searched: { documents: 0, chunks: 0 },
          together: false,
          isForeign: false,
          translation: null,
          vectors: 'off' as const,
        })
      },
    },
  })
  await vi.waitFor(
    async () => {
      // Without an event, as after a killed process. The app's own runner may still take a run for an earlier event.
      await app.db.pool.query('DELETE FROM test_runs WHERE datasource_id = $1', [id])
      await next.takeUp()
      await vi.waitFor(async () => expect((await runs(id))[0]?.state).toBe('done'), 20_000)
      expect(searched).toContain(id)
    },
    { timeout: 50_000 },
  )
  await next.close()
})

test('a run is discarded when its documents changed meanwhile', async () => {
  const source = await ready()
  const { id } = source
  await add(id, 'travel')
  await ended(id, 1)
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO test_runs (datasource_id, by_change, version, documents, chunks, server_id)
      VALUES ($1, true, 'of other documents', 2, 2, NULL) RETURNING id`,
    [id],
  )
  const next = openRunning({
    db: app.db,
    bus: { on: () => () => undefined },
    confidentiality: { ofMessage: () => 'false' },
    log: openLog('silent'),
    serverId: () => '00000000-0000-4000-8000-000000000044',
    searching: {
      findForTest: () =>
        Promise.resolve({
          hits: [],
          ranked: undefined as never,
          missing: undefined as never,
          languages: [],
          about: undefined,
          searched: { documents: 0, chunks: 0 },
          together: false,
          isForeign: false,
          translation: null,
          vectors: 'off' as const,
        }),
    },
  })
  await next.takeUp()
  await vi.waitFor(async () => {
    expect((await runs(id)).map((one) => one.id)).not.toContain(rows[0]?.id)
  }, 20_000)
  await next.close()
  expect((await list(id))[0]?.now).toEqual({ rank: 1 })
})
