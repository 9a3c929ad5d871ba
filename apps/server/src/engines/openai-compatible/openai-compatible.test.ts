import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  model,
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../../../test/model-server/index.ts'
import { ask, engineContract, numbers, outcomeOf, testOutbound } from '../engine.contract.ts'
import type { Engine } from '../engine.ts'
import { createOpenAiCompatible } from './index.ts'

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
    'a whole answer in place of a stream': '{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}',
    'one event of two megabytes in many lines': 'data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n'.repeat(
      45_000,
    ),
  },
})

describe('openai-compatible', () => {
  const opened: (() => Promise<void>)[] = []
  const serve = async (
    options: ModelServerOptions,
    path = '',
  ): Promise<{ server: ModelServer; engine: Engine }> => {
    const server = await startModelServer(options)
    const engine = createOpenAiCompatible({ baseUrl: server.url + path, local: true }, testOutbound())
    opened.push(
      () => engine.close(),
      () => server.close(),
    )
    return { server, engine }
  }
  let plain: { server: ModelServer; engine: Engine }
  beforeAll(async () => {
    plain = await serve({})
  })
  afterAll(async () => {
    for (const close of opened) await close()
  })

  test.each(['', '/', '/v1', '/v1/'])('takes the base address with "%s" at its end', async (path) => {
    const { engine } = await serve({}, path)
    expect((await engine.models(signal)).map((entry) => entry.name)).toContain('mock')
    expect(await outcomeOf(engine.chat(ask('mock')))).toMatchObject({ text: numbers(20) })
  })

  test.each([0, 1])('reads both names of the reasoning text', async (reasoning) => {
    const { thinking } = await outcomeOf(
      plain.engine.chat(ask(model('mock', { tokens: 3, think: 2, reasoning }))),
    )
    expect(thinking).toBe('0 1 ')
  })

  test('says when the engine ended the answer by its own rules', async () => {
    const { events } = await outcomeOf(plain.engine.chat(ask(model('mock', { finish: 2 }))))
    expect(events).toContainEqual({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop' })
  })

  test('takes an answer that ends without [DONE] or counts', async () => {
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

  test('sends pictures as data addresses and text beside them', async () => {
    const messages = [
      { role: 'user' as const, text: 'What?', images: [{ mimeType: 'image/png', base64: 'iVBORw0K' }] },
    ]
    const { text } = await outcomeOf(plain.engine.chat(ask('echo', { messages })))
    expect(JSON.parse(text)).toEqual({
      model: 'echo',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
          ],
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  const everything = {
    temperature: 1,
    top_k: 5,
    repeat_penalty: 1.1,
    repeat_last_n: 64,
    mirostat: 2,
    num_predict: 30,
    num_ctx: 4096,
  }

  test.each([
    [
      'llama-server',
      'llamacpp',
      { top_k: 5, repeat_penalty: 1.1, repeat_last_n: 64, mirostat: 2, max_tokens: 30 },
      'num_ctx',
    ],
    [
      'vLLM',
      'vllm',
      { top_k: 5, repetition_penalty: 1.1, max_tokens: 30 },
      'mirostat, num_ctx, repeat_last_n',
    ],
    [
      'another server',
      'me',
      { top_k: 5, max_tokens: 30 },
      'mirostat, num_ctx, repeat_last_n, repeat_penalty',
    ],
  ])('finds out that it talks to %s before it sends options', async (_who, owner, fields, unused) => {
    const { engine } = await serve({ openaiModels: [{ id: 'echo', owned_by: owner }] })
    const { text, events } = await outcomeOf(engine.chat(ask('echo', { options: everything })))
    const {
      model: _model,
      messages: _messages,
      stream: _stream,
      stream_options: _usage,
      ...sent
    } = JSON.parse(text)
    expect(sent).toEqual({ temperature: 1, ...fields })
    expect(events[0]).toMatchObject({ params: { options: unused } })
  })

  test('sends no limit for an unlimited answer', async () => {
    const { text } = await outcomeOf(plain.engine.chat(ask('echo', { options: { num_predict: -1 } })))
    expect(text).not.toContain('max_tokens')
  })

  test('continues an answer where the server can, and refuses where it cannot', async () => {
    const { engine } = await serve({ openaiModels: [{ id: 'echo', owned_by: 'vllm', max_model_len: 8192 }] })
    const { text } = await outcomeOf(engine.chat(ask('echo', { continueFrom: 'Once' })))
    expect(JSON.parse(text)).toMatchObject({ continue_final_message: true, add_generation_prompt: false })
    expect(engine.can.continue).toBe(true)
    const { error } = await outcomeOf(plain.engine.chat(ask('echo', { continueFrom: 'Once' })))
    expect(error).toMatchObject({ code: 'bad-request', reason: 'it cannot continue an answer' })
  })

  test('names the option, not the field, when the engine refuses one', async () => {
    const refusing = model('mock', { status: 400, message: 'max_tokens is too large' })
    const { error } = await outcomeOf(plain.engine.chat(ask(refusing, { options: { num_predict: 9 } })))
    expect(error).toMatchObject({ reason: 'num_predict is too large' })
  })

  test('reads the context length wherever a server tells it', async () => {
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
