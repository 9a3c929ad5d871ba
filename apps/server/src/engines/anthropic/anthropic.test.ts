import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { ask, engineContract, outcomeOf, testOutbound } from '../engine.contract.ts'
import type { ChatMessage, Engine } from '../engine.ts'
import { createAnthropic } from './anthropic.ts'

const { signal } = new AbortController()
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const delta = (value: unknown): string => event({ type: 'content_block_delta', index: 0, delta: value })

engineContract({
  name: 'anthropic',
  chatPath: '/v1/messages',
  create: (baseUrl, outbound, more) => createAnthropic({ baseUrl, local: true, ...more }, outbound),
  malformed: {
    'an empty object': 'data: {}\n\n',
    'a list': 'data: [1]\n\n',
    null: 'data: null\n\n',
    'a delta that is not an object': event({ type: 'content_block_delta', delta: 'a' }),
    'a block that is not an object': event({ type: 'content_block_start', content_block: 'a' }),
    'a number as text': delta({ type: 'text_delta', text: 7 }),
    'an object as text': delta({ type: 'text_delta', text: { a: 1 } }),
    'a call without a name': `${event({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a' } })}${event({ type: 'message_delta', delta: { stop_reason: 'tool_use' } })}`,
    'a NUL byte': 'data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"\0"}}\n\n',
    'an unfinished event': `${delta({ type: 'text_delta', text: 'a' })}data: {"type":"content_b`,
    'a web page': '<!doctype html>\n<html>\n',
  },
})

describe('anthropic', () => {
  let server: ModelServer
  let engine: Engine
  beforeAll(async () => {
    server = await startModelServer({
      models: ['mock', 'echo', 'thinker'],
      anthropicModels: [
        {
          id: 'echo',
          max_input_tokens: 200_000,
          max_tokens: 64_000,
          capabilities: { image_input: { supported: false }, thinking: { supported: false } },
        },
        { id: 'old' },
        {
          id: 'echo?text=',
          max_tokens: 4_000,
          capabilities: {
            image_input: { supported: true },
            thinking: { supported: true, types: { adaptive: { supported: true } } },
          },
        },
      ],
    })
    engine = createAnthropic({ baseUrl: `${server.url}/v1`, apiKey: 'sk-ant-1' }, testOutbound())
  })
  afterAll(async () => {
    await engine.close()
    await server.close()
  })

  const sent = async (name: string, more: Parameters<typeof ask>[1] = {}) =>
    JSON.parse((await outcomeOf(engine.chat(ask(name, more)))).text) as Record<string, unknown>

  test('sends the API key and the API version', async () => {
    await outcomeOf(engine.chat(ask('mock')))
    expect(server.stats().lastHeaders).toMatchObject({
      'x-api-key': 'sk-ant-1',
      'anthropic-version': '2023-06-01',
    })
    expect(server.stats().lastHeaders?.authorization).toBeUndefined()
  })

  test('lists models with context length and capabilities, as not local', async () => {
    const base = { chat: true, tools: true, embeddings: false }
    expect(await engine.models(signal)).toEqual([
      {
        name: 'echo',
        family: 'echo',
        tag: 'latest',
        local: false,
        contextLength: 200_000,
        capabilities: { ...base, images: false, thinking: false },
      },
      {
        name: 'old',
        family: 'old',
        tag: 'latest',
        local: false,
        capabilities: { ...base, images: true, thinking: false },
      },
      {
        name: 'echo?text=',
        family: 'echo?text=',
        tag: 'latest',
        local: false,
        capabilities: { ...base, images: true, thinking: true },
      },
    ])
  })

  test('reads the model list page by page', async () => {
    const many = await startModelServer({
      anthropicModels: Array.from({ length: 250 }, (_, i) => ({ id: `m${i}` })),
    })
    const own = createAnthropic({ baseUrl: many.url }, testOutbound())
    expect((await own.models(signal)).map(({ name }) => name)).toEqual(
      Array.from({ length: 250 }, (_, i) => `m${i}`),
    )
    expect(many.stats().byPath['GET /v1/models']).toBe(3)
    await Promise.all([own.close(), many.close()])
  })

  test('sends the conversation in the format of the Anthropic API', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', text: 'Be brief' },
      { role: 'assistant', text: 'Hello' },
      { role: 'user', text: 'What?', images: [{ mimeType: 'image/png', base64: 'iVBORw0K' }] },
      { role: 'user', text: '   ' },
      {
        role: 'assistant',
        text: 'Let me look',
        toolCalls: [
          { id: 'call:1', name: 'f', arguments: '{"x":1}' },
          { id: 'b', name: 'g', arguments: 'broken' },
        ],
      },
      { role: 'tool', text: 'one', toolCallId: 'call:1' },
      { role: 'tool', text: '', toolCallId: 'b' },
      { role: 'system', text: 'And kind' },
    ]
    expect(await sent('echo', { messages })).toEqual({
      model: 'echo',
      max_tokens: 32_000,
      stream: true,
      system: 'Be brief\n\nAnd kind',
      messages: [
        { role: 'user', content: [{ type: 'text', text: '…' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } },
            { type: 'text', text: 'What?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look' },
            { type: 'tool_use', id: 'call_1', name: 'f', input: { x: 1 } },
            { type: 'tool_use', id: 'b', name: 'g', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'one' },
            { type: 'tool_result', tool_use_id: 'b' },
          ],
        },
      ],
    })
  })

  test('sends supported options and always max_tokens, and reports unsupported options', async () => {
    const options = {
      temperature: 0,
      top_p: 0.5,
      top_k: 3,
      stop: 'END',
      num_predict: 50,
      seed: 1,
      num_ctx: 9,
    }
    expect(await sent('echo', { options })).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      top_k: 3,
      stop_sequences: ['END'],
      max_tokens: 50,
    })
    const { events } = await outcomeOf(engine.chat(ask('echo', { options })))
    expect(events[0]).toMatchObject({ params: { options: 'num_ctx, seed' } })
    expect(await sent('echo', { options: { num_predict: -1 } })).toMatchObject({ max_tokens: 32_000 })
    expect(engine.options()).toMatchObject({ top_k: 'request', seed: 'unsupported', mirostat: 'unsupported' })
  })

  test('enables thinking for models that support it, unless an option or a tool forbids it', async () => {
    const thinking = { type: 'adaptive', display: 'summarized' }
    expect(await sent('echo?text=')).toMatchObject({ thinking, max_tokens: 4_000 })
    expect(await sent('echo')).not.toHaveProperty('thinking')
    expect(await sent('echo?text=', { options: { temperature: 1 } })).not.toHaveProperty('thinking')
    expect(await sent('echo?text=', { reasoning: false })).not.toHaveProperty('thinking')
    expect(await sent('echo?text=', { tools: [{ name: 'f' }] })).not.toHaveProperty('thinking')
  })

  test.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [{ name: 'f' }, { type: 'tool', name: 'f' }],
  ] as const)('passes on the tool choice %j', async (toolChoice, choice) => {
    const tools = [
      { name: 'f', description: 'does', strict: true },
      { name: 'g', parameters: { type: 'object' } },
    ]
    expect(await sent('echo', { tools, toolChoice })).toMatchObject({
      tool_choice: choice,
      tools: [
        { name: 'f', description: 'does', input_schema: { type: 'object', properties: {} }, strict: true },
        { name: 'g', input_schema: { type: 'object' } },
      ],
    })
  })

  test('counts cached input tokens, and accepts a tool call without arguments', async () => {
    const raw = [
      {
        type: 'message_start',
        message: { usage: { input_tokens: 3, cache_read_input_tokens: 40, output_tokens: 1 } },
      },
      { type: 'a_kind_of_tomorrow', text: 7 },
      { type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: 'x' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ]
    const { events } = await outcomeOf(engine.chat(ask(model('mock', { raw: raw.map(event).join('') }))))
    expect(events.filter(({ type }) => type !== 'status')).toEqual([
      { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '' },
      { type: 'tool-call', index: 0, arguments: '{}' },
      { type: 'end', reason: 'tool-calls', usage: { promptTokens: 43, responseTokens: 9 } },
    ])
  })

  const begun = (tokens: number) => ({ type: 'message_start', message: { usage: { input_tokens: tokens } } })
  const said = (text: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  })
  const ended = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }

  test.each([
    ['repeated before any text', [begun(3), begun(4), said('Hello'), ended], 'Hello', 4, undefined],
    [
      'inside the text',
      [begun(3), said('Hel'), begun(4), said('Hello'), ended],
      'Hel',
      null,
      'broken-stream',
    ],
    [
      'after the end',
      [begun(3), said('Hello'), ended, begun(4), said('Again'), ended],
      'Hello',
      3,
      undefined,
    ],
  ])('a second beginning: %s', async (_, raw, expected, promptTokens, code) => {
    const { events, text, error } = await outcomeOf(
      engine.chat(ask(model('mock', { raw: raw.map(event).join('') }))),
    )
    expect(text).toBe(expected)
    if (code) expect(error).toMatchObject({ code })
    else expect(error).toBeUndefined()
    if (!code) expect(events.at(-1)).toMatchObject({ usage: { promptTokens, responseTokens: 2 } })
  })

  test('reports no input tokens when their sum is too large for the database column', async () => {
    const usage = {
      input_tokens: 900_000_000,
      cache_read_input_tokens: 900_000_000,
      cache_creation_input_tokens: 900_000_000,
      output_tokens: 1,
    }
    const raw = [
      { type: 'message_start', message: { usage } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ]
    const { events } = await outcomeOf(engine.chat(ask(model('mock', { raw: raw.map(event).join('') }))))
    expect(events.at(-1)).toMatchObject({ usage: { promptTokens: null, responseTokens: 9 } })
  })

  test('reports a declined answer and a full context window', async () => {
    const { events } = await outcomeOf(engine.chat(ask(model('mock', { finish: 2 }))))
    expect(events).toContainEqual({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    const full = event({ type: 'message_delta', delta: { stop_reason: 'model_context_window_exceeded' } })
    const outcome = await outcomeOf(engine.chat(ask(model('mock', { raw: full }))))
    expect(outcome.events.at(-1)).toMatchObject({ reason: 'length' })
  })

  test.each([
    ['overloaded_error', 'Overloaded', 'busy'],
    ['rate_limit_error', 'Slow down', 'busy'],
    ['api_error', 'Internal', 'internal'],
  ])('maps the error %s inside a stream', async (code, message, expected) => {
    const { error, text } = await outcomeOf(engine.chat(ask(model('mock', { errorAt: 2, code, message }))))
    expect([text, error]).toEqual(['0 1 ', expect.objectContaining({ code: expected, partial: true })])
  })

  test.each([
    [529, 'overloaded_error', 'Overloaded', 'busy'],
    [404, 'not_found_error', 'model: x', 'not-found'],
    [400, 'invalid_request_error', 'prompt is too long: 9 tokens > 5 maximum', 'context-overflow'],
    [400, 'invalid_request_error', '`temperature` is deprecated for this model.', 'bad-request'],
    [403, 'permission_error', 'no', 'auth'],
    [413, 'request_too_large', 'too big', 'bad-request'],
  ])('maps the error response %i %s', async (status, code, message, expected) => {
    const refused = model('mock', { status, code, message, retry: 3_600 })
    const { error } = await outcomeOf(engine.chat(ask(refused)))
    expect(error).toMatchObject({ code: expected })
    if (message.includes('temperature'))
      expect(error).toHaveProperty('reason', '`temperature` is deprecated for this model')
  })

  test('refuses to continue an answer', async () => {
    const { error } = await outcomeOf(engine.chat(ask('mock', { continueFrom: 'Once' })))
    expect(error).toMatchObject({ code: 'bad-request', reason: 'it cannot continue an answer' })
  })
})
