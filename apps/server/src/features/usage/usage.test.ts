import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '#test/test-app.ts'
import { askAll, openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 30, prompt: 12 })
const other = scripted({ tokens: 3, prompt: 5 })
const endless = scripted({ endless: 1, rate: 200 })
const refused = scripted({ status: 401 })

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([plain, other, endless, refused])
})
afterAll(() => talk[Symbol.asyncDispose]())

const rows = async () => {
  const found = await talk.app.db.pool.query<Record<string, unknown>>(
    `SELECT door, model_name AS model, model_tag_name AS tag, state, tokens_prompt AS "in", tokens_response AS "out", token_id
     FROM usage WHERE user_id = $1 ORDER BY id`,
    [talk.anna.id],
  )
  return found.rows
}
const usageOf = async (days?: number) =>
  (
    await talk.anna.client.call(contract.usage.ofUser, {
      params: { id: talk.anna.id },
      ...(days === undefined ? {} : { query: { days } }),
    })
  ).data.usage

const periodOf = async (query: { days?: number; from?: string; to?: string }) =>
  (await talk.anna.client.call(contract.usage.ofUser, { params: { id: talk.anna.id }, query })).data.usage

describe('the usage of an answer', () => {
  test('is counted once with its tokens, for every entry point and outcome', async () => {
    const first = queryIdOf(await askAll(talk, plain))
    const { id: modelTagId, modelId } = talk.tag(other)
    const payload = { projectTabId: talk.tabId, prompt: 'Count.' }
    await talk.anna.client.call(contract.answers.ask, {
      params: { id: modelId },
      body: { ...payload, modelTagId },
    })
    await askAll(talk, refused)
    const running = await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })
    const begun = await readStream(running, (events) => events.length > 3)
    await talk.anna.client.call(contract.answers.stop, { params: { id: queryIdOf(begun) } })
    const body = { tabId: talk.tabId, promptIds: [first], modelTagId, tabName: 'Again' }
    const { data } = await talk.anna.client.call(contract.replays.create, { body })
    const params = { id: data.projecttab.id }
    const state = async () =>
      (await talk.anna.client.call(contract.replays.get, { params })).data.replay?.state
    await expect.poll(state).toBe('done')
    const counted = { tag: 'latest', token_id: null }
    expect(await rows()).toEqual([
      { ...counted, door: 'web', model: plain, state: 2, in: 12, out: 30 },
      { ...counted, door: 'api', model: other, state: 2, in: 5, out: 3 },
      { ...counted, door: 'web', model: refused, state: 3, in: null, out: null },
      { ...counted, door: 'web', model: endless, state: 4, in: null, out: expect.any(Number) },
      { ...counted, door: 'replay', model: other, state: 2, in: 5, out: 3 },
    ])
  })

  test('is summed by model and by day in UTC', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await talk.app.db.pool.query(
      `INSERT INTO usage (at, user_id, door, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms) VALUES
        ($2::date::timestamp AT TIME ZONE 'UTC' - interval '2 days', $1, 'v1', 'old', '1b', 2, 100, 200, 1000),
        ($2::date::timestamp AT TIME ZONE 'UTC' - interval '3 days 1 millisecond', $1, 'v1', 'old', '1b', 2, 1, 1, 1)`,
      [talk.anna.id, today],
    )
    const stopped = (await rows()).find(({ state }) => state === 4)?.['out']
    const usage = await usageOf(3)
    const tokensResponse = 236 + Number(stopped)
    expect(usage.total).toMatchObject({
      prompts: 6,
      failed: 1,
      stopped: 1,
      tokensPrompt: 122,
      tokensResponse,
    })
    expect(usage.byModel[0]).toMatchObject({
      modelName: other,
      modelTagName: 'latest',
      prompts: 2,
      tokensResponse: 6,
    })
    expect(usage.byModel.find(({ modelName }) => modelName === 'old')).toEqual({
      modelName: 'old',
      modelTagName: '1b',
      prompts: 1,
      failed: 0,
      stopped: 0,
      tokensPrompt: 100,
      tokensResponse: 200,
      ms: 1000,
    })
    const ago = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10)
    expect(usage.byDay.map(({ day, prompts }) => [day, prompts])).toEqual([
      [ago, 1],
      [today, 5],
    ])
    expect([usage.from, usage.to]).toEqual([ago, today])
    expect((await usageOf()).total.prompts).toBe(7)
    const day = new Date(Date.parse(today) - 4 * 86_400_000).toISOString().slice(0, 10)
    const one = await periodOf({ from: day, to: day })
    expect([one.from, one.to, one.total.prompts, one.byDay.length]).toEqual([day, day, 1, 1])
  })
})

test('an answer requested with a token is counted for the token', async () => {
  const carl = await talk.app.deps.user()
  const tab = await talk.app.deps.tab(carl, await talk.app.deps.project(carl))
  const { data } = await carl.client.call(contract.apitokens.saveOfUser, {
    params: { userId: carl.id },
    body: { name: 'Program' },
  })
  const program = { ...carl, token: data.value ?? '' }
  const payload = { projectTabId: tab.id, prompt: 'Count.' }
  await readStream(await openStream(talk, program, { tagId: talk.tag(other).id, payload }))
  const found = await talk.app.db.pool.query(
    'SELECT door, token_id AS token, state FROM usage WHERE user_id = $1',
    [carl.id],
  )
  expect(found.rows).toEqual([{ door: 'api', token: data.ApiToken?.id, state: 2 }])
})

test('the usage of a user returns 404 for others, including the super user', async () => {
  const admin = await talk.app.deps.user({ roleId: 1 })
  for (const { client } of [admin, await talk.app.deps.user()])
    await expect(client.call(contract.usage.ofUser, { params: { id: talk.anna.id } })).rejects.toMatchObject({
      status: 404,
    })
  const { data } = await admin.client.call(contract.usage.ofUser, { params: { id: admin.id } })
  expect(data.usage).toEqual({
    from: expect.any(String),
    to: expect.any(String),
    total: { prompts: 0, failed: 0, stopped: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 },
    byModel: [],
    byDay: [],
  })
})

test.each([
  ['only a first day', { from: '2026-01-01' }],
  ['only a last day', { to: '2026-01-01' }],
  ['a last day before the first one', { from: '2026-01-02', to: '2026-01-01' }],
  ['more than 366 days', { from: '2025-01-01', to: '2026-01-02' }],
  ['no date', { from: '2026-02-30', to: '2026-03-01' }],
])('%s is no period', async (_, query) => {
  await expect(periodOf(query)).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
})

describe('the usage of the installation', () => {
  /** A day of the past on which only this test counts answers. */
  const day = { from: '2020-02-29', to: '2020-02-29' }
  const ofAll = async (user: TestUser, query: { from?: string; to?: string } = day) =>
    (await user.client.call(contract.usage.ofInstallation, { query })).data.usage

  test('is summed by model, day and group; a person counts in each of their groups', async () => {
    const { deps, db } = talk.app
    const root = await deps.user({ roleId: 1 })
    const [ada, ben] = [await deps.user(), await deps.user()]
    const inner = await deps.group(3, [ada])
    const outer = await deps.group(2, [inner, ben])
    await db.pool.query(
      `INSERT INTO usage (at, user_id, door, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms)
       SELECT timestamptz '2020-02-29T23:59:59.999Z', person, 'web', model, '1b', state, 10, 20, 500
       FROM (VALUES ($1::bigint, 'mine', 2), ($1, 'mine', 3), ($2, 'mine', 4), ($2, 'other', 2), (NULL, 'other', 2))
         AS one (person, model, state)
       UNION ALL SELECT '2020-03-01T00:00:00Z', $1, 'web', 'mine', '1b', 2, 1, 1, 1`,
      [ada.id, ben.id],
    )
    const usage = await ofAll(root)
    const sum = (prompts: number, failed: number, stopped: number) => ({
      prompts,
      failed,
      stopped,
      tokensPrompt: prompts * 10,
      tokensResponse: prompts * 20,
      ms: prompts * 500,
    })
    expect(usage).toEqual({
      ...day,
      total: sum(5, 1, 1),
      byDay: [{ day: '2020-02-29', ...sum(5, 1, 1) }],
      byModel: [
        { modelName: 'mine', modelTagName: '1b', ...sum(3, 1, 1) },
        { modelName: 'other', modelTagName: '1b', ...sum(2, 0, 0) },
      ],
      byGroup: [
        { contextId: outer.contextId, name: 'A group', ...sum(4, 1, 1) },
        { contextId: inner.contextId, name: 'A group', ...sum(2, 1, 0) },
        { contextId: null, name: '', ...sum(1, 0, 0) },
      ],
    })
    expect((await ofAll(root, {})).total.prompts).toBeGreaterThan(0)
  })

  test('is refused without the permission to see the system', async () => {
    for (const roleId of [3, 8, 4, 6] as const)
      await expect(ofAll(await talk.app.deps.user({ roleId }))).rejects.toMatchObject({
        status: 403,
        code: 'PERMISSION_DENIED',
      })
  })
})
