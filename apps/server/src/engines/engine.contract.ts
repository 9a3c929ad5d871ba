// What every engine that is reached over HTTP must do, run by each adapter against the scripted model server.
// The faults are those of the quality bar, R17, R19, R20 and R22–R27.
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  model,
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../../test/model-server/index.ts'
import { openLog } from '../platform/log.ts'
import { openOutbound, type Outbound } from '../platform/outbound/index.ts'
import { EngineError, OPTION_NAMES, type ChatEvent, type ChatRequest, type Engine } from './engine.ts'

export interface ContractSubject {
  readonly name: string
  /** Path of a chat call, as the server counts it. */
  readonly chatPath: string
  create(baseUrl: string, outbound: Outbound, more?: { apiKey?: string }): Engine
  /** Whole bodies that are no answer in this dialect, by what is wrong with them. */
  readonly malformed: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly events: ChatEvent[]
  readonly text: string
  readonly thinking: string
  readonly error: unknown
}

/** Reads an answer to its end or its failure. */
export async function outcomeOf(answer: AsyncIterable<ChatEvent>): Promise<Outcome> {
  const events: ChatEvent[] = []
  let error: unknown
  try {
    for await (const event of answer) events.push(event)
  } catch (caught) {
    error = caught
  }
  const joined = (type: 'text' | 'thinking'): string =>
    events.flatMap((event) => (event.type === type ? event.text : [])).join('')
  return { events, text: joined('text'), thinking: joined('thinking'), error }
}

export function ask(modelName: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: modelName,
    messages: [{ role: 'user', text: 'Hello' }],
    options: {},
    language: 'en',
    signal: new AbortController().signal,
    firstTokenTimeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    ...more,
  }
}

export function numbers(count: number): string {
  return Array.from({ length: count }, (_, i) => `${i} `).join('')
}

export const testOutbound = (): Outbound => openOutbound({ log: openLog('silent') })

/** Waits for a condition that something else brings about. */
export async function until(condition: () => boolean, ms = 3_000): Promise<void> {
  const end = performance.now() + ms
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited ${ms} ms in vain`)
    await delay(5)
  }
}

/** Runs the suite. */
export function engineContract(subject: ContractSubject): void {
  describe(`${subject.name}: the engine contract`, () => {
    let server: ModelServer
    let engine: Engine
    const open = async (options: ModelServerOptions = {}): Promise<void> => {
      server = await startModelServer(options)
      engine = subject.create(server.url, testOutbound())
    }
    beforeAll(() => open())
    afterEach(async () => {
      await until(() => server.stats().open === 0)
      server.reset()
    })
    afterAll(async () => {
      await engine.close()
      await server.close()
    })
    const given = { subject, server: () => server, engine: () => engine }
    describe('answers', () => answers(given))
    describe('faults', () => faults(given))
    describe('refusals', () => refusals(given))
    describe('stopping and waiting', () => stopping(given))
    describe('around the answer', () => around(given))
  })
}

interface Given {
  readonly subject: ContractSubject
  server(): ModelServer
  engine(): Engine
}

const SCRIPT =
  'Zürich 東京 👩‍👩‍👧 “quotes” \\ \n\nevent: Error\ndata: [STREAM-DONE]\r\n\u2028 data: [DONE] <script>alert(1)</script> end'

function answers({ subject, server, engine }: Given): void {
  test('gives every piece once and in order, then one end with the counts', async () => {
    const { events, text, error } = await outcomeOf(
      engine().chat(ask(model('mock', { tokens: 300, rate: 3000 }))),
    )
    expect(error).toBeUndefined()
    expect(text).toBe(numbers(300))
    expect(events.filter((event) => event.type === 'end')).toHaveLength(1)
    expect(events.at(-1)).toEqual({
      type: 'end',
      reason: 'stop',
      usage: { promptTokens: 10, responseTokens: 300 },
    })
    expect(events.flatMap((event) => (event.type === 'status' ? event.phase : []))).toEqual([
      'reading',
      'answering',
    ])
  })

  test.each([1, 2, 3, 7, 64])('reads text byte for byte when it comes %i bytes at a time', async (chunk) => {
    const scripted = model('script', { text: SCRIPT, piece: 5, chunk })
    const { text, error } = await outcomeOf(engine().chat(ask(scripted)))
    expect(error).toBeUndefined()
    expect(text).toBe(SCRIPT)
  })

  test('reads CRLF line ends, comments and empty lines', async () => {
    const scripted = model('mock', { tokens: 50, crlf: 1, comments: 1, chunk: 5 })
    expect(await outcomeOf(engine().chat(ask(scripted)))).toMatchObject({
      text: numbers(50),
      error: undefined,
    })
  })

  test('keeps a 5 MB answer whole', async () => {
    const text = 'äß'.repeat(2_500)
    const pieces = 500
    const whole = Array.from({ length: pieces }, () => text).join(' ')
    const own = await startModelServer({ settings: { text: whole } })
    const other = subject.create(own.url, testOutbound())
    const outcome = await outcomeOf(other.chat(ask('script')))
    expect(outcome.error).toBeUndefined()
    expect(outcome.text === whole).toBe(true)
    await Promise.all([other.close(), own.close()])
  })

  test('tells thinking from answering', async () => {
    const { events, thinking, text } = await outcomeOf(
      engine().chat(ask(model('mock', { tokens: 5, think: 2 }))),
    )
    expect([thinking, text]).toEqual(['0 1 ', '2 3 4 '])
    expect(events.flatMap((event) => (event.type === 'status' ? event.phase : []))).toEqual([
      'reading',
      'thinking',
      'answering',
    ])
  })

  test('an empty answer is an answer', async () => {
    const { text, events, error } = await outcomeOf(engine().chat(ask(model('mock', { tokens: 0 }))))
    expect([text, error, events.at(-1)?.type]).toEqual(['', undefined, 'end'])
  })

  test('says when the answer was cut by its length', async () => {
    const { events } = await outcomeOf(engine().chat(ask('mock', { options: { num_predict: 3 } })))
    expect(events.at(-1)).toMatchObject({ reason: 'length', usage: { responseTokens: 3 } })
  })

  test('makes NUL storable', async () => {
    const { text } = await outcomeOf(engine().chat(ask(model('script', { text: 'a\0b' }))))
    expect(text).toBe('a\uFFFDb')
  })

  test('sends only the options that were changed, and names those that are not obeyed', async () => {
    await outcomeOf(engine().chat(ask('echo')))
    const plain = JSON.stringify(server().stats().lastBody)
    for (const name of OPTION_NAMES) expect(plain).not.toContain(`"${name}"`)
    const { text, events } = await outcomeOf(
      engine().chat(ask('echo', { options: { temperature: 0.5, tfs_z: 2, num_gqa: 8 } })),
    )
    expect(text).toContain('"temperature":0.5')
    expect(text).not.toMatch(/tfs_z|num_gqa/)
    expect(events[0]).toEqual({
      type: 'notice',
      code: 'OPTIONS_UNUSED',
      params: { options: 'num_gqa, tfs_z' },
    })
    expect(engine().options()).toMatchObject({
      temperature: 'request',
      tfs_z: 'unsupported',
      num_gqa: 'unsupported',
    })
  })

  test('serves 150 streams at a time', async () => {
    const stop = new AbortController()
    const endless = ask(model('mock', { endless: 1, rate: 10 }), { signal: stop.signal })
    const streams = Array.from({ length: 150 }, () => outcomeOf(engine().chat(endless)))
    await until(() => server().stats().open === 150)
    stop.abort()
    for (const { text } of await Promise.all(streams)) expect(numbers(1_000).startsWith(text)).toBe(true)
  })

  test('uses its connection again', async () => {
    await outcomeOf(engine().chat(ask('mock')))
    const before = server().stats().connections
    for (let i = 0; i < 5; i++) await outcomeOf(engine().chat(ask('mock')))
    expect(server().stats().connections).toBe(before)
  })
}

function faults({ subject, server, engine }: Given): void {
  const fails = async (settings: Parameters<typeof model>[1], more: Partial<ChatRequest> = {}) => {
    const outcome = await outcomeOf(engine().chat(ask(model('mock', settings), more)))
    expect(outcome.events.some((event) => event.type === 'end')).toBe(false)
    expect(outcome.error).toBeInstanceOf(EngineError)
    return { ...outcome, error: outcome.error as EngineError }
  }

  test.each([
    ['reset', 0],
    ['closed', 1],
  ])('a connection that is %s inside the answer is an error, and the part is kept', async (_how, fin) => {
    const { text, error } = await fails({ cut: 5, fin, rate: 500 })
    expect(error).toMatchObject({ code: 'broken-stream', partial: true })
    expect(numbers(5).startsWith(text) && text.length > 0).toBe(true)
  })

  test.each([
    ['after the head', { cut: -1 }],
    ['before the head', { cut: -2 }],
  ])('a connection cut %s is an error without a part', async (_when, settings) => {
    const { error } = await fails(settings)
    expect(error).toMatchObject({ code: 'broken-stream', partial: false })
  })

  test('a stall inside the answer ends after the idle limit', async () => {
    const { text, error } = await fails({ stall: 3 }, { idleTimeoutMs: 120 })
    expect(text).toBe(numbers(3))
    expect(error).toMatchObject({ code: 'timeout', partial: true, waitedMs: 120 })
  })

  test.each([
    ['before the head', { head: -1 }],
    ['after the head', { stall: -1 }],
  ])('silence %s ends after the first-token limit', async (_when, settings) => {
    const { error } = await fails(settings, { firstTokenTimeoutMs: 150, idleTimeoutMs: 60 })
    expect(error).toMatchObject({ code: 'timeout', partial: false, waitedMs: 150 })
  })

  test('the idle limit does not count before the first token', async () => {
    const late = model('mock', { first: 200, tokens: 3 })
    const { text } = await outcomeOf(engine().chat(ask(late, { idleTimeoutMs: 60 })))
    expect(text).toBe(numbers(3))
  })

  test('an error inside the answer is an error, and the call is not repeated', async () => {
    const { text, error } = await fails({ errorAt: 4, message: 'rate limit' })
    expect(text).toBe(numbers(4))
    expect(error).toMatchObject({ code: 'busy', partial: true })
    expect(server().stats().requests).toBe(1)
  })

  test.each([
    ['the request exceeds the available context size', 'context-overflow'],
    ['CUDA error: out of memory', 'out-of-memory'],
    ['model requires more system memory (9 GiB) than is available', 'out-of-memory'],
    ['llama runner process has terminated: exit status 2', 'crashed'],
    ['something else', 'internal'],
  ])('recognises "%s"', async (message, code) => {
    expect((await fails({ errorAt: -1, message })).error).toMatchObject({ code, partial: false })
    expect((await fails({ status: 500, message })).error).toMatchObject({ code })
  })

  test.each([
    ['a malformed event', { garbage: 2 }],
    ['half a character', { badUtf8: 2 }],
    ['no final event', { noEnd: 1 }],
    ['an empty body', { noEnd: 1, tokens: 0 }],
  ])('%s is a broken stream', async (_what, settings) => {
    const { error, text } = await fails({ tokens: 4, ...settings })
    expect(error).toMatchObject({ code: 'broken-stream' })
    expect(numbers(4).startsWith(text)).toBe(true)
  })

  test('a web page with status 200 is a broken stream', async () => {
    expect((await fails({ html: 1 })).error).toMatchObject({ code: 'broken-stream', partial: false })
  })

  test.each(Object.entries(subject.malformed))('%s is an error, never an answer', async (_what, raw) => {
    expect((await fails({ raw })).error).toMatchObject({ code: 'broken-stream' })
  })

  test('a line of 64 MB ends the answer after about one', async () => {
    const before = process.memoryUsage().rss
    const { error } = await fails({ longLine: 64 })
    expect(error).toMatchObject({ code: 'broken-stream', partial: true })
    // What was sent beyond the first megabyte is what the sockets' buffers held.
    expect(server().stats().longLineBytes).toBeLessThan(16_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })
}

function refusals({ subject, server, engine }: Given): void {
  const refusal = async (
    settings: Parameters<typeof model>[1],
    more: Partial<ChatRequest> = {},
  ): Promise<EngineError> => {
    const { error } = await outcomeOf(engine().chat(ask(model('mock', settings), more)))
    expect(error).toBeInstanceOf(EngineError)
    return error as EngineError
  }
  const asked = (): number => server().stats().byPath[`POST ${subject.chatPath}`] ?? 0

  test.each([
    [400, 'bad-request'],
    [401, 'auth'],
    [403, 'auth'],
    [404, 'not-found'],
    [413, 'bad-request'],
    [422, 'bad-request'],
    [500, 'internal'],
    [502, 'unreachable'],
    [504, 'unreachable'],
  ])('status %i is %s, and is not tried again', async (status, code) => {
    expect(await refusal({ status })).toMatchObject({ code, partial: false })
    expect(asked()).toBe(1)
  })

  test.each([429, 503])('status %i is waited out when the engine says for how long', async (status) => {
    const { text } = await outcomeOf(engine().chat(ask(model('mock', { status, retry: 0, times: 2 }))))
    expect(text).toBe(numbers(20))
    expect(asked()).toBe(3)
  })

  test('a refusal for lack of capacity is waited out twice at most', async () => {
    expect(await refusal({ status: 429, retry: 0 })).toMatchObject({ code: 'rate-limited', retryAfterMs: 0 })
    expect(asked()).toBe(3)
  })

  test('a long Retry-After is told instead of waited for', async () => {
    expect(await refusal({ status: 429, retry: 3600 })).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 3_600_000,
    })
    expect(asked()).toBe(1)
  })

  test('waiting out a refusal ends with the first-token limit', async () => {
    expect(await refusal({ status: 429, retry: 5 }, { firstTokenTimeoutMs: 150 })).toMatchObject({
      code: 'timeout',
    })
  })

  test('a refused option is told in a sentence without secrets', async () => {
    const message =
      "Unsupported value: 'temperature' is not allowed.\n at /srv/llm/app.py see http://10.0.0.5:8000/docs with sk-abcdef1234567890abcdef12"
    const error = await refusal({ status: 400, message })
    expect(error).toMatchObject({ code: 'bad-request' })
    expect(error.reason).toContain("'temperature' is not allowed")
    expect(error.reason).not.toMatch(/srv|10\.0|8000|sk-|http/)
  })
}

function stopping({ server, engine }: Given): void {
  test.each([
    ['before the head', { head: -1 }],
    ['before the first token', { first: 60_000 }],
    ['inside the answer', { endless: 1, rate: 200 }],
  ])('a stop %s closes the connection at once and throws the reason', async (_when, settings) => {
    const stop = new AbortController()
    const answer = outcomeOf(engine().chat(ask(model('mock', settings), { signal: stop.signal })))
    await until(
      () => server().stats().open === 1 && (!('endless' in settings) || server().stats().tokens > 5),
    )
    const reason = new Error('stopped')
    const began = performance.now()
    stop.abort(reason)
    stop.abort(new Error('twice'))
    expect((await answer).error).toBe(reason)
    await until(() => server().stats().abandoned === 1)
    expect(performance.now() - began).toBeLessThan(500)
  })

  test('a stop before the call asks nothing', async () => {
    const { error } = await outcomeOf(
      engine().chat(ask('mock', { signal: AbortSignal.abort(new Error('early')) })),
    )
    expect(error).toMatchObject({ message: 'early' })
    expect(server().stats().requests).toBe(0)
  })

  test('leaving the loop closes the connection', async () => {
    for await (const event of engine().chat(ask(model('mock', { endless: 1 }))))
      if (event.type === 'text') break
    await until(() => server().stats().abandoned === 1)
  })

  test('leaving the loop while waiting closes the connection', async () => {
    for await (const event of engine().chat(ask(model('mock', { stall: -1 }))))
      if (event.type === 'status') break
    await until(() => server().stats().abandoned === 1)
  })

  test('a slow reader slows the engine down and is not taken for a silent engine', async () => {
    const answer = engine().chat(ask(model('mock', { endless: 1 }), { idleTimeoutMs: 100 }))
    const iterator = answer[Symbol.asyncIterator]()
    // A few pieces in, so that it is the idle limit that counts.
    for (let pieces = 0; pieces < 3;) {
      const next = await iterator.next()
      if (next.value?.type === 'text') pieces++
    }
    let seen = -1
    // Until nothing more was sent for longer than the idle limit.
    while (seen !== server().stats().tokens) {
      seen = server().stats().tokens
      await delay(150)
    }
    expect(seen).toBeLessThan(200_000)
    expect((await iterator.next()).done).toBe(false)
    await iterator.return?.()
  })
}

function around({ subject, server, engine }: Given): void {
  const { signal } = new AbortController()

  test('an engine that is down is unreachable within two seconds, and works when it is back', async () => {
    const port = await freePort()
    const own = subject.create(`http://127.0.0.1:${port}`, testOutbound())
    const began = performance.now()
    expect((await outcomeOf(own.chat(ask('mock')))).error).toMatchObject({
      code: 'unreachable',
      partial: false,
    })
    expect(await own.health(signal)).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    expect(performance.now() - began).toBeLessThan(2_000)
    const back = await startModelServer({ port })
    expect(await own.health(signal)).toMatchObject({ ok: true })
    expect(await outcomeOf(own.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
    await own.close()
    await back.close()
  })

  test('sends its key, and says when it is wrong', async () => {
    const own = await startModelServer({ apiKey: 'right' })
    const right = subject.create(own.url, testOutbound(), { apiKey: 'right' })
    const wrong = subject.create(own.url, testOutbound(), { apiKey: 'wrong' })
    expect(await outcomeOf(right.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
    expect((await outcomeOf(wrong.chat(ask('mock')))).error).toMatchObject({
      code: 'auth',
      reason: undefined,
    })
    expect(await wrong.health(signal)).toMatchObject({ ok: false, error: { code: 'auth' } })
    await Promise.all([right.close(), wrong.close(), own.close()])
  })

  test('closing the engine ends its open answers', async () => {
    const own = subject.create(server().url, testOutbound())
    const answer = outcomeOf(own.chat(ask(model('mock', { endless: 1, rate: 100 }))))
    await until(() => server().stats().tokens > 3)
    await own.close()
    expect((await answer).error).toMatchObject({ code: 'broken-stream', partial: true })
  })

  test('a model that the engine does not have is not found', async () => {
    expect((await outcomeOf(engine().chat(ask('nobody')))).error).toMatchObject({ code: 'not-found' })
  })

  test('lists the models', async () => {
    const models = await engine().models(signal)
    const mock = models.find((entry) => entry.family === 'mock')
    expect(mock).toMatchObject({
      tag: 'latest',
      local: true,
      capabilities: { chat: true, embeddings: false },
    })
    expect(await outcomeOf(engine().chat(ask(mock?.name ?? '')))).toMatchObject({ text: numbers(20) })
  })

  test('drops models with hostile names, and those beyond a sane number', async () => {
    const names = [
      'fine',
      'two\nlines',
      'x'.repeat(5_000),
      '',
      'bell\u0007',
      '<img src=x>',
      ...Array.from({ length: 600 }, (_, i) => `m${i}`),
    ]
    const entries = [...names.map((name) => ({ id: name, name })), { id: 7, name: 7 }, null, 'text']
    const own = await startModelServer({ openaiModels: entries, ollamaModels: entries })
    const other = subject.create(own.url, testOutbound())
    const models = await other.models(signal)
    expect(models.slice(0, 2).map((entry) => entry.name)).toEqual(['fine', '<img src=x>'])
    expect(models).toHaveLength(500)
    await Promise.all([other.close(), own.close()])
  })

  test('makes one vector per text, in order', async () => {
    const texts = Array.from({ length: 130 }, (_, i) => `text ${i}`)
    const vectors = await engine().embed('embed', texts, signal)
    const [single] = await engine().embed('embed', ['text 77'], signal)
    expect(vectors).toHaveLength(130)
    expect(vectors[77]).toEqual(single)
    expect(vectors[77]).not.toEqual(vectors[78])
    expect(await engine().embed('embed', [], signal)).toEqual([])
  })

  test('a call that is stopped throws the reason', async () => {
    const reason = new Error('stopped')
    await expect(engine().models(AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(engine().embed('embed', ['a'], AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(engine().health(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
