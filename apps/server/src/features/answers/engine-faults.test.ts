// Engine faults end the answer in the right state with an error sentence, keep the message and the partial text, leave the
// tab usable and close every connection (ENGINE-*). Both dialects.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAll,
  dataOf,
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const LIMITS = { firstTokenMs: 1_000, idleMs: 1_000, answerCharacters: 20_000 }

const faults: [what: string, name: string, code: string, kept: RegExp, sentence: RegExp][] = [
  ['status 401', scripted({ status: 401 }), 'ENGINE_AUTH', /^$/, /key/],
  ['status 404', scripted({ status: 404 }), 'ENGINE_MODEL_MISSING', /^$/, /another model/],
  ['status 429', scripted({ status: 429, retry: 60 }), 'ENGINE_RATE_LIMITED', /^$/, /60 seconds/],
  ['status 500', scripted({ status: 500 }), 'ENGINE_FAILED', /^$/, /Try again/],
  ['no response headers', scripted({ head: -1 }), 'ENGINE_TIMEOUT', /^$/, /1 seconds/],
  ['silence before the first token', scripted({ stall: -1 }), 'ENGINE_TIMEOUT', /^$/, /1 seconds/],
  ['silence after some tokens', scripted({ stall: 5, tokens: 9 }), 'ENGINE_TIMEOUT', /^0 1 2 3 4 $/, /kept/],
  ['a connection reset', scripted({ cut: 5, tokens: 9 }), 'ENGINE_BROKEN_STREAM', /^0 1 2 /, /kept/],
  [
    'a stream that ends without its final event',
    scripted({ noEnd: 1, tokens: 9 }),
    'ENGINE_BROKEN_STREAM',
    /^0 1 2 3 4 5 6 7 8 $/,
    /kept/,
  ],
  [
    'an error inside the stream',
    scripted({ errorAt: 5, tokens: 9 }),
    'ENGINE_FAILED',
    /^0 1 2 3 4 $/,
    /kept/,
  ],
  ['a malformed event', scripted({ garbage: 5, tokens: 9 }), 'ENGINE_BROKEN_STREAM', /^0 1 2 /, /kept/],
  ['64 MB without a line end', scripted({ longLine: 64, tokens: 9 }), 'ENGINE_BROKEN_STREAM', /^0 $/, /kept/],
  ['an HTML page', scripted({ html: 1 }), 'ENGINE_BROKEN_STREAM', /^$/, /Try again/],
  ['an endless answer', scripted({ endless: 1 }), 'ANSWER_TOO_LONG', /^0 1 2 /, /20000 characters/],
]
/** Only these errors can occur after some text. */
const SAYS_KEPT = /FAILED|BROKEN_STREAM|TIMEOUT|TOO_LONG/
const plain = scripted({ tokens: 9 })

describe.each(['openai', 'ollama'] as const)('an engine fault with the %s dialect', (dialect) => {
  let talk: Talk
  beforeAll(async () => {
    talk = await openTalk([plain, ...faults.map(([, name]) => name)], { dialect, file: { limits: LIMITS } })
  })
  afterAll(() => talk[Symbol.asyncDispose]())

  test.concurrent.each(faults)('%s ends the answer with an error', async (_, name, code, kept, sentence) => {
    const tabId = await talk.newTab()
    const events = await askAll(talk, name, { projectTabId: tabId })
    const last = dataOf(events.at(-1))
    expect(events.at(-1)?.event).toBe('Error')
    expect(last).toMatchObject({ errorCode: code, errorMessage: expect.stringMatching(sentence) })
    expect(queryOf(events)).toMatchObject({
      state: 3,
      errorCode: code,
      responseText: expect.stringMatching(kept),
    })
    expect(textOf(events)).toBe(queryOf(events)?.responseText)
    expect(queryOf(events)?.errorMessage).toBe(last.errorMessage)
    // The text that the sentence says is kept is stored.
    expect(last.errorMessage?.includes('kept')).toBe(textOf(events) !== '' && SAYS_KEPT.test(code))
    // The server's own words stand beside the sentence, never in it (ENGINE-5).
    expect(last.errorMessage).not.toContain('injected failure')
    const words = queryOf(events)?.statistics.find(({ key }) => key === 'refusal')?.value
    expect(words).toBe(code === 'ENGINE_FAILED' ? 'injected failure' : undefined)
    const resumed = await readStream(
      await openStream(talk, talk.anna, { queryId: queryIdOf(events), lastEventId: 0 }),
    )
    expect(resumed).toEqual(events)
    const after = await askAll(talk, plain, { projectTabId: tabId })
    expect(queryOf(after)).toMatchObject({ state: 2, responseText: '0 1 2 3 4 5 6 7 8 ' })
  })

  test('leaves no connection open', () => {
    expect(talk.server.stats().open).toBe(0)
  })
})

test('an unreachable model server fails the answer within two seconds; Guide keeps answering', async () => {
  await using talk = await openTalk([plain])
  const { id, modelId } = talk.tag(plain)
  await talk.server.close()
  const began = performance.now()
  const events = await askAll(talk, plain)
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(dataOf(events.at(-1))).toMatchObject({ errorCode: 'ENGINE_UNREACHABLE' })
  const body = { modelTagId: id, projectTabId: talk.tabId, prompt: 'x' }
  await expect(
    talk.anna.client.call(contract.answers.ask, { params: { id: modelId }, body }),
  ).rejects.toMatchObject({
    status: 502,
    code: 'ENGINE_UNREACHABLE',
    message: expect.stringContaining('cannot be reached'),
  })
  const guided = await readStream(
    await openStream(talk, talk.anna, {
      tagId: 1,
      payload: { projectTabId: talk.tabId, prompt: 'How do I add a tab?' },
    }),
  )
  expect(queryOf(guided)).toMatchObject({ state: 2 })
  expect(queryOf(guided)?.sources[0]?.uri).toMatch(/^\/help\/tabs/)
})

test('an engine’s notices are stored with the answer and copied with its tab', async () => {
  const held = scripted({ tokens: 3, finish: 2 })
  await using talk = await openTalk([held])
  const tabId = await talk.newTab()
  const { id, modelId } = talk.tag(held)
  const asked = await openStream(talk, talk.anna, {
    tagId: id,
    payload: { prompt: 'Count.', projectTabId: tabId },
  })
  const notices = [{ code: 'CONTENT_FILTERED', params: {} }]
  const told = queryOf(await readStream(asked))
  expect(told).toMatchObject({ state: 2, modelId, notices })
  expect(told?.statistics.map(({ key }) => key)).not.toContain('notices')
  const { data } = await talk.anna.client.call(contract.queries.list, { params: { id: tabId } })
  expect(data.Queries.at(-1)).toEqual(told)
  const { data: copied } = await talk.anna.client.call(contract.tabs.copy, {
    params: { id: tabId },
    body: {},
  })
  const copy = await talk.anna.client.call(contract.queries.list, { params: { id: copied.projecttab.id } })
  expect(copy.data.Queries.at(-1)).toMatchObject({ notices })
})

test('a refusal with status 200 has the reason of the server, in the sentence and beside it', async () => {
  const reason = 'Monthly budget of project blue is used up'
  const broke = scripted({ raw: JSON.stringify({ error: { message: reason, code: 'insufficient_quota' } }) })
  await using talk = await openTalk([broke])
  const message = queryOf(await askAll(talk, broke))
  expect(message).toMatchObject({
    state: 3,
    errorCode: 'ENGINE_REFUSED',
    errorMessage: expect.stringContaining(reason),
  })
  expect(message?.errorMessage).not.toContain('Try again')
  expect(message?.statistics).toContainEqual({ key: 'refusal', value: reason })
})

test('text before a closing tag becomes reasoning, also for readers that resume', async () => {
  // Slow, so that text is sent before the tag is read.
  const tagged = scripted({ text: '\nOkay, two and two.\n</think>\n\nFour.', piece: 4, rate: 60 })
  const whole = scripted({ text: 'Two.\n</think>\n\nFour.' })
  await using talk = await openTalk([tagged, whole])
  const events = await askAll(talk, tagged)
  const reasoned = {
    responseText: 'Four.',
    reasoningText: expect.stringMatching(/^\s*Okay, two and two\.\s*$/),
  }
  expect(queryOf(events)).toMatchObject({ state: 2, ...reasoned })
  expect(events.some(({ data }) => data.includes('"reasoned":true'))).toBe(true)
  const resumed = await readStream(
    await openStream(talk, talk.anna, { queryId: queryIdOf(events), lastEventId: 0 }),
  )
  expect(resumed).toHaveLength(events.length)
  expect(resumed.slice(-2)).toEqual(events.slice(-2))
  expect(resumed.map(({ data }) => data).join('')).toContain('"reasoningText":')
  expect(queryOf(await askAll(talk, whole))).toMatchObject({
    responseText: 'Four.',
    reasoningText: expect.stringMatching(/^Two\.\s*$/),
  })
})

describe('a rate-limited engine', () => {
  test('is asked again after its retry time, which the stream reports', async () => {
    const shortly = scripted({ status: 429, retry: 1, times: 1, tokens: 3 })
    await using talk = await openTalk([shortly])
    const events = await askAll(talk, shortly)
    expect(events.map(({ data }) => data)).toContainEqual(expect.stringContaining('"limited","seconds":1'))
    expect(queryOf(events)).toMatchObject({ state: 2, responseText: '0 1 2 ' })
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(2)
  })

  test('with a long retry time is not asked again; the error and the message report the seconds', async () => {
    const long = scripted({ status: 429, retry: 77 })
    await using talk = await openTalk([long])
    const events = await askAll(talk, long)
    expect(dataOf(events.at(-1)).errorMessage).toContain('77 seconds')
    expect(queryOf(events)?.statistics).toContainEqual({ key: 'retryAfter', value: 77 })
    const { id: modelTagId, modelId } = talk.tag(long)
    const body = { modelTagId, projectTabId: talk.tabId, prompt: 'x' }
    await expect(
      talk.anna.client.call(contract.answers.ask, { params: { id: modelId }, body }),
    ).rejects.toMatchObject({ status: 429, code: 'ENGINE_RATE_LIMITED', retryAfter: 77 })
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(2)
  })

  test('is asked three times at most, and not again after text was received', async () => {
    const never = scripted({ status: 429, retry: 0 })
    const inside = scripted({ errorAt: 3, tokens: 9, message: 'rate limit reached' })
    await using talk = await openTalk([never, inside])
    const asked = () => talk.server.stats().byPath['POST /v1/chat/completions'] ?? 0
    await askAll(talk, never)
    expect(asked()).toBe(3)
    expect(queryOf(await askAll(talk, inside))).toMatchObject({ state: 3, responseText: '0 1 2 ' })
    expect(asked()).toBe(4)
  })
})
