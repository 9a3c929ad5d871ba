import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    expect(usage.total).toMatchObject({ prompts: 6, tokensPrompt: 122, tokensResponse })
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
      tokensPrompt: 100,
      tokensResponse: 200,
      ms: 1000,
    })
    const ago = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10)
    expect(usage.byDay.map(({ day, prompts }) => [day, prompts])).toEqual([
      [ago, 1],
      [today, 5],
    ])
    expect((await usageOf()).total.prompts).toBe(7)
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
    total: { prompts: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 },
    byModel: [],
    byDay: [],
  })
})
