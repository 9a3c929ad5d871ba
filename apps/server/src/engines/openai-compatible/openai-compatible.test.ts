import { beforeAll, describe, expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import { ask, engineContract, numbers, outcomeOf } from '../engine.contract.ts'
import { createOpenAiCompatible } from './openai-compatible.ts'
import { serving, type Served } from './test/served.ts'

const { signal } = new AbortController()
const chunk = (delta: unknown): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`

engineContract({
  name: 'openai-compatible',
  chatPath: '/v1/chat/completions',
  create: (baseUrl, outbound, more) => createOpenAiCompatible({ baseUrl, local: true, ...more }, outbound),
  malformed: {
    'an empty object': 'data: {}\n\n',
    'a list': 'data: [1]\n\n',
    null: 'data: null\n\n',
    'a choice without a delta': 'data: {"choices":[{"index":0}]}\n\n',
    'a number as text': chunk({ content: 7 }),
    'an object as text': chunk({ content: { a: 1 } }),
    'a NUL byte': 'data: {"choices":[{"delta":{"content":"\0"}}]}\n\n',
    'an unfinished event': `${chunk({ content: 'a' })}data: {"choices":[{"del`,
    'a web page': '<!doctype html>\n<html>\n',
    'one event of two megabytes in many lines': 'data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n'.repeat(
      45_000,
    ),
  },
})

describe('openai-compatible', () => {
  const serve = serving()
  let plain: Served
  beforeAll(async () => {
    plain = await serve({})
  })

  test.each(['', '/', '/v1', '/v1/'])('accepts the base address with "%s" at its end', async (path) => {
    const { engine } = await serve({}, path)
    expect((await engine.models(signal)).map((entry) => entry.name)).toContain('mock')
    expect(await outcomeOf(engine.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
  })

  test.each([0, 1])('reads the reasoning text from either field name', async (reasoning) => {
    const { thinking } = await outcomeOf(
      plain.engine.chat(ask(model('mock', { tokens: 3, think: 2, reasoning }))),
    )
    expect(thinking).toBe('0 1 ')
  })

  test('reports the progress of reading the prompt, for llama.cpp only', async () => {
    const long = model('mock', { readPieces: 4, prompt: 1_000, tokens: 3, first: 60 })
    const llama = await serve({ models: ['mock'], openaiModels: [{ id: long, owned_by: 'llamacpp' }] })
    await llama.engine.models(signal)
    // Progress while reading the prompt must reset the idle limit.
    const mayWait = ask(long, { firstTokenTimeoutMs: 10_000, idleTimeoutMs: 30 })
    const { events, text, error } = await outcomeOf(llama.engine.chat(mayWait))
    expect(error).toBeUndefined()
    const told = events.flatMap((event) => (event.type === 'status' ? (event.progress ?? event.phase) : []))
    expect(told).toEqual(['reading', 0.25, 0.5, 0.75, 1, 'answering'])
    expect(text).toBe(numbers(3))
    const { events: others } = await outcomeOf(plain.engine.chat(ask(long)))
    expect(others.some((event) => 'progress' in event)).toBe(false)
  })

  test('reports an answer that the engine filtered', async () => {
    const { events } = await outcomeOf(plain.engine.chat(ask(model('mock', { finish: 2 }))))
    expect(events).toContainEqual({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop' })
  })

  test('accepts an answer that ends without [DONE] and without token counts', async () => {
    const finished = `${chunk({ content: 'a' })}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`
    const { events, text } = await outcomeOf(plain.engine.chat(ask(model('mock', { raw: finished }))))
    expect(text).toBe('a')
    expect(events.at(-1)).toEqual({
      type: 'end',
      reason: 'stop',
      usage: { promptTokens: null, responseTokens: null },
    })
  })

  test('reads the failure field of older llama.cpp servers', async () => {
    const raw = `${chunk({ content: 'a' })}error: {"code":500,"message":"context size exceeded"}\n\n`
    const { error } = await outcomeOf(plain.engine.chat(ask(model('mock', { raw }))))
    expect(error).toMatchObject({ code: 'context-overflow', partial: true })
  })

  const calls = async (...deltas: unknown[]) => {
    const raw = `${deltas.map(chunk).join('')}data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n`
    const { events, error } = await outcomeOf(plain.engine.chat(ask(model('mock', { raw }))))
    return { told: events.filter((event) => event.type === 'tool-call'), end: events.at(-1), error }
  }
  const piece = (call: unknown) => ({ tool_calls: [call] })

  test.each([
    [
      'calls with the same index and different ids',
      [
        piece({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
        piece({ index: 0, id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
      [
        { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '{}' },
        { type: 'tool-call', index: 1, id: 'b', name: 'g', arguments: '{}' },
      ],
    ],
    [
      'calls without an index, with id and name in every chunk',
      [
        piece({ id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        piece({ id: 'a', function: { name: 'f', arguments: ':1}' } }),
        piece({ id: 'b', function: { name: 'g', arguments: { y: 2 } } }),
      ],
      [
        { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '{"x"' },
        { type: 'tool-call', index: 0, arguments: ':1}' },
        { type: 'tool-call', index: 1, id: 'b', name: 'g', arguments: '{"y":2}' },
      ],
    ],
    [
      'an id before the name, an index that begins at 5, and no arguments',
      [piece({ index: 5, id: 'a' }), piece({ index: 5, function: { name: 'f' } })],
      [
        { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '' },
        { type: 'tool-call', index: 0, arguments: '{}' },
      ],
    ],
    [
      'the function_call of old servers, without an id',
      [{ function_call: { name: 'f', arguments: '{' } }, { function_call: { arguments: '}' } }],
      [
        {
          type: 'tool-call',
          index: 0,
          id: expect.stringMatching(/^call_\w{24}$/),
          name: 'f',
          arguments: '{',
        },
        { type: 'tool-call', index: 0, arguments: '}' },
      ],
    ],
  ])('reads tool calls: %s', async (_what, deltas, expected) => {
    const { told, end, error } = await calls(...deltas)
    expect(error).toBeUndefined()
    expect(told).toEqual(expected)
    expect(end).toMatchObject({ type: 'end', reason: 'tool-calls' })
  })

  test.each([
    ['is not an object', piece(7)],
    ['has no name', piece({ index: 0, id: 'a', function: { arguments: '{}' } })],
    ['has a number for a name', piece({ index: 0, function: { name: 7 } })],
    ['has a name of 300 characters', piece({ index: 0, function: { name: 'x'.repeat(300) } })],
  ])('a tool call that %s is reported as a broken stream', async (_what, delta) => {
    expect((await calls(delta)).error).toMatchObject({ code: 'broken-stream' })
  })

  test('too many tool calls are reported as a broken stream', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ index, function: { name: 'f' } }))
    expect((await calls({ tool_calls: many })).error).toMatchObject({ code: 'broken-stream', partial: true })
  })

  test('an answer with tool calls ends with “tool-calls” even if the server says “stop”', async () => {
    const raw = `${chunk(piece({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }))}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`
    const { events } = await outcomeOf(plain.engine.chat(ask(model('mock', { raw }))))
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' })
  })

  test('returns the refusal of a model as the answer', async () => {
    const raw = `${chunk({ content: null, refusal: 'I cannot' })}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`
    expect(await outcomeOf(plain.engine.chat(ask(model('mock', { raw }))))).toMatchObject({
      text: 'I cannot',
    })
  })

  test('reads type, state and context length of models from LM Studio', async () => {
    const { engine } = await serve({
      models: ['echo', 'see', 'nomic'],
      openaiModels: ['echo', 'see', 'nomic'].map((id) => ({ id, owned_by: 'organization_owner' })),
      lmStudioModels: [
        {
          id: 'echo',
          type: 'llm',
          state: 'not-loaded',
          max_context_length: 9000,
          capabilities: ['tool_use'],
        },
        { id: 'see', type: 'vlm', state: 'loaded', max_context_length: 9000, loaded_context_length: 4000 },
        { id: 'nomic', type: 'embeddings', state: 'loaded', max_context_length: 2048 },
      ],
    })
    expect(await engine.models(signal)).toMatchObject([
      { contextLength: 9000, loaded: false, capabilities: { chat: true, tools: true, images: false } },
      { contextLength: 4000, loaded: true, capabilities: { chat: true, tools: false, images: true } },
      { contextLength: 2048, loaded: true, capabilities: { chat: false, tools: false, embeddings: true } },
    ])
    const { text } = await outcomeOf(engine.chat(ask('echo', { responseFormat: { type: 'json' } })))
    expect(JSON.parse(text)).toMatchObject({ response_format: { type: 'json_schema' } })
    expect(engine.options()).toMatchObject({ repeat_penalty: 'request', mirostat: 'unsupported' })
  })

  test('loads and unloads the models of a llama.cpp router', async () => {
    const { server, engine } = await serve({ router: ['tiny', 'broken'] })
    expect(engine.can.load).toBe(false)
    expect(await engine.models(signal)).toMatchObject([
      { name: 'tiny', loaded: false, contextLength: 8192 },
      { name: 'broken', loaded: false },
    ])
    expect(engine.can.load).toBe(true)
    const states: string[] = []
    for await (const { state } of engine.load?.('tiny', signal) ?? []) states.push(state)
    expect(states).toEqual(['loading', 'ready'])
    expect((await engine.models(signal))[0]).toMatchObject({
      loaded: true,
      contextLength: 2048,
      capabilities: { images: true, tools: false },
    })
    const loads = server.stats().byPath['POST /models/load']
    for await (const _ of engine.load?.('tiny', signal) ?? []);
    expect(server.stats().byPath['POST /models/load']).toBe(loads)
    await engine.unload?.('tiny', signal)
    await engine.unload?.('tiny', signal)
    expect((await engine.models(signal))[0]).toMatchObject({ loaded: false })
    const loading = async (name: string, own = signal) => {
      for await (const _ of engine.load?.(name, own) ?? []);
    }
    await expect(loading('broken')).rejects.toMatchObject({ code: 'crashed' })
    await expect(loading('nobody')).rejects.toMatchObject({ code: 'not-found' })
    const reason = new Error('stopped')
    await expect(loading('tiny', AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  test('reads the context length from each kind of server', async () => {
    const vllm = await serve({ openaiModels: [{ id: 'a', owned_by: 'vllm', max_model_len: 8192 }] })
    const router = await serve({
      openaiModels: [
        { id: 'b', context_length: 4000, architecture: { input_modalities: ['text', 'image'] } },
      ],
    })
    const props = { default_generation_settings: { n_ctx: 2048 }, modalities: { vision: true } }
    const llama = await serve({
      openaiModels: [{ id: 'c', owned_by: 'llamacpp', meta: { n_ctx_train: 9000 } }],
      props,
    })
    expect(await vllm.engine.models(signal)).toMatchObject([{ contextLength: 8192 }])
    expect(await router.engine.models(signal)).toMatchObject([
      { contextLength: 4000, capabilities: { images: true } },
    ])
    expect(await llama.engine.models(signal)).toMatchObject([
      { contextLength: 2048, capabilities: { images: true } },
    ])
    expect(llama.engine.options()).toMatchObject({ mirostat: 'request', tfs_z: 'unsupported' })
  })
})
