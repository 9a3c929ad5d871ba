import { beforeAll, describe, expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import { ask, outcomeOf } from '../engine.contract.ts'
import type { Engine } from '../engine.ts'
import { withoutReasoning } from './dialect.ts'
import { serving, type Served } from './test/served.ts'

describe('openai-compatible', () => {
  const serve = serving()
  let plain: Served
  beforeAll(async () => {
    plain = await serve({})
  })

  test('asks for no reasoning in the fields that the server knows', async () => {
    const { engine } = await serve({ openaiModels: [{ id: 'echo', owned_by: 'vllm' }] })
    const kwargs = { chat_template_kwargs: { enable_thinking: false, thinking: false } }
    const sentBy = async (asked: Engine, more = {}) =>
      JSON.parse((await outcomeOf(asked.chat(ask('echo', more)))).text) as unknown
    expect(await sentBy(engine, { reasoning: false })).toMatchObject(kwargs)
    expect(await sentBy(engine)).not.toHaveProperty('chat_template_kwargs')
    expect(await sentBy(plain.engine, { reasoning: false })).not.toHaveProperty('chat_template_kwargs')
    const effort = (model: string) => withoutReasoning('openai', model)
    for (const model of ['o3-mini', 'gpt-5', 'gpt-5.1-2025-11-13'])
      expect(effort(model)).toEqual({ reasoning_effort: 'low' })
    for (const model of ['gpt-4o', 'gpt-5-chat-latest', 'gpt-5-pro', 'o1-preview'])
      expect(effort(model)).toEqual({})
  })

  test('sends images as data URLs next to the text', async () => {
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

  test('sends tools, response format and penalties in the format of OpenAI', async () => {
    const request = {
      messages: [
        {
          role: 'assistant' as const,
          text: '',
          toolCalls: [{ id: 'a', name: 'f', arguments: '{"x":' }],
        },
        { role: 'tool' as const, text: 'done', toolCallId: 'a' },
      ],
      tools: [{ name: 'f', description: 'does', parameters: { type: 'object' }, strict: true }],
      toolChoice: { name: 'f' },
      penalties: { presence: 0.5 },
      responseFormat: { type: 'schema' as const, name: 'city', schema: { type: 'object' }, strict: true },
    }
    const { text } = await outcomeOf(plain.engine.chat(ask('echo', request)))
    expect(JSON.parse(text)).toMatchObject({
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'done' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'does', parameters: { type: 'object' }, strict: true },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'f' } },
      presence_penalty: 0.5,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'city', schema: { type: 'object' }, strict: true },
      },
    })
    expect(text).not.toContain('frequency_penalty')
  })

  test.each(['auto', 'none', 'required'] as const)('passes on the tool choice %s', async (toolChoice) => {
    const { text } = await outcomeOf(plain.engine.chat(ask('echo', { tools: [{ name: 'f' }], toolChoice })))
    expect(JSON.parse(text)).toMatchObject({ tool_choice: toolChoice })
  })

  test.each([
    ["Unsupported value: 'temperature' does not support 0.5 with this model.", 'temperature', /temperature/],
    ['Unrecognized request argument supplied: top_k', '', /top_k/],
    [
      "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
      'stop',
      /maximum length 4/,
    ],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      /^Unsupported parameter: 'num_predict'/,
    ],
    [
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      '',
      /tool choice/,
    ],
  ])('reports why a model refuses a request: %s', async (message, _param, said) => {
    const { error } = await outcomeOf(plain.engine.chat(ask(model('mock', { status: 400, message }))))
    expect(error).toMatchObject({ code: 'bad-request', reason: expect.stringMatching(said) })
  })

  test.each([
    ['o3-mini', 'max_completion_tokens'],
    ['gpt-5.1', 'max_completion_tokens'],
    ['openai/gpt-5', 'max_completion_tokens'],
    ['gpt-oss:20b', 'max_tokens'],
    ['llama3', 'max_tokens'],
  ])('limits the answers of %s with %s', async (name, field) => {
    const { server, engine } = await serve({ models: [name] })
    await outcomeOf(engine.chat(ask(name, { options: { num_predict: 7 } })))
    expect(server.stats().lastBody).toMatchObject({ [field]: 7 })
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
      {
        return_progress: true,
        top_k: 5,
        repeat_penalty: 1.1,
        repeat_last_n: 64,
        mirostat: 2,
        max_tokens: 30,
      },
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
  ])('detects %s and sends only the options that it supports', async (_who, owner, fields, unused) => {
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

  test('continues an answer if the server supports it, and refuses otherwise', async () => {
    const { engine } = await serve({ openaiModels: [{ id: 'echo', owned_by: 'vllm', max_model_len: 8192 }] })
    const { text } = await outcomeOf(engine.chat(ask('echo', { continueFrom: 'Once' })))
    expect(JSON.parse(text)).toMatchObject({ continue_final_message: true, add_generation_prompt: false })
    expect(engine.can.continue).toBe(true)
    const { error } = await outcomeOf(plain.engine.chat(ask('echo', { continueFrom: 'Once' })))
    expect(error).toMatchObject({ code: 'bad-request', reason: 'it cannot continue an answer' })
  })

  test('names the option, not the request field, when the engine refuses it', async () => {
    const refusing = model('mock', { status: 400, message: 'max_tokens is too large' })
    const { error } = await outcomeOf(plain.engine.chat(ask(refusing, { options: { num_predict: 9 } })))
    expect(error).toMatchObject({ reason: 'num_predict is too large' })
  })
})
