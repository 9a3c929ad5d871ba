// Continuing a stopped answer, and models that are configured not to stream.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAll,
  dataOf,
  numbers,
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const plain = scripted({ tokens: 30 })
const thinking = scripted({ tokens: 12, think: 5 })
const broken = scripted({ tokens: 20, cut: 10 })
const endless = scripted({ endless: 1, rate: 200 })
const empty = scripted({ stall: 0, status: 400, message: 'no' })

describe('continuing an earlier answer', () => {
  let talk: Talk
  beforeAll(async () => {
    const openaiModels = [plain, endless, 'echo', empty].map((id) => ({ id, owned_by: 'vllm' }))
    talk = await openTalk([plain, endless, empty], { server: { openaiModels } })
  })
  afterAll(() => talk[Symbol.asyncDispose]())
  const refused = async (name: string, payload: object) => {
    const body = { projectTabId: talk.tabId, prompt: 'x', continues: true, ...payload }
    return openStream(talk, talk.anna, { tagId: talk.tag(name).id, payload: body })
  }

  test('starts with the earlier text, which is sent to the model to continue from', async () => {
    const tabId = await talk.newTab()
    const replacesQueryId = queryIdOf(await askAll(talk, plain, { projectTabId: tabId, prompt: 'Count.' }))
    const again = { projectTabId: tabId, prompt: 'Count.', replacesQueryId, continues: true }
    const events = await askAll(talk, 'echo', again)
    expect(dataOf(events[0]).responseText).toBe(numbers(30))
    const { messages, ...body } = JSON.parse(textOf(events).slice(numbers(30).length)) as {
      messages: object[]
    }
    expect(messages).toEqual([
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: numbers(30) },
    ])
    expect(body).toMatchObject({ continue_final_message: true })
    expect(queryOf(events)).toMatchObject({ responseText: textOf(events), replacesQueryId, state: 2 })
  })

  test('counts only its own new tokens, once, when it is stopped', async () => {
    const tabId = await talk.newTab()
    const replacesQueryId = queryIdOf(await askAll(talk, plain, { projectTabId: tabId, prompt: 'Count.' }))
    const payload = { projectTabId: tabId, prompt: 'Count.', replacesQueryId, continues: true }
    const running = await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })
    const begun = await readStream(running, (events) => textOf(events).length > numbers(30).length + 40)
    const params = { id: queryIdOf(begun) }
    const { query } = (await talk.anna.client.call(contract.answers.stop, { params })).data
    const own = query.responseText.slice(numbers(30).length).length
    expect(query).toMatchObject({ state: 4, numTokResponse: Math.round(own / 4) })
    expect(query.statistics).toContainEqual({ key: 'tokensEstimated', value: 'yes' })
    const counted = await talk.app.db.pool.query(
      'SELECT tokens_response AS tokens, ms FROM usage WHERE state = 4',
    )
    expect(counted.rows).toEqual([{ tokens: query.numTokResponse, ms: query.overallResponseTime }])
  })

  test('is offered only for models whose engine supports it', async () => {
    const { data } = await talk.anna.client.call(contract.models.list)
    const told = data.Models.map(({ name, canContinue }) => [name, canContinue])
    expect(Object.fromEntries(told)).toMatchObject({ Guide: false, [plain]: true })
  })

  test('is refused without model support, without earlier text, and without an existing message', async () => {
    const stored = async () =>
      (await talk.anna.client.call(contract.queries.list, { params: { id: talk.tabId } })).data.Queries.length
    const replacesQueryId = queryIdOf(await askAll(talk, plain))
    const failed = queryIdOf(await askAll(talk, empty))
    const before = await stored()
    const guide = await openStream(talk, talk.anna, {
      tagId: 1,
      payload: { projectTabId: talk.tabId, prompt: 'x', replacesQueryId, continues: true },
    })
    expect(await guide.json()).toMatchObject({ errorCode: 'VALIDATION_FAILED' })
    const nothing = await refused(plain, { replacesQueryId: failed })
    expect(await nothing.json()).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      messageContent: { meta: { issues: [{ path: 'continues' }] } },
    })
    expect((await refused(plain, { replacesQueryId: 999_999 })).status).toBe(404)
    expect((await refused(plain, {})).status).toBe(404)
    expect(await stored()).toBe(before)
  })
})

describe('a model configured as non-streaming by its name', () => {
  let talk: Talk
  beforeAll(async () => {
    const nonStreamingModels = [thinking, '*cut=*']
    talk = await openTalk([plain, thinking, broken], { file: { nonStreamingModels } })
  })
  afterAll(() => talk[Symbol.asyncDispose]())

  test('is listed as non-streaming and answers in one chunk', async () => {
    const { data } = await talk.anna.client.call(contract.models.list)
    const streams = Object.fromEntries(data.Models.map((model) => [model.name, model.streams]))
    expect(streams).toMatchObject({ [thinking]: false, [broken]: false, [plain]: true, Guide: true })
    const events = await askAll(talk, thinking)
    expect(events.flatMap((event) => dataOf(event).responseText || [])).toEqual(['5 6 7 8 9 10 11 '])
    expect(events.flatMap((event) => dataOf(event).reasoningText || [])).toEqual(['0 1 2 3 4 '])
    expect(queryOf(events)).toMatchObject({ state: 2, reasoningText: '0 1 2 3 4 ' })
  })

  test('keeps the text received before its stream breaks', async () => {
    expect(queryOf(await askAll(talk, broken))).toMatchObject({ state: 3, responseText: numbers(10) })
  })
})
