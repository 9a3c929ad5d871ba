import { createClient } from '@polylogue/client'
import {
  COMPANY_CONTEXT,
  contract,
  GOLDEN_LIMITS,
  type CallInput,
  type Check,
  type GoldenRun,
  type PromptOptionValues,
} from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { openTalk, reopened, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { Problem } from '#problem.ts'

const { goldensets, prompts } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }

const friendly = scripted({ text: 'Guten Tag, Anna! {"price": 12}' }, 'script')
const short = scripted({ tokens: 3 })
const slow = scripted({ tokens: 20, rate: 40 })
const endless = scripted({ endless: 1, rate: 50 })
const failing = scripted({ status: 500 })
const VERDICTS = [
  ['{"passed": true, "reason": "It greets."}', { passed: true, code: null, reason: 'It greets.' }],
  ['Well:\n```json\n{"passed": false, "reason": "Rude."}\n```', { passed: false, reason: 'Rude.' }],
  ['I cannot say {nonsense}.', { passed: null, code: 'NO_VERDICT' }],
] as const
const judges = VERDICTS.map(([text]) => scripted({ text }, 'script'))
const wordy = scripted({ text: `${'word'.repeat(12)}!` }, 'script')
const NUMBERS: Check = {
  kind: 'json',
  schema: '{"type": "object", "additionalProperties": {"type": "number"}}',
}
const UNSTORABLE: readonly [string, string, Check | 'judge', RegExp][] = [
  ['half an emoji', '👋 Hello, here is the data', { kind: 'json', schema: '' }, /^Unexpected token .*JSON/],
  ['a NUL in a name', '{"a\\u0000b": "one"}', NUMBERS, /^a\uFFFDb .*number/],
  ['a NUL from a judge', '{"passed": false, "reason": "Rude\\u0000."}', 'judge', /^Rude\uFFFD\.$/],
]
const unstorable = UNSTORABLE.map(([, text]) => scripted({ text }, 'script'))
const poison = scripted({ text: 'POISON' }, 'script')
const venom = scripted({ text: '{"passed": true, "reason": "VENOM"}' }, 'script')

// Doubles the time of the first use with each repetition.
const ENDLESS = `${'(?:|)'.repeat(40)}x`
const LARGE = Array.from({ length: 11 }, (_, index): Check => {
  const schema = JSON.stringify({ enum: [index] })
  return { kind: 'json', schema: schema.padEnd(GOLDEN_LIMITS.schema) }
})

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([
    friendly,
    short,
    slow,
    endless,
    failing,
    ...judges,
    wordy,
    ...unstorable,
    poison,
    venom,
  ])
  await talk.app.db.pool.query(`ALTER TABLE golden_answers
    ADD CONSTRAINT words CHECK (response_text NOT LIKE '%POISON%'),
    ADD CONSTRAINT reasons CHECK (outcomes::text NOT LIKE '%VENOM%')`)
})
afterAll(() => talk[Symbol.asyncDispose]())

type Fields = CallInput<typeof goldensets.update>['body']
const PROMPTS = ['One?', 'Two?', 'Three?']
const asked = (texts: readonly string[], checks: Check[] = []) =>
  texts.map((prompt) => ({ promptId: 0, title: prompt, prompt, checks }))
const make = async (fields: Fields = {}, who: TestUser = talk.anna) => {
  const body = { name: 'Regression', prompts: asked(PROMPTS), ...fields }
  return (await who.client.call(goldensets.create, { body })).data.GoldenSet
}
const get = async (id: number, who = talk.anna) =>
  (await who.client.call(goldensets.get, { params: { id } })).data.GoldenSet
const begin = async (id: number, names: readonly string[], who = talk.anna) => {
  const modelTagIds = names.map((name) => talk.tag(name).id)
  return (await who.client.call(goldensets.begin, { params: { id }, body: { modelTagIds } })).data.GoldenRun
}
const at = ({ goldensetId, id }: Pick<GoldenRun, 'goldensetId' | 'id'>) => ({ id: goldensetId, runId: id })
const runOf = async (run: GoldenRun, who = talk.anna) =>
  (await who.client.call(goldensets.run, { params: at(run) })).data.GoldenRun
const ended = async (run: GoldenRun) => {
  await expect.poll(async () => (await runOf(run)).state, { timeout: 15_000 }).not.toBe('running')
  return runOf(run)
}
const resultsOf = async (run: GoldenRun, query: { limit?: number; offset?: number } = {}, who = talk.anna) =>
  who.client.call(goldensets.results, { params: at(run), query })
const states = async (run: GoldenRun) =>
  (await resultsOf(run)).data.GoldenResults.map(({ answers }) => answers.map(({ state }) => state))

describe('a golden set', () => {
  test('is created, listed, changed and deleted', async () => {
    const made = await make({ description: 'For every release' })
    expect(made).toMatchObject({ name: 'Regression', promptCount: 3, newestRun: null, ownerId: talk.anna.id })
    expect(made.prompts.map(({ prompt }) => prompt)).toEqual(PROMPTS)
    const { data, meta } = await talk.anna.client.call(goldensets.list, { query: { q: 'every rel' } })
    expect(data.GoldenSets.map(({ id }) => id)).toEqual([made.id])
    expect(meta.total).toBe(1)
    const body = { name: 'Later', prompts: asked(['Only?']), ifModified: made.modified }
    const params = { id: made.id }
    const { data: changed } = await talk.anna.client.call(goldensets.update, { params, body })
    expect(changed.GoldenSet).toMatchObject({
      name: 'Later',
      promptCount: 1,
      description: 'For every release',
    })
    await expect(talk.anna.client.call(goldensets.update, { params, body })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await talk.anna.client.call(goldensets.remove, { params })
    await expect(get(made.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('has a new modification time when only its prompts change', async () => {
    const made = await make()
    const body = { prompts: asked(['Other?']) }
    const { data } = await talk.anna.client.call(goldensets.update, { params: { id: made.id }, body })
    expect(Date.parse(data.GoldenSet.modified)).toBeGreaterThan(Date.parse(made.modified))
  })

  test.each<[string, Fields]>([
    ['an invalid regular expression', { prompts: asked(['A'], [{ kind: 'matches', pattern: '(' }]) }],
    ['an invalid JSON Schema', { prompts: asked(['A'], [{ kind: 'json', schema: '{"type": 7}' }]) }],
    ['a JSON Schema that is not JSON', { prompts: asked(['A'], [{ kind: 'json', schema: '{' }]) }],
    ['a pattern that takes too long', { prompts: asked(['A'], [{ kind: 'matches', pattern: ENDLESS }]) }],
    [
      'more expressions than can be compiled',
      { prompts: LARGE.map((check) => asked(['A'], [check])).flat() },
    ],
    ['an empty prompt', { prompts: asked([' ']) }],
    ['too many prompts', { prompts: asked(Array.from({ length: GOLDEN_LIMITS.prompts + 1 }, () => 'A')) }],
  ])('%s is refused with 400', async (_, fields) => {
    await expect(make(fields)).rejects.toMatchObject(INVALID)
  })

  test('refers only to readable saved prompts, and keeps the reference to one deleted later', async () => {
    const bert = await talk.app.deps.user()
    const body = { title: 'Saved', prompt: 'Hello {{name}}', outputFormId: 1 }
    const { data } = await bert.client.call(prompts.create, { body })
    const promptId = data.Prompt.id
    const fields = { prompts: [{ promptId, title: 'Saved', prompt: 'Hello Anna', checks: [] }] }
    await expect(make(fields)).rejects.toMatchObject(NOT_FOUND)
    const made = await make(fields, bert)
    await bert.client.call(prompts.remove, { params: { id: promptId } })
    const more = { prompts: [...made.prompts, ...asked(['More'])] }
    await expect(
      talk.anna.client.call(goldensets.update, { params: { id: (await make()).id }, body: more }),
    ).rejects.toMatchObject(NOT_FOUND)
    const other = (await bert.client.call(prompts.create, { body })).data.Prompt
    const empty = await make({ prompts: [] }, bert)
    const added = { prompts: [{ promptId: other.id, title: 'Saved', prompt: 'Hello Anna', checks: [] }] }
    const { data: changed } = await bert.client.call(goldensets.update, {
      params: { id: empty.id },
      body: added,
    })
    expect(changed.GoldenSet.prompts).toEqual(added.prompts)
    const { data: kept } = await bert.client.call(goldensets.update, { params: { id: made.id }, body: more })
    expect(kept.GoldenSet.prompts.map((one) => one.promptId)).toEqual([promptId, 0])
  })
})

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

test.each(VERDICTS)('the reply %j of a judge is turned into an outcome', async (text, outcome) => {
  const modelTagId = talk.tag(scripted({ text }, 'script')).id
  const set = await make({ prompts: asked(['One?'], [{ kind: 'judge', modelTagId, rule: 'Is polite.' }]) })
  const run = await begin(set.id, [short])
  expect((await ended(run)).state).toBe('done')
  expect((await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes).toMatchObject([outcome])
})

test.each(UNSTORABLE)('a reason with %s is stored and returned', async (_, text, check, reason) => {
  const modelTagId = talk.tag(scripted({ text }, 'script')).id
  const rule: Check = check === 'judge' ? { kind: 'judge', modelTagId, rule: 'Is polite.' } : check
  const set = await make({ prompts: asked(['One?'], [rule]) })
  const run = await begin(set.id, [check === 'judge' ? short : scripted({ text }, 'script')])
  expect((await ended(run)).state).toBe('done')
  const [outcome] = (await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes ?? []
  expect(outcome).toMatchObject({ passed: false, reason: expect.stringMatching(reason) })
  expect(outcome?.reason.isWellFormed()).toBe(true)
})

test('an answer or verdict that cannot be stored does not fail the others', async () => {
  const judge: Check = { kind: 'judge', modelTagId: talk.tag(venom).id, rule: 'Is polite.' }
  const [judged, plain] = [asked(['One?'], [judge]), asked(['Two?'], [{ kind: 'contains', text: '1' }])]
  const run = await begin((await make({ prompts: [...judged, ...plain] })).id, [short, poison])
  const done = await ended(run)
  expect(done).toMatchObject({ state: 'done', done: 4, errorCode: null, can: { retry: true } })
  expect(done.scorecards).toMatchObject([
    { failed: 1, passed: 1, checks: { passed: 1, unclear: 0 } },
    { failed: 2, passed: 0 },
  ])
  const { data } = await resultsOf(run)
  const answers = data.GoldenResults.flatMap((result) => result.answers)
  expect(answers.map(({ errorCode }) => errorCode)).toEqual(['UNEXPECTED', 'UNEXPECTED', null, 'UNEXPECTED'])
  expect(answers[0]?.responseText).not.toBe('')
  await talk.anna.client.call(goldensets.remove, { params: { id: run.goldensetId } })
})

test('patterns and schemas never run in the process that answers requests', async () => {
  const schema = JSON.stringify({ enum: Array.from({ length: 9_000 }, () => 1) })
  const schemas = Array.from({ length: 10 }, (_, index): Check => ({
    kind: 'json',
    schema: `${schema}${' '.repeat(index)}`,
  }))
  const begun = performance.eventLoopUtilization()
  const wrong = make({ prompts: asked(['A'], [...schemas, { kind: 'matches', pattern: ENDLESS }]) })
  await expect(wrong).rejects.toMatchObject({
    ...INVALID,
    issues: [{ path: 'body.prompts.0.checks.10.pattern' }],
  })
  // The pattern alone takes hours; the process that compiles it is killed after two seconds.
  expect(performance.eventLoopUtilization(begun).active).toBeLessThan(1_500)
})

test('another person’s run is checked while somebody’s slow checks wait, and cancelled ones leave the queue', async () => {
  const slowCheck: Check = { kind: 'matches', pattern: '^(\\w+\\s?)*$' }
  const bert = await talk.app.deps.user()
  const prompts = asked(['1?', '2?', '3?', '4?', '5?', '6?'], [slowCheck])
  const heavy = await begin((await make({ prompts })).id, [wordy])
  await expect.poll(() => states(heavy), { timeout: 15_000 }).toContainEqual(['done'])
  const set = await make({ prompts: asked(['One?'], [{ kind: 'contains', text: 'word' }]) }, bert)
  const light = await begin(set.id, [wordy], bert)
  await expect.poll(async () => (await runOf(light, bert)).state, { timeout: 15_000 }).toBe('done')
  expect((await runOf(heavy)).state).toBe('running')
  await talk.anna.client.call(goldensets.cancel, { params: at(heavy) })
  const next = await begin(
    (await make({ prompts: asked(['One?'], [{ kind: 'contains', text: 'word' }]) })).id,
    [wordy],
  )
  expect((await ended(next)).scorecards).toMatchObject([{ passed: 1 }])
})

test('a regular expression that takes too long is unclear and does not block other checks', async () => {
  const checks: Check[] = [
    { kind: 'matches', pattern: '^(\\w+\\s?)*$' },
    { kind: 'contains', text: 'word' },
  ]
  const run = await begin((await make({ prompts: asked(['One?'], checks) })).id, [wordy])
  expect((await ended(run)).state).toBe('done')
  expect((await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes).toMatchObject([
    { passed: null, code: 'CHECK_TOO_SLOW' },
    { passed: true },
  ])
})

describe('blind votes', () => {
  test('draw each pair until it is voted on, reveal the models after the vote, and are counted', async () => {
    const set = await make({ prompts: asked(['One?', 'Two?']) })
    const reader = await talk.app.deps.user()
    await talk.app.deps.share(set, reader)
    const run = await begin(set.id, [friendly, short])
    await ended(run)
    const draw = async () => (await reader.client.call(goldensets.pair, { params: at(run) })).data.BlindPair
    for (const left of [2, 1]) {
      const pair = await draw()
      expect(pair).toMatchObject({ left })
      expect(JSON.stringify(pair)).not.toMatch(/script|mock/)
      const params = { ...at(run), voteId: pair?.voteId ?? 0 }
      const choice = pair?.first.startsWith('Guten') ? 'first' : 'second'
      const { data } = await reader.client.call(goldensets.vote, { params, body: { choice } })
      expect(data[choice === 'first' ? 'firstModelTagId' : 'secondModelTagId']).toBe(talk.tag(friendly).id)
      // The models are known now: the vote is final.
      await reader.client.call(goldensets.vote, { params, body: { choice: 'tie' } })
      await expect(
        talk.anna.client.call(goldensets.vote, { params, body: { choice: 'tie' } }),
      ).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await draw()).toBeNull()
    const { scorecards } = await runOf(run)
    expect(scorecards.map(({ votes }) => votes)).toEqual([
      { won: 2, lost: 0, tied: 0 },
      { won: 0, lost: 2, tied: 0 },
    ])
  })
})

test('open pages hear of each blind vote that counts', async () => {
  const set = await make({ prompts: asked(['One?']) })
  const other = await make()
  const reader = await talk.app.deps.user()
  await talk.app.deps.share(set, reader)
  const run = await begin(set.id, [friendly, short])
  await ended(run)
  const page = await livePage(talk.app, talk.anna)
  const pair = (await reader.client.call(goldensets.pair, { params: at(run) })).data.BlindPair
  const vote = async () => {
    const params = { ...at(run), voteId: pair?.voteId ?? 0 }
    await reader.client.call(goldensets.vote, { params, body: { choice: 'first' } })
  }
  const heard = (id: number) => page.messages.filter(({ contextData }) => contextData?.['goldensetId'] === id)
  /** Events arrive in order: with this one, all earlier ones are here. */
  const changeOther = async (times: number) => {
    const body = { name: `Changed ${times}` }
    await talk.anna.client.call(goldensets.update, { params: { id: other.id }, body })
    await expect.poll(() => heard(other.id)).toHaveLength(times)
  }
  await changeOther(1)
  const before = heard(set.id).length
  await vote()
  await expect.poll(() => heard(set.id)).toHaveLength(before + 1)
  await vote()
  await changeOther(2)
  expect(heard(set.id)).toHaveLength(before + 1)
})

test('a page of long answers has fewer prompts, but at least one', async () => {
  const run = await begin((await make()).id, [friendly, short])
  await ended(run)
  const long = (position: number, length: number) =>
    talk.app.db.pool.query(
      `UPDATE golden_answers SET response_text = repeat('x', $3) WHERE run_id = $1 AND position = $2`,
      [run.id, position, length],
    )
  const pageFrom = async (offset: number) => {
    const { data, meta } = await resultsOf(run, { limit: 50, offset })
    expect(meta.total).toBe(3)
    return data.GoldenResults.map(({ position, answers }) => [position, answers.length])
  }
  await long(0, 3_000_000)
  await long(1, 3_000_000)
  await long(2, 5_000_000)
  expect(await pageFrom(0)).toEqual([[0, 2]])
  expect(await pageFrom(1)).toEqual([[1, 2]])
  expect(await pageFrom(2)).toEqual([[2, 2]])
  await long(1, 500_000)
  expect(await pageFrom(0)).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('returns the newest scorecard of a tag for each readable set', async () => {
  const [set, without] = [await make({ name: 'Newest' }), await make({ name: 'Without' })]
  await ended(await begin(set.id, [short]))
  const newest = await ended(await begin(set.id, [short]))
  const query = { modelTagId: talk.tag(short).id }
  const { data } = await talk.anna.client.call(goldensets.scorecards, { query })
  const of = (id: number) => data.GoldenScorecards.find(({ goldensetId }) => goldensetId === id)
  expect(of(set.id)).toMatchObject({
    run: { id: newest.id, scorecard: { total: 3, passed: 3 } },
    can: { run: true },
  })
  expect(of(without.id)).toMatchObject({ run: null })
  const stranger = await talk.app.deps.user()
  expect((await stranger.client.call(goldensets.scorecards, { query })).data.GoldenScorecards).toEqual([])
})

test('readers see runs but cannot start one; writers cannot cancel another user’s run', async () => {
  const set = await make()
  const [reader, writer, stranger] = [
    await talk.app.deps.user(),
    await talk.app.deps.user(),
    await talk.app.deps.user(),
  ]
  await talk.app.deps.share(set, reader)
  await talk.app.deps.share(set, writer, { write: true })
  const run = await begin(set.id, [endless])
  await expect(begin(set.id, [short], reader)).rejects.toMatchObject(DENIED)
  await expect(begin(set.id, [short], stranger)).rejects.toMatchObject(NOT_FOUND)
  expect(await runOf(run, reader)).toMatchObject({ state: 'running', can: { cancel: false, retry: false } })
  await expect(runOf(run, stranger)).rejects.toMatchObject(NOT_FOUND)
  await expect(resultsOf(run, {}, stranger)).rejects.toMatchObject(NOT_FOUND)
  for (const who of [reader, writer])
    await expect(who.client.call(goldensets.cancel, { params: at(run) })).rejects.toMatchObject(DENIED)
  const elsewhere = await make()
  await expect(
    talk.anna.client.call(goldensets.run, { params: { id: elsewhere.id, runId: run.id } }),
  ).rejects.toMatchObject(NOT_FOUND)
  await talk.anna.client.call(goldensets.cancel, { params: at(run) })
})

test('only users who may deploy a tag can run it while it is not deployed', async () => {
  const root = await talk.app.deps.user({ roleId: 1 })
  const set = await make({}, root)
  await talk.app.deps.share(set, talk.anna, { write: true })
  const { id } = talk.tag(short)
  const deploy = (deployed: boolean) =>
    talk.app.db.pool.query('UPDATE model_tags SET deployed = $2 WHERE id = $1', [id, deployed])
  await deploy(false)
  try {
    await expect(begin(set.id, [short])).rejects.toMatchObject({ code: 'MODEL_NOT_DEPLOYED' })
    expect(await ended(await begin(set.id, [short], root))).toMatchObject({ scorecards: [{ passed: 3 }] })
  } finally {
    await deploy(true)
  }
})

describe('runs of a shared golden set', () => {
  const people = async () => {
    const [reader, writer, admin] = [
      await talk.app.deps.user(),
      await talk.app.deps.user(),
      await talk.app.deps.user(),
    ]
    const shareWith = async (set: { context: { id: number } }) => {
      await talk.app.deps.share(set, reader)
      await talk.app.deps.share(set, writer, { write: true })
      await talk.app.deps.share(set, admin, { admin: true })
    }
    return { reader, writer, admin, shareWith }
  }
  const runsOf = async (id: number, who: TestUser) => {
    const { data, meta } = await who.client.call(goldensets.runs, { params: { id } })
    return { ids: data.GoldenRuns.map((run) => run.id), hidden: meta.hidden }
  }
  /** The newest run of a set as each of the calls tells it that name one. */
  const newestOf = async (id: number, who: TestUser) => {
    const { data: lists } = await who.client.call(goldensets.list, { query: {} })
    const query = { modelTagId: talk.tag(short).id }
    const { data: cards } = await who.client.call(goldensets.scorecards, { query })
    return [
      (await get(id, who)).newestRun?.id,
      lists.GoldenSets.find((set) => set.id === id)?.newestRun?.id,
      cards.GoldenScorecards.find(({ goldensetId }) => goldensetId === id)?.run?.id,
    ]
  }

  test('from before it was shared stay with the people who manage it, in every call', async () => {
    const { reader, writer, admin, shareWith } = await people()
    const set = await make({ prompts: asked(['Private draft?']) })
    const draft = await ended(await begin(set.id, [friendly, short]))
    const params = { id: set.id }
    await talk.anna.client.call(goldensets.update, { params, body: { prompts: asked(['Shared?']) } })
    const { data: drawn } = await talk.anna.client.call(goldensets.pair, { params: at(draft) })
    await shareWith(set)
    for (const who of [reader, writer]) {
      expect(await newestOf(set.id, who)).toEqual([undefined, undefined, undefined])
      expect(await runsOf(set.id, who)).toEqual({ ids: [], hidden: true })
      for (const call of [goldensets.run, goldensets.results, goldensets.pair] as const)
        await expect(who.client.call(call, { params: at(draft), query: {} })).rejects.toMatchObject(NOT_FOUND)
      const place = { ...at(draft), voteId: drawn.BlindPair?.voteId ?? 0 }
      const vote = who.client.call(goldensets.vote, { params: place, body: { choice: 'tie' } })
      await expect(vote).rejects.toMatchObject(NOT_FOUND)
    }
    for (const call of [goldensets.cancel, goldensets.retry] as const)
      await expect(writer.client.call(call, { params: at(draft) })).rejects.toMatchObject(NOT_FOUND)
    const shared = await ended(await begin(set.id, [friendly, short]))
    for (const who of [reader, writer]) {
      expect(await newestOf(set.id, who)).toEqual([shared.id, shared.id, shared.id])
      expect(await runsOf(set.id, who)).toEqual({ ids: [shared.id], hidden: true })
      expect((await resultsOf(shared, {}, who)).data.GoldenResults).toMatchObject([{ prompt: 'Shared?' }])
      const { data } = await who.client.call(goldensets.pair, { params: at(shared) })
      expect(data.BlindPair).toMatchObject({ prompt: 'Shared?' })
    }
    for (const who of [talk.anna, admin])
      expect(await runsOf(set.id, who)).toEqual({ ids: [shared.id, draft.id], hidden: false })
    expect((await resultsOf(draft, {}, admin)).data.GoldenResults).toMatchObject([
      { prompt: 'Private draft?' },
    ])
  })

  test('which began while a share existed stay readable after it ended and began again, without those from between', async () => {
    const { reader, writer, shareWith } = await people()
    const set = await make({ prompts: asked(['One?']) })
    await shareWith(set)
    const shared = await ended(await begin(set.id, [short]))
    const own = await ended(await begin(set.id, [short], writer))
    const unshare = () =>
      talk.app.db.pool.query('DELETE FROM associations WHERE context_id = $1', [set.context.id])
    await unshare()
    const between = await ended(await begin(set.id, [short]))
    await expect(runsOf(set.id, reader)).rejects.toMatchObject(NOT_FOUND)
    await shareWith(set)
    expect(await runsOf(set.id, reader)).toEqual({ ids: [own.id, shared.id], hidden: true })
    await expect(runOf(between, reader)).rejects.toMatchObject(NOT_FOUND)
    // Through another share, a person still sees the runs that they started.
    await unshare()
    await talk.app.deps.share(set, { contextId: COMPANY_CONTEXT }, { write: true })
    expect(await runsOf(set.id, writer)).toEqual({ ids: [own.id], hidden: true })
    expect(await runsOf(set.id, reader)).toEqual({ ids: [], hidden: true })
  })
})
