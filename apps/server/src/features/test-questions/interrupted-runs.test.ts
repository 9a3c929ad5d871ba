import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { otherRunning, questionsOf } from './test/runs.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ quietMs: 200 })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const { ready, add, list, runs, run, ended } = questionsOf(() => anna)

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
  const next = otherRunning(app, server, (_, { q }) => asked.push(q))
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
  const searched = vi.fn()
  const takeUp = async (until: () => Promise<void>) => {
    const next = otherRunning(app, '00000000-0000-4000-8000-000000000045', searched, 0)
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
  const next = otherRunning(
    app,
    '00000000-0000-4000-8000-000000000043',
    ([datasourceId]) => searched.push(datasourceId ?? 0),
    0,
  )
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
  const next = otherRunning(app, '00000000-0000-4000-8000-000000000044')
  await next.takeUp()
  await vi.waitFor(async () => {
    expect((await runs(id)).map((one) => one.id)).not.toContain(rows[0]?.id)
  }, 20_000)
  await next.close()
  expect((await list(id))[0]?.now).toEqual({ rank: 1 })
})

test('pages are told that a run began, before its first question is answered', async () => {
  const { id } = await ready()
  await add(id, 'travel')
  await ended(id, 1)
  const server = '00000000-0000-4000-8000-000000000046'
  const page = await livePage(app, anna)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const next = otherRunning(app, server, () => held)
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO test_runs (datasource_id, by_change, version, documents, chunks, server_id)
      SELECT datasource_id, false, version, documents, chunks, $2 FROM test_runs WHERE datasource_id = $1 RETURNING id`,
    [id, server],
  )
  const heard = () => page.messages.filter(({ contextData }) => contextData?.['datasourceId'] === id)
  expect(heard()).toEqual([])
  next.add({ id: rows[0]?.id ?? 0, datasourceId: id })
  await expect.poll(heard).not.toEqual([])
  expect((await runs(id))[0]).toMatchObject({ state: 'running', done: 0 })
  release()
  await ended(id, 2)
  await next.close()
})
