// Errors of /v1: invalid requests, models that cannot be used, failing engines, and clients that disconnect.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '#test/model-server/index.ts'
import { programOf, type Program, type V1Error } from '#test/program.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const LONG = 'x'.repeat(1_000_001)

const slow = scripted({ rate: 20, tokens: 10_000 })
const silent = scripted({ head: -1 })
const broken = scripted({ cut: 5, tokens: 9 })
const failing = scripted({ errorAt: 5, tokens: 9 })
const busy = scripted({ status: 429, retry: 60 })
const crashed = scripted({ status: 500 })
const locked = scripted({ status: 401 })
const overflowing = scripted({
  status: 400,
  code: 'context_length_exceeded',
  message: "This model's maximum context length is 8 tokens",
})

/** Configured maximum bytes of one image. */
const MAX_BYTES = 1_000

let talk: Talk
let program: Program

beforeAll(async () => {
  const models = [slow, silent, broken, failing, busy, crashed, locked, overflowing, 'embed']
  talk = await openTalk(models, {
    file: {
      limits: { streamsPerUser: 3, waitingPerUser: 1, firstTokenMs: 1_000 },
      attachments: { maxBytes: MAX_BYTES },
    },
  })
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

const refused = async (body: object) => {
  const reply = await program.complete(body)
  return {
    status: reply.status,
    headers: reply.headers,
    ...(reply.body as unknown as Partial<V1Error>).error,
  }
}
const user = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('an image may be as large as the configured limit', async () => {
  const sent = (bytes: number) => {
    const url = `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`
    return refused({ model: 'embed', ...user([{ type: 'image_url', image_url: { url } }]) })
  }
  expect(await sent(MAX_BYTES + 1)).toMatchObject({
    status: 400,
    param: 'messages[0].content[0].image_url',
    message: expect.stringContaining('more than 1000 bytes'),
  })
  expect((await sent(MAX_BYTES)).message).not.toContain('bytes')
})

describe('an invalid request is refused with the field and a hint', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
  test.each<[string, object, RegExp]>([
    ['model', { model: undefined }, /must be a text/],
    ['messages', { messages: [] }, /one message/],
    ['messages', { messages: 'Hello' }, /list/],
    ['messages[0]', { messages: ['Hello'] }, /object/],
    ['messages[0].role', { messages: [{ role: 'robot', content: 'x' }] }, /developer/],
    ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }, /tool_call_id/],
    ['messages[0].content', user(7), /text or a list/],
    ['messages[0].content[0].type', user([{ type: 'video_url' }]), /image_url/],
    ['messages[0].content[0]', user([{ type: 'input_audio', input_audio: {} }]), /Audio/],
    ['messages[0].content[0]', user([{ type: 'file', file: {} }]), /Files/],
    [
      'messages[0].content[0].image_url',
      user([{ type: 'image_url', image_url: { url: 'http://169.254.169.254/latest' } }]),
      /not fetched/,
    ],
    [
      'messages[0].content[0].image_url',
      user([{ type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,AAAA' } }]),
      /PNG/,
    ],
    [
      'messages[0].content[0].image_url',
      user([{ type: 'image_url', image_url: { url: 'data:image/png;base64,!!' } }]),
      /base64/,
    ],
    [
      'messages',
      user([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]),
      /does not see pictures/,
    ],
    [
      'messages[1].tool_call_id',
      { messages: [...user('x').messages, { role: 'tool', content: 'x', tool_call_id: 'y' }] },
      /No earlier/,
    ],
    [
      'messages[0].tool_calls[0].function.arguments',
      {
        messages: [{ role: 'assistant', tool_calls: [{ ...call, function: { name: 'f', arguments: {} } }] }],
      },
      /text/,
    ],
    [
      'messages',
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ ...call, function: { name: 'f', arguments: LONG.repeat(4) } }],
          },
        ],
      },
      /characters/,
    ],
    [
      'messages',
      { messages: [{ role: 'assistant', tool_calls: [{ ...call, id: LONG.repeat(4) }] }] },
      /characters/,
    ],
    ['tools', { tools: [{ type: 'function', function: { name: 'a', description: LONG } }] }, /characters/],
    [
      'tools',
      { tools: [{ type: 'function', function: { name: 'a', parameters: { description: LONG } } }] },
      /characters/,
    ],
    [
      'response_format.json_schema.schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { enum: [LONG] } } } },
      /characters/,
    ],
    ['messages[0].function_call', { messages: [{ role: 'assistant', function_call: {} }] }, /tool_calls/],
    ['n', { n: 2 }, /n must be 1/],
    ['logprobs', { logprobs: true }, /not supported/],
    ['top_logprobs', { top_logprobs: 3 }, /not supported/],
    ['logit_bias', { logit_bias: { 50256: -100 } }, /not supported/],
    ['functions', { functions: [] }, /Use tools/],
    ['function_call', { function_call: 'auto' }, /tool_choice/],
    ['audio', { audio: { voice: 'x' } }, /Audio/],
    ['modalities', { modalities: ['text', 'audio'] }, /text/],
    ['web_search_options', { web_search_options: {} }, /not supported/],
    ['stream', { stream: 'yes' }, /true or false/],
    ['temperature', { temperature: 3 }, /temperature/],
    ['temperature', { temperature: 'hot' }, /temperature/],
    ['top_p', { top_p: -1 }, /top_p/],
    ['max_tokens', { max_tokens: 0 }, /from 1/],
    ['max_completion_tokens', { max_completion_tokens: 1.5 }, /from 1/],
    ['presence_penalty', { presence_penalty: 3 }, /-2 to 2/],
    ['stop', { stop: Array.from({ length: 9 }, () => 'x') }, /stop/],
    ['num_gpu', { num_gpu: 1e9 }, /num_gpu/],
    ['tools[0].type', { tools: [{ type: 'custom' }] }, /function/],
    ['tools[0].function.name', { tools: [{ type: 'function', function: { name: 'a b' } }] }, /letters/],
    ['tool_choice', { tool_choice: 'required' }, /needs tools/],
    [
      'tool_choice',
      {
        tools: [{ type: 'function', function: { name: 'a' } }],
        tool_choice: { type: 'function', function: { name: 'b' } },
      },
      /not among/,
    ],
    ['response_format.type', { response_format: { type: 'xml' } }, /json_schema/],
    ['response_format.json_schema', { response_format: { type: 'json_schema' } }, /object/],
  ])('%s %#', async (param, body, sentence) => {
    const told = await refused({ model: 'mock', ...body })
    expect(told).toMatchObject({ status: 400, type: 'invalid_request_error', param })
    expect(told.message).toMatch(sentence)
  })

  test('a body that is not an object', async () => {
    const { status, body } = await program.post<V1Error>('chat/completions', [])
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
  })

  test('Guide refuses tools and response formats', async () => {
    const tools = [{ type: 'function', function: { name: 'a' } }]
    expect(await refused({ model: 'Guide', tools })).toMatchObject({ status: 400, param: 'tools' })
    const response_format = { type: 'json_object' }
    expect(await refused({ model: 'Guide', response_format })).toMatchObject({
      status: 400,
      param: 'response_format',
    })
  })
})

describe('a model that cannot be asked', () => {
  const unknown = (name: string) => ({
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    param: 'model',
    message: expect.stringContaining(name) as string,
  })

  test('is refused with 404 when it is unknown', async () => {
    expect(await refused({ model: 'nothing:8b' })).toMatchObject(unknown('nothing:8b'))
  })

  test('is refused with 400 when it is an embedding model', async () => {
    expect(await refused({ model: 'embed' })).toMatchObject({ status: 400, param: 'model' })
  })

  test('is refused as soon as it is undeployed or deactivated', async () => {
    const { id, modelId } = talk.tag('script')
    const manager = (await talk.app.deps.user({ roleId: 1 })).client
    const of = { params: { id: modelId }, body: { modelTagId: id } }
    const untilRefused = async () => {
      let told = await refused({ model: 'script' })
      while (told.status === 200) told = await refused({ model: 'script' })
      return told
    }
    expect((await program.complete({ model: 'script' })).status).toBe(200)
    await manager.call(contract.models.undeploy, of)
    // 400, because the official clients would retry after 409.
    expect(await untilRefused()).toMatchObject({
      status: 400,
      code: 'model_not_available',
      message: expect.stringContaining('not deployed'),
    })
    expect((await program.get('models/script')).status).toBe(404)

    await manager.call(contract.models.deploy, of)
    while ((await program.complete({ model: 'script' })).status !== 200);
    await manager.call(contract.models.deactivate, { params: { id: modelId } })
    expect(await untilRefused()).toMatchObject({ status: 404, code: 'model_not_found' })
    const { body } = await program.get<{ data: { id: string }[] }>('models')
    expect(body.data.map((model) => model.id)).not.toContain('script:latest')
    await manager.call(contract.models.activate, { params: { id: modelId } })
  })

  test('is refused with 404 after its provider is deleted', async () => {
    const theirs = await startModelServer({ models: ['theirs'] })
    onTestFinished(() => theirs.close())
    const root = (await talk.app.deps.user({ roleId: 1 })).client
    const body = { name: 'Theirs', kind: 'openai' as const, addresses: [theirs.url], isLocal: true }
    const { provider } = (await root.call(contract.providers.create, { body })).data
    const names = async () => {
      const list = await program.get<{ data: { id: string }[] }>('models')
      return list.body.data.map(({ id }) => id)
    }
    expect(await names()).toContain('theirs:latest')
    expect((await program.complete({ model: 'theirs' })).status).toBe(200)

    await root.call(contract.providers.remove, { params: { id: provider.id } })
    expect(await names()).not.toContain('theirs:latest')
    expect((await program.get('models/theirs')).status).toBe(404)
    // The notice that clears the cache may arrive a moment after the reply.
    await expect.poll(() => refused({ model: 'theirs' })).toMatchObject(unknown('theirs'))
  })
})

describe('an engine that fails', () => {
  test.each([
    ['replies 429', busy, 429, 'rate_limit_error', 'rate_limit_exceeded'],
    ['replies 500', crashed, 502, 'server_error', 'engine_failed'],
    ['replies 401', locked, 502, 'server_error', 'engine_auth'],
    ['sends nothing', silent, 504, 'server_error', 'engine_timeout'],
    ['reports a context overflow', overflowing, 400, 'invalid_request_error', 'context_length_exceeded'],
    ['cuts the stream', broken, 502, 'server_error', 'engine_broken_stream'],
  ])('%s', async (_, model, status, type, code) => {
    const told = await refused({ model })
    expect(told).toMatchObject({ status, type, code })
    // The message does not mention storage, and the engine's own text appears only in the log.
    expect(told.message).not.toMatch(/kept|injected/)
    if (code === 'engine_busy') expect(told.headers.get('retry-after')).toBe('60')
  })

  test('before the first chunk of a stream gives an ordinary error reply', async () => {
    const reply = await program.open({ model: crashed, stream: true })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      502,
      'application/json; charset=utf-8',
    ])
    await reply.text()
  })

  test('in the middle of a stream ends it with an error event and no marker', async () => {
    const events = await program.stream({ model: failing })
    expect(events.slice(0, -1).join('')).toContain('4 "}')
    expect((JSON.parse(events.at(-1) ?? '') as V1Error).error).toMatchObject({
      type: 'server_error',
      code: 'engine_failed',
    })
  })
})

describe('a client that disconnects', () => {
  test.each([true, false])('aborts its answer at the engine at once (stream: %s)', async (stream) => {
    await until(() => talk.server.stats().open === 0)
    const before = talk.server.stats().abandoned
    const leaving = new AbortController()
    const opening = program.open({ model: slow, stream }, leaving.signal)
    if (stream) await (await opening).body?.getReader().read()
    else await until(() => talk.server.stats().open === 1)
    const left = performance.now()
    leaving.abort()
    await opening.catch(() => undefined)
    await until(() => talk.server.stats().abandoned === before + 1)
    expect(performance.now() - left).toBeLessThan(100)
  })

  test('frees its slots, running or queued; too many requests are refused with 429', async () => {
    await until(() => talk.server.stats().open === 0)
    const leaving = new AbortController()
    const opening = () => program.open({ model: slow, stream: true }, leaving.signal)
    const open = await Promise.all([opening(), opening(), opening()])
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
    // One of two more requests is queued; the other is refused at once.
    const more = [opening(), opening()]
    const told = await Promise.race(more)
    expect(told.status).toBe(429)
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(((await told.json()) as V1Error).error).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
    })
    leaving.abort()
    await Promise.allSettled(more)
    await until(() => talk.server.stats().open === 0)
    expect((await program.complete({ model: 'mock' })).status).toBe(200)
    expect(talk.server.stats().peakOpen).toBe(3)
  })
})
