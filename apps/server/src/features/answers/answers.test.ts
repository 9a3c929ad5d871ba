import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAll,
  dataOf,
  openStream,
  numbers,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const plain = scripted({ tokens: 30 })
const slow = scripted({ tokens: 60, rate: 100 })
const endless = scripted({ endless: 1, rate: 200 })
const thinking = scripted({ tokens: 12, think: 5 })
const silent = scripted({ stall: -1 })
const marker = scripted(
  { text: 'a [STREAM-DONE]\n\nevent: Error\ndata: {"x":1}\r\n\u2028 end', piece: 3 },
  'script',
)
const emoji = scripted({ text: 'Grüße 😀 aus Köln — 日本', piece: 1, chunk: 1 }, 'script')
const echo = scripted({}, 'echo')
const all = [plain, slow, endless, thinking, silent, marker, emoji, echo]

let talk: Talk
beforeAll(async () => {
  talk = await openTalk(all)
})
afterAll(() => talk[Symbol.asyncDispose]())

describe('a streamed answer', () => {
  test('starts with an empty chunk, numbers events from 1 without gaps, ends with message and end marker', async () => {
    const events = await askAll(talk, plain)
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => String(index + 1)))
    expect(events[0]).toMatchObject({
      event: 'Response',
      data: `{"queryId":${queryIdOf(events)},"responseText":""}`,
    })
    expect(textOf(events)).toBe(numbers(30))
    expect(events.at(-1)).toMatchObject({ event: 'Response', data: '[STREAM-DONE]' })
    expect(queryOf(events)).toMatchObject({
      id: queryIdOf(events),
      state: 2,
      queryText: 'Count.',
      responseText: numbers(30),
      numTokResponse: 30,
      numTokPrompt: 10,
      projectTabId: talk.tabId,
    })
  })

  test('is stored exactly as sent, including its response times', async () => {
    const query = queryOf(await askAll(talk, plain))
    const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: talk.tabId } })
    expect(data.Queries.at(-1)).toEqual(query)
    expect(query?.overallResponseTime).toBeGreaterThanOrEqual(query?.responseTime ?? Infinity)
  })

  test('returns reasoning separately from the text', async () => {
    const query = queryOf(await askAll(talk, thinking))
    expect(query).toMatchObject({ reasoningText: '0 1 2 3 4 ', responseText: '5 6 7 8 9 10 11 ' })
  })

  test('delivers text that looks like the stream protocol unchanged', async () => {
    const events = await askAll(talk, marker)
    expect(textOf(events)).toBe('a [STREAM-DONE]\n\nevent: Error\ndata: {"x":1}\r\n\u2028 end')
    expect(events.filter((event) => event.event === 'Error')).toEqual([])
  })

  test('is decoded correctly when the model server splits it at every byte', async () => {
    expect(textOf(await askAll(talk, emoji))).toBe('Grüße 😀 aus Köln — 日本')
  })

  test('continues when its reader disconnects, and the next reader receives the rest', async () => {
    const first = await readStream(
      await openStream(talk, talk.anna, {
        tagId: talk.tag(slow).id,
        payload: { projectTabId: talk.tabId, prompt: 'Count.' },
      }),
      (events) => textOf(events).length > 20,
    )
    const lastEventId = Number(first.at(-1)?.id)
    const rest = await readStream(
      await openStream(talk, talk.anna, { queryId: queryIdOf(first), lastEventId }),
    )
    expect(textOf(first) + textOf(rest)).toBe(numbers(60))
    expect(rest[0]?.id).toBe(String(lastEventId + 1))
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBeGreaterThan(0)
  })

  test('can be resumed from any event after it finished, with the same event ids', async () => {
    const events = await askAll(talk, plain)
    for (let after = 0; after < events.length; after += 3) {
      const rest = await readStream(
        await openStream(talk, talk.anna, { queryId: queryIdOf(events), lastEventId: after }),
      )
      expect(rest).toEqual(events.slice(after))
    }
    const beyond = await readStream(
      await openStream(talk, talk.anna, { queryId: queryIdOf(events), lastEventId: 10_000 }),
    )
    expect(beyond.at(-1)?.data).toBe('[STREAM-DONE]')
    expect(textOf(beyond)).toBe('')
  })

  test('is listed as streaming, with its partial text, while it runs', async () => {
    const tabId = await talk.newTab()
    const reader = await openStream(talk, talk.anna, {
      tagId: talk.tag(slow).id,
      payload: { projectTabId: tabId, prompt: 'Count.' },
    })
    await readStream(reader, (events) => textOf(events).length > 20)
    const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: tabId } })
    expect(data.Queries[0]).toMatchObject({ state: 1, responseText: expect.stringMatching(/^0 1 2 /) })
  })
})

describe('stopping', () => {
  test.each([
    ['an answer being written', endless, (text: string) => text.length > 30],
    ['an answer before its first token', silent, () => true],
  ])('%s closes the engine connection and keeps the text received so far', async (_, name, enough) => {
    const opened = await openStream(talk, talk.anna, {
      tagId: talk.tag(name).id,
      payload: { projectTabId: talk.tabId, prompt: 'Count.' },
    })
    const following = readStream(opened)
    const begun = await waitFor(async () => {
      const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: talk.tabId } })
      const last = data.Queries.at(-1)
      return last && last.state < 2 && enough(last.responseText) && talk.server.stats().open > 0
        ? last
        : undefined
    })
    const { data } = await talk.anna.client.call(contract.answers.stop, { params: { id: begun.id } })
    expect(data.query).toMatchObject({ state: 4, responseText: expect.stringContaining(begun.responseText) })
    const events = await following
    expect(events.at(-1)).toMatchObject({ event: 'abort', data: `{"queryId":${begun.id}}` })
    expect(textOf(events)).toBe(data.query.responseText)
    await waitFor(() => Promise.resolve(talk.server.stats().open === 0 || undefined))
    const again = await talk.anna.client.call(contract.answers.stop, { params: { id: begun.id } })
    expect(again.data.query).toEqual(data.query)
  })

  test('deleting a tab ends its running answer and closes the engine connection', async () => {
    const tabId = await talk.newTab()
    const opened = await openStream(talk, talk.anna, {
      tagId: talk.tag(endless).id,
      payload: { projectTabId: tabId, prompt: 'Count.' },
    })
    const following = readStream(opened)
    await waitFor(() => Promise.resolve(talk.server.stats().open > 0 || undefined))
    await talk.anna.client.call(contract.tabs.remove, { params: { id: tabId } })
    expect((await following).at(-1)).toMatchObject({ event: 'abort' })
    await waitFor(() => Promise.resolve(talk.server.stats().open === 0 || undefined))
  })
})

describe('asking again', () => {
  test('keeps both versions in one turn and sends only the newest as history', async () => {
    const tabId = await talk.newTab()
    const first = queryIdOf(await askAll(talk, plain, { projectTabId: tabId, prompt: 'First wording' }))
    const second = queryIdOf(
      await askAll(talk, plain, { projectTabId: tabId, prompt: 'Second wording', replacesQueryId: first }),
    )
    const answer = textOf(await askAll(talk, echo, { projectTabId: tabId, prompt: 'And now?' }))
    expect(answer).toContain('Second wording')
    expect(answer).not.toContain('First wording')
    const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: tabId } })
    expect(data.Queries.slice(0, 2).map((query) => [query.id, query.turnId, query.replacesQueryId])).toEqual([
      [first, first, null],
      [second, first, first],
    ])
  })

  test('stores which versions are shown and sends those as history until others are shown', async () => {
    const tabId = await talk.newTab()
    const ask = async (tag: typeof plain, prompt: string, more: Record<string, unknown> = {}) =>
      askAll(talk, tag, { projectTabId: tabId, prompt, ...more })
    const first = queryIdOf(await ask(plain, 'First wording'))
    const second = queryIdOf(await ask(plain, 'Second wording', { replacesQueryId: first }))
    const onFirst = await ask(echo, 'On the first?', { shownQueryIds: [first, 999_999_999] })
    expect(textOf(onFirst)).toContain('First wording')
    expect(textOf(onFirst)).not.toContain('Second wording')
    // A request that does not list the shown versions, such as a comparison, continues from those of the last question.
    expect(textOf(await ask(echo, 'Still?'))).toContain('"First wording"')
    const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: tabId } })
    expect(data.Queries.map(({ id, shownQueryIds }) => [id, shownQueryIds])).toEqual([
      [first, []],
      [second, []],
      [queryIdOf(onFirst), [first, 999_999_999]],
      [expect.any(Number), [first, 999_999_999]],
    ])
    expect(data.Queries[2]?.statistics.map(({ key }) => key)).not.toContain('shown')
    const onSecond = textOf(await ask(echo, 'On the second?', { shownQueryIds: [] }))
    expect(onSecond).toContain('"Second wording"')
    expect(onSecond).not.toContain('"First wording"')
  })

  test('is refused with 404 for a message of another tab', async () => {
    const query = queryIdOf(await askAll(talk, plain))
    const payload = { projectTabId: await talk.newTab(), prompt: 'x', replacesQueryId: query }
    const refused = await openStream(talk, talk.anna, { tagId: talk.tag(plain).id, payload })
    expect(refused.status).toBe(404)
  })
})

describe('without streaming', () => {
  test('the whole answer is returned in one response', async () => {
    const { id, modelId } = talk.tag(plain)
    const { data } = await talk.anna.client.call(contract.answers.ask, {
      params: { id: modelId },
      body: { modelTagId: id, projectTabId: talk.tabId, prompt: 'Count.' },
    })
    expect(data).toMatchObject({ responseText: numbers(30), queryId: data.query.id, query: { state: 2 } })
  })
})

describe('permissions and limits', () => {
  test('a user without access gets 404 and no request reaches the engine', async () => {
    const bert = await talk.app.deps.user()
    const events = await askAll(talk, plain)
    talk.server.reset()
    const payload = { projectTabId: talk.tabId, prompt: 'x' }
    expect((await openStream(talk, bert, { tagId: talk.tag(plain).id, payload })).status).toBe(404)
    expect((await openStream(talk, bert, { queryId: queryIdOf(events) })).status).toBe(404)
    await expect(
      bert.client.call(contract.answers.stop, { params: { id: queryIdOf(events) } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(talk.server.stats().requests).toBe(0)
  })

  test('a reader can follow an answer; asking and stopping are refused with 403', async () => {
    const rita = await talk.app.deps.user()
    const { data } = await talk.anna.client.call(contract.projects.get, { params: { id: talk.projectId } })
    await talk.app.deps.share(data.project, rita)
    const events = await askAll(talk, plain)
    const seen = await readStream(
      await openStream(talk, rita, { queryId: queryIdOf(events), lastEventId: 0 }),
    )
    expect(textOf(seen)).toBe(numbers(30))
    const payload = { projectTabId: talk.tabId, prompt: 'x' }
    expect((await openStream(talk, rita, { tagId: talk.tag(plain).id, payload })).status).toBe(403)
    await expect(
      rita.client.call(contract.answers.stop, { params: { id: queryIdOf(events) } }),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('questions beyond the limit per user wait; those beyond the queue limit are refused with 429', async () => {
    const tabId = await talk.newTab()
    const payload = { projectTabId: tabId, prompt: 'x' }
    const open = await Promise.all(
      Array.from({ length: 60 }, () => openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })),
    )
    expect(open.map((response) => response.status).sort((a, b) => a - b)).toEqual([
      ...Array<number>(58).fill(200),
      429,
      429,
    ])
    await expect.poll(() => talk.server.stats().open).toBe(8)
    for (const response of open) await response.body?.cancel()
    await talk.anna.client.call(contract.tabs.remove, { params: { id: tabId } })
    await waitFor(() => Promise.resolve(talk.server.stats().open === 0 || undefined))
    expect(dataOf((await askAll(talk, plain)).at(0)).queryId).toBeGreaterThan(0)
  })
})

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  const until = performance.now() + 30_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > until) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
