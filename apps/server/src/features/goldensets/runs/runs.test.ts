import { createClient } from '@polylogue/client'
import { contract, type Check, type PromptOptionValues } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTalk, reopened, scripted, type Talk } from '#test/talk.ts'
import { Problem } from '#problem.ts'
import { asked, at, endless, friendly, goldenSets, PROMPTS, short } from '../test/golden-sets.ts'

const { goldensets, prompts } = contract
const slow = scripted({ tokens: 20, rate: 40 })
const failing = scripted({ status: 500 })

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([friendly, short, slow, endless, failing])
})
afterAll(() => talk[Symbol.asyncDispose]())

const { make, get, begin, runOf, ended, resultsOf, states } = goldenSets(() => talk)

describe('a run', () => {
  test('asks each tag every prompt once, and checks the answers', async () => {
    const checks: Check[] = [
      { kind: 'contains', text: 'guten tag' },
      { kind: 'matches', pattern: '^Guten\\s+Tag, \\p{L}+!' },
      { kind: 'shorter', characters: 10 },
      { kind: 'json', schema: '' },
      { kind: 'cites', text: 'help' },
    ]
    const set = await make({ prompts: asked(PROMPTS, checks) })
    talk.server.reset()
    const begun = await begin(set.id, [friendly, short])
    expect(begun).toMatchObject({ state: 'running', total: 6, can: { cancel: true, retry: false } })
    const done = await ended(begun)
    expect(done).toMatchObject({ state: 'done', done: 6, errorCode: null, userId: talk.anna.id })
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(6)
    const { data, meta } = await resultsOf(begun)
    expect(meta.total).toBe(3)
    expect(data.GoldenResults.map(({ prompt }) => prompt)).toEqual(PROMPTS)
    const [first, second] = data.GoldenResults[0]?.answers ?? []
    expect(first).toMatchObject({ modelTagId: talk.tag(friendly).id, state: 'done', errorCode: null })
    expect(first?.responseText).toMatch(/^Guten Tag/)
    expect(first?.overallResponseTime).toBeGreaterThan(0)
    expect(first?.outcomes.map(({ passed }) => passed)).toEqual([true, true, false, false, false])
    expect(second?.outcomes.map(({ passed }) => passed)).toEqual([false, false, true, false, false])
    expect(done.scorecards).toMatchObject([
      { modelTagId: talk.tag(friendly).id, total: 3, done: 3, failed: 0, passed: 0 },
      { checks: { passed: 3, failed: 12, unclear: 0 } },
    ])
    expect(done.scorecards[0]?.checks).toEqual({ passed: 6, failed: 9, unclear: 0 })
    const used = async () => {
      const reply = await talk.anna.client.call(contract.usage.ofUser, { params: { id: talk.anna.id } })
      return reply.data.usage.total.prompts
    }
    await expect.poll(used).toBeGreaterThanOrEqual(6)
    expect((await get(set.id)).newestRun).toMatchObject({ id: begun.id, state: 'done' })
    const page = await resultsOf(begun, { limit: 1, offset: 2 })
    expect(page.data.GoldenResults.map(({ position }) => position)).toEqual([2])
  })

  test('uses the options of the saved prompt, sends no earlier messages, sets `lastChecked`', async () => {
    const promptOptions: PromptOptionValues = { temperature: 0.3 }
    const body = { title: 'S', prompt: 'Ask', outputFormId: 1, promptOptions }
    const { data } = await talk.anna.client.call(prompts.create, { body })
    const one = { promptId: data.Prompt.id, title: 'S', prompt: 'Ask now', checks: [] }
    const set = await make({ prompts: [...asked(['Before?']), one] })
    await ended(await begin(set.id, ['echo']))
    const { messages, temperature } = talk.server.stats().lastBody as unknown as {
      messages: { content: string }[]
      temperature: number
    }
    expect(messages.map(({ content }) => content)).toEqual(['Ask now'])
    expect(temperature).toBe(0.3)
    const saved = await talk.anna.client.call(prompts.get, { params: { id: data.Prompt.id } })
    expect(saved.data.Prompt.lastChecked).toMatchObject({
      modelName: 'echo',
      modelTagName: 'latest',
      passed: true,
    })
    // A prompt in the recycle bin is none (ACCESS-16).
    await talk.anna.client.call(prompts.remove, { params: { id: data.Prompt.id } })
    await ended(await begin(set.id, ['echo']))
    expect(talk.server.stats().lastBody).not.toHaveProperty('temperature')
  })

  test('tells who started it that it ended (NOTIFY-14)', async () => {
    const set = await make()
    const { client, id } = talk.anna
    await client.call(contract.notifications.markAll, { params: { userId: id }, body: { markAsRead: true } })
    await ended(await begin(set.id, [short]))
    const heard = async () => {
      const { data } = await client.call(contract.notifications.list, { params: { userId: id }, query: {} })
      return data.notifications.flatMap(({ kind, facts }) => (kind === 'goldenRunEnded' ? [facts.name] : []))
    }
    await expect.poll(async () => (await heard())[0], { timeout: 20_000 }).toBe(set.name)
  })

  test('keeps the prompts it started with, and continues when one fails', async () => {
    const set = await make()
    const begun = await begin(set.id, [failing])
    await talk.anna.client.call(goldensets.update, { params: { id: set.id }, body: { prompts: [] } })
    const done = await ended(begun)
    expect(done).toMatchObject({ state: 'done', done: 3, can: { retry: true } })
    expect(done.scorecards).toMatchObject([{ failed: 3, passed: 0 }])
    const { data } = await resultsOf(begun)
    expect(data.GoldenResults[0]?.answers[0]).toMatchObject({ state: 'failed', errorCode: 'ENGINE_FAILED' })
    await expect(begin(set.id, [short])).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
  })

  test('when cancelled, stops the running answer, asks nothing more, and can be continued', async () => {
    const set = await make()
    const begun = await begin(set.id, [endless])
    await expect.poll(() => talk.server.stats().open).toBe(1)
    const { data } = await talk.anna.client.call(goldensets.cancel, { params: at(begun) })
    expect(data.GoldenRun).toMatchObject({ state: 'cancelled', done: 0, can: { cancel: false, retry: true } })
    await expect.poll(() => talk.server.stats().open).toBe(0)
    expect(await states(begun)).toEqual([['cancelled'], ['cancelled'], ['cancelled']])
    const again = await talk.anna.client.call(goldensets.retry, { params: at(begun) })
    expect(again.data.GoldenRun.state).toBe('running')
    await expect.poll(() => talk.server.stats().open).toBe(1)
    await talk.anna.client.call(goldensets.cancel, { params: at(begun) })
  })

  test('is refused with 429 when its user already has three', async () => {
    const set = await make()
    const runs = [await begin(set.id, [endless]), await begin(set.id, [endless]), await begin(set.id, [slow])]
    await expect(begin(set.id, [short])).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_STREAMS' })
    for (const run of runs) await talk.anna.client.call(goldensets.cancel, { params: at(run) })
    const other = await begin(set.id, [short])
    expect((await ended(other)).state).toBe('done')
  })

  test('fails when its user loses access', async () => {
    const set = await make({ prompts: asked(Array.from({ length: 8 }, (_, index) => `${index}?`)) })
    const bert = await talk.app.deps.user()
    await talk.app.deps.share(set, bert, { write: true })
    const begun = await begin(set.id, [slow, endless], bert)
    await expect.poll(async () => (await runOf(begun)).done).toBeGreaterThan(0)
    await talk.app.db.pool.query('DELETE FROM associations WHERE assoc_context_id = $1', [bert.contextId])
    expect(await ended(begun)).toMatchObject({
      state: 'failed',
      errorCode: 'NOT_FOUND',
      can: { retry: true },
    })
    const typeOfEnd = async () => {
      const request = { params: { userId: bert.id }, query: {} }
      const { notifications } = (await bert.client.call(contract.notifications.list, request)).data
      const told = notifications.find(({ kind }) => kind === 'goldenRunEnded')
      return told && (JSON.parse(told.notificationAsJson) as { type: string }).type
    }
    await expect.poll(typeOfEnd, { timeout: 20_000 }).toBe('error')
  })

  test('ends when its user’s account is disabled during the last prompt', async () => {
    const bert = await talk.app.deps.user()
    const root = await talk.app.deps.user({ roleId: 1 })
    const set = await make({ prompts: asked(['One?']) }, bert)
    await talk.app.deps.share(set, talk.anna)
    const run = await begin(set.id, [endless], bert)
    await expect.poll(() => states(run)).toEqual([['asking']])
    const account = { canUseUi: false, canUseApi: false }
    await root.client.call(contract.users.update, { params: { id: bert.id }, body: { account } })
    expect(await ended(run)).toMatchObject({ state: 'done', done: 1, scorecards: [{ failed: 1 }] })
    const { data } = await resultsOf(run)
    expect(data.GoldenResults[0]?.answers).toMatchObject([{ state: 'failed', errorCode: 'INTERRUPTED' }])
  })

  test.each([
    [
      'after storing that a prompt is asked',
      'UPDATE golden_answers SET state = 1',
      ['failed', 'done', 'done'],
    ],
    ['before storing its end', 'UPDATE golden_runs SET state = 1', ['done', 'done', 'done']],
  ])('ends despite a database error %s', async (when, statement, expected) => {
    const { pool } = talk.app.db
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
    let broken = 0
    const breakOnce = async (...args: unknown[]) => {
      const breaks = typeof args[0] === 'string' && args[0].includes(statement) && broken++ === 0
      if (!breaks) return query(...args)
      if (when.startsWith('after')) await query(...args)
      throw new Problem('DATABASE_UNAVAILABLE')
    }
    const breaking = vi.spyOn(pool, 'query').mockImplementation(breakOnce as never)
    try {
      const run = await begin((await make()).id, [short])
      expect(await ended(run)).toMatchObject({ state: 'done', errorCode: null, done: 3 })
      expect((await states(run)).flat()).toEqual(expected)
      expect(broken).toBeGreaterThan(0)
    } finally {
      breaking.mockRestore()
    }
  })

  test('continues after a process crash: the current answer fails, the rest are asked once', async () => {
    const set = await make()
    const begun = await begin(set.id, [endless])
    await expect.poll(() => states(begun)).toEqual([['asking'], ['waiting'], ['waiting']])
    await talk.anna.client.call(goldensets.cancel, { params: at(begun) })
    // The state left by a killed process: the run has the id of a server that does not exist.
    await talk.app.db.pool.query(
      `WITH run AS (UPDATE golden_runs SET state = 0, server_id = gen_random_uuid() WHERE id = $1 RETURNING id),
        tag AS (UPDATE golden_run_tags SET model_tag_id = $2 WHERE run_id = $1)
        UPDATE golden_answers SET model_tag_id = $2, state = CASE position WHEN 0 THEN 1 ELSE 0 END
        WHERE run_id IN (SELECT id FROM run)`,
      [begun.id, talk.tag(short).id],
    )
    talk.server.reset()
    const next = await reopened(talk)
    expect(await ended(begun)).toMatchObject({ state: 'done', can: { retry: true } })
    await next.app.close(0)
    expect(await states(begun)).toEqual([['failed'], ['done'], ['done']])
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(2)
    expect((await resultsOf(begun)).data.GoldenResults[0]?.answers[0]?.errorCode).toBe('INTERRUPTED')
  })

  test('fails after three process crashes without an answer, and can be run again', async () => {
    const set = await make()
    const begun = await begin(set.id, [short])
    expect(await ended(begun)).toMatchObject({ state: 'done' })
    const leave = (attempts: number) =>
      talk.app.db.pool.query(
        `WITH run AS (UPDATE golden_runs SET state = 0, server_id = gen_random_uuid(), attempts = $2 WHERE id = $1)
          UPDATE golden_answers SET state = 0 WHERE run_id = $1 AND position > 0`,
        [begun.id, attempts],
      )
    await leave(3)
    const next = await reopened(talk)
    expect(await ended(begun)).toMatchObject({
      state: 'failed',
      errorCode: 'INTERRUPTED',
      can: { retry: true },
    })
    await next.app.close(0)
    expect(await states(begun)).toEqual([['done'], ['cancelled'], ['cancelled']])
    await talk.anna.client.call(goldensets.retry, { params: at(begun) })
    expect(await ended(begun)).toMatchObject({ state: 'done', errorCode: null })
    expect(await states(begun)).toEqual([['done'], ['done'], ['done']])
    // An answer begins the count again.
    await leave(2)
    const last = await reopened(talk)
    expect(await ended(begun)).toMatchObject({ state: 'done' })
    await last.app.close(0)
    const { rows } = await talk.app.db.pool.query('SELECT attempts FROM golden_runs WHERE id = $1', [
      begun.id,
    ])
    expect(rows).toEqual([{ attempts: 1 }])
  })

  test('continues after an orderly shutdown of its process', async () => {
    const set = await make()
    const first = await reopened(talk)
    const client = createClient({ baseUrl: first.url, token: () => talk.anna.token })
    const body = { modelTagIds: [talk.tag(slow).id] }
    const { data } = await client.call(goldensets.begin, { params: { id: set.id }, body })
    await expect.poll(() => states(data.GoldenRun)).toEqual([['asking'], ['waiting'], ['waiting']])
    await first.app.close(0)
    const second = await reopened(talk)
    expect(await ended(data.GoldenRun)).toMatchObject({ state: 'done', done: 3 })
    await second.app.close(0)
    const results = (await resultsOf(data.GoldenRun)).data.GoldenResults
    const ends = results.flatMap(({ answers }) => answers.map(({ state, errorCode }) => [state, errorCode]))
    expect(ends).toEqual([
      ['failed', 'INTERRUPTED'],
      ['done', null],
      ['done', null],
    ])
  })
})
