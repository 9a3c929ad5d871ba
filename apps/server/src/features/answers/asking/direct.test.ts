// Answers that are not stored, through the real engine adapter and the real queue, from a scripted model server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import type { Person } from '#access/index.ts'
import { numbers, testOutbound } from '#engines/engine.contract.ts'
import type { Engine } from '#engines/engine.ts'
import { createEngine } from '#engines/registry.ts'
import { openLog } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { CountedAnswer } from '#features/usage/index.ts'
import { NONE_USED } from '#features/confidentiality/index.ts'
import { openDirect, type AssembledQuestion, type DirectEvent, type DirectQuestion } from './direct.ts'
import { openQueue } from '../queue/queue.ts'

const LIMITS = { firstTokenMs: 2_000, idleMs: 2_000, answerCharacters: 1_000, answerMs: 10_000 }
const WAITING = { waitingPerUser: 5, waitingPerEngine: 2, waitingBytes: 1_000_000 }
const plain = model('mock', { tokens: 5, prompt: 7 })
const endless = model('mock', { endless: 1, rate: 200 })
const broken = model('mock', { cut: 3, tokens: 9 })

let server: ModelServer
let engine: Engine
beforeAll(async () => {
  server = await startModelServer()
  engine = createEngine({ kind: 'openai', baseUrl: server.url, local: true }, testOutbound())
})
afterAll(async () => {
  await engine.close()
  await server.close()
})

function program(limits: Partial<typeof LIMITS> = {}) {
  const counted: CountedAnswer[] = []
  const outcomes: (string | undefined)[] = []
  const queue = openQueue({ streamsPerUser: 8, streamsPerServer: 100, ...WAITING })
  const direct = openDirect({
    queue,
    run: {
      log: openLog('silent'),
      limits: { ...LIMITS, ...limits },
      outcome: (_provider, failed) => void outcomes.push(failed),
    },
    engineOf: () => engine,
    stopping: () => false,
    counted: (answer) => void counted.push(answer),
  })
  const ask = (
    name: string,
    signal = new AbortController().signal,
    more: Partial<
      Pick<DirectQuestion, 'viewer' | 'channel' | 'tools' | 'responseFormat' | 'messages' | 'atItsTurn'>
    > = {},
  ) =>
    direct.answer({
      viewer: { kind: 'token', userId: 1, tokenId: 9 } as unknown as Person,
      channel: 'v1',
      tag: { ...TAG, engineName: name },
      messages: [{ role: 'user', text: 'Count.' }],
      options: {},
      language: 'en',
      signal,
      ...more,
    })
  return { ask, counted, outcomes, direct, queue }
}

const TAG = {
  tagId: 3,
  modelId: 2,
  providerId: 1,
  providerName: 'House',
  kind: 'openai',
  atOnce: 1,
  hosts: 1,
  modelName: 'mock',
  tagName: 'latest',
  fullName: 'mock:latest',
  capabilities: ['completion'],
  providerTypeId: 4,
  contextLength: null,
  images: false,
  isLocal: true,
  streams: true,
} satisfies Omit<DirectQuestion['tag'], 'engineName'>

const all = async <Event>(answer: AsyncIterable<Event>) => {
  const events: Event[] = []
  for await (const event of answer) events.push(event)
  return events
}
const textOf = (events: readonly DirectEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('')
/** Reads up to the first word, so that the engine is busy. */
const begun = async (answer: AsyncIterator<DirectEvent>) => {
  for (;;) {
    const { value, done } = await answer.next()
    if (done === true || value.type === 'text') return
  }
}

test('the answer to a visitor is counted for their chatbot, with no user', async () => {
  const { ask, counted } = program()
  const viewer = { kind: 'visitor', chatbotId: 5, sessionId: 's' } as const
  await all(ask(plain, undefined, { viewer, channel: 'chatbot' }))
  expect(counted).toMatchObject([{ userId: null, tokenId: null, channel: 'chatbot', chatbotId: 5, state: 2 }])
})

test('a prompt is assembled at its turn, its events come before the answer, and a refusal counts as no answer', async () => {
  const { direct, ask, counted } = program()
  const order: string[] = []
  const asked = (name: string, assembled: AssembledQuestion['assembled']) =>
    all(
      direct.answerAssembled({
        viewer: { kind: 'visitor', chatbotId: 5, sessionId: 's' },
        channel: 'chatbot',
        tag: { ...TAG, engineName: name },
        options: {},
        language: 'en',
        signal: new AbortController().signal,
        bytes: 10,
        assembled,
      }),
    )
  const notice = { type: 'notice', code: 'DATASOURCE_EMPTY', params: {} } as const
  const made = {
    messages: [{ role: 'user', text: 'Count.' }],
    sources: undefined,
    events: [notice],
    statistics: {},
    used: NONE_USED,
  } as const
  const busy = ask(endless)
  await begun(busy)
  const waiting = asked(plain, async () => {
    order.push('assembled')
    return made
  })
  order.push('waits')
  await busy.return?.()
  const events = await waiting
  expect(order).toEqual(['waits', 'assembled'])
  expect(events.findIndex(({ type }) => type === 'notice')).toBeLessThan(
    events.findIndex(({ type }) => type === 'text'),
  )
  const said = await asked(plain, async () => ({ ...made, reply: 'Nothing was found.' }))
  expect(said.flatMap((event) => (event.type === 'text' ? event.text : [])).join('')).toBe(
    'Nothing was found.',
  )
  const before = counted.length
  await expect(
    asked(plain, () => Promise.reject(new Problem('CONFIDENTIAL_TURN', { provider: 'x' }))),
  ).rejects.toMatchObject({ code: 'CONFIDENTIAL_TURN' })
  expect(counted).toHaveLength(before)
})

test('an answer is delivered completely, ends with its token usage, and is counted', async () => {
  const { ask, counted, direct } = program()
  const events = await all(ask(plain))
  expect(textOf(events)).toBe(numbers(5))
  expect(events.at(-1)).toMatchObject({
    type: 'end',
    reason: 'stop',
    usage: { promptTokens: 7, responseTokens: 5 },
  })
  expect(counted).toEqual([
    {
      userId: 1,
      tokenId: 9,
      channel: 'v1',
      modelTagId: 3,
      modelName: 'mock',
      modelTagName: 'latest',
      state: 2,
      tokensPrompt: 7,
      tokensResponse: 5,
      ms: expect.any(Number) as number,
    },
  ])
  expect(direct.size).toBe(0)
})

test('a queued answer reports its position and starts when the running one is cancelled', async () => {
  const { ask, counted } = program()
  const first = ask(endless)
  await begun(first)
  const second = all(ask(plain))
  await expect.poll(() => server.stats().open).toBe(1)
  await first.return?.()
  const events = await second
  expect(events[0]).toEqual({ type: 'status', phase: 'queued', ahead: 0 })
  expect(textOf(events)).toBe(numbers(5))
  expect(counted.map(({ state }) => state)).toEqual([4, 2])
  await expect.poll(() => server.stats().open).toBe(0)
})

test('a disconnecting client aborts its answer, whether running or queued', async () => {
  const { ask, queue, counted } = program()
  const gone = new AbortController()
  const first = ask(endless, gone.signal)
  await begun(first)
  const left = new AbortController()
  const second = ask(plain, left.signal)
  await second.next()
  const third = second.next()
  left.abort(new Error('left'))
  await expect(third).rejects.toThrow('left')
  expect(queue.counts.waiting).toBe(0)
  gone.abort(new Error('gone'))
  await expect(all(first)).rejects.toThrow('gone')
  await expect.poll(() => server.stats().open).toBe(0)
  expect(counted.map(({ state }) => state)).toEqual([4, 4])
})

test('a full queue refuses with 429 QUEUE_FULL, and the question is not counted', async () => {
  const { ask, counted } = program()
  const first = ask(endless)
  await begun(first)
  const waiting = [ask(plain), ask(plain)]
  for (const one of waiting) await one.next()
  await expect(ask(plain).next()).rejects.toMatchObject({ code: 'QUEUE_FULL', status: 429, retryAfter: 5 })
  for (const one of [first, ...waiting]) await one.return?.()
  expect(counted).toHaveLength(3)
})

test('a question that is refused at its turn is neither an answer nor a failure of its provider', async () => {
  const { ask, counted, outcomes } = program()
  const { signal } = new AbortController()
  const atItsTurn = () => Promise.reject(new Problem('TOO_MANY_ATTEMPTS'))
  await expect(all(ask(plain, signal, { atItsTurn }))).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  expect([counted, outcomes]).toEqual([[], []])
  await all(ask(plain))
  await expect(all(ask(broken))).rejects.toThrow()
  expect(counted).toHaveLength(2)
  expect(outcomes).toEqual([undefined, expect.any(String)])
})

test('the size of a queued question includes tools, response format and arguments of tool calls', async () => {
  const { ask } = program()
  const first = ask(endless)
  await begun(first)
  const long = 'x'.repeat(300_000)
  const { signal } = new AbortController()
  const call = { id: '1', name: 'f', arguments: long }
  for (const more of [
    { tools: [{ name: 'f', description: long }] },
    { tools: [{ name: 'f', parameters: { [long]: 1 } }] },
    { responseFormat: { type: 'schema', name: 'f', schema: { enum: [long] } } as const },
    { messages: [{ role: 'assistant', text: '', toolCalls: [call] } as const] },
  ])
    await expect(all(ask(plain, signal, more))).rejects.toMatchObject({ code: 'TOO_MANY_STREAMS' })
  await first.return?.()
})

test('engine failures and exceeded limits reject with their error code and are counted as failed', async () => {
  const { ask, counted } = program({ answerCharacters: 30 })
  await expect(all(ask(broken))).rejects.toMatchObject({ code: 'ENGINE_BROKEN_STREAM' })
  await expect(all(ask(endless))).rejects.toMatchObject({ code: 'ANSWER_TOO_LONG' })
  expect(counted.map(({ state }) => state)).toEqual([3, 3])
})

test('`end` aborts all running answers with INTERRUPTED, and `endOf` those of one user', async () => {
  const { ask, direct } = program()
  const first = ask(endless)
  await begun(first)
  expect([...direct.askers()]).toEqual(['user 1'])
  direct.end()
  await expect(all(first)).rejects.toMatchObject({ code: 'INTERRUPTED' })
  await direct.idle()
  const second = ask(endless)
  await begun(second)
  direct.endOf('user 1')
  await expect(all(second)).rejects.toThrow()
  expect(direct.size).toBe(0)
})
