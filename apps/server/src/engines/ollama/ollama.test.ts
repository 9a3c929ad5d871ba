import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { ask, engineContract, outcomeOf, testOutbound } from '../engine.contract.ts'
import type { Engine } from '../engine.ts'
import { splitName } from './discovery.ts'
import { createOllama } from './ollama.ts'

const { signal } = new AbortController()

engineContract({
  name: 'ollama',
  chatPath: '/api/chat',
  create: (baseUrl, outbound, more) => createOllama({ baseUrl, local: true, ...more }, outbound),
  malformed: {
    'an empty object': '{}\n',
    'a list': '[1]\n',
    null: 'null\n',
    'a number as text': '{"message":{"content":7},"done":false}\n',
    'an object as text': '{"message":{"content":{"a":1}},"done":false}\n',
    'a NUL byte': '{"message":{"content":"\0"},"done":false}\n',
    'an unfinished line': '{"message":{"content":"a"},"done":false}\n{"message":{"content":"b"',
    'a web page': '<!doctype html>\n<html>\n',
  },
})

describe('ollama', () => {
  let server: ModelServer
  let engine: Engine
  beforeAll(async () => {
    server = await startModelServer({
      ollamaModels: [
        { name: 'llama3.2:3b', size: 5, digest: 'a' },
        { name: 'qwen3-vl', digest: 'b' },
        { name: 'cloud:120b', remote_host: 'https://ollama.com', digest: 'c' },
        { name: 'gone:1b', digest: 'd', details: { family: 'nomic-bert' } },
      ],
      ollamaShow: {
        'llama3.2:3b': {
          capabilities: ['completion', 'tools'],
          model_info: { 'general.architecture': 'llama', 'llama.context_length': 131072 },
        },
        'qwen3-vl': { capabilities: ['completion', 'vision', 'thinking'], model_info: {} },
        'cloud:120b': { capabilities: ['completion'], remote_host: 'https://ollama.com' },
      },
    })
    engine = createOllama({ baseUrl: `${server.url}/`, local: true }, testOutbound())
  })
  afterAll(async () => {
    await engine.close()
    await server.close()
  })

  test('lists models with size, context length and capabilities', async () => {
    const models = await engine.models(signal)
    const base = { chat: true, images: false, thinking: false, tools: false, embeddings: false }
    expect(models).toEqual([
      {
        name: 'llama3.2:3b',
        family: 'llama3.2',
        tag: '3b',
        contextLength: 131072,
        sizeBytes: 5,
        loaded: false,
        local: true,
        capabilities: { ...base, tools: true },
      },
      {
        name: 'qwen3-vl',
        family: 'qwen3-vl',
        tag: 'latest',
        loaded: false,
        local: true,
        capabilities: { ...base, images: true, thinking: true },
      },
      { name: 'cloud:120b', family: 'cloud', tag: '120b', loaded: true, local: false, capabilities: base },
      {
        name: 'gone:1b',
        family: 'gone',
        tag: '1b',
        loaded: false,
        local: true,
        capabilities: { ...base, chat: false, embeddings: true },
      },
    ])
  })

  test('requests model details once, and again only for models without any', async () => {
    await engine.models(signal)
    const before = server.stats().byPath['POST /api/show'] ?? 0
    await engine.models(signal)
    expect(server.stats().byPath['POST /api/show']).toBe(before + 1)
  })

  test.each([
    ['llama3.2:3b', 'llama3.2', '3b'],
    ['mistral', 'mistral', 'latest'],
    ['hf.co/user/Repo-GGUF:Q4_K_M', 'hf.co/user/Repo-GGUF', 'Q4_K_M'],
    ['registry:5000/a/b', 'registry:5000/a/b', 'latest'],
    ['odd:', 'odd:', 'latest'],
  ])('splits the name %s', (name, family, tag) => expect(splitName(name)).toEqual({ family, tag }))

  test('asks for no reasoning only where it is unwanted', async () => {
    const asked = async (more: object) => (await outcomeOf(engine.chat(ask('echo', more)))).text
    expect(JSON.parse(await asked({ reasoning: false }))).toHaveProperty('think', false)
    expect(JSON.parse(await asked({}))).not.toHaveProperty('think')
  })

  test('sends images as base64, options in “options” and the text to continue last', async () => {
    const request = ask('echo', {
      messages: [
        { role: 'system', text: 'Be brief' },
        { role: 'user', text: 'What is this?', images: [{ mimeType: 'image/png', base64: 'iVBORw0K' }] },
      ],
      options: { temperature: 0, num_ctx: 8192, stop: 'END', mirostat: 2 },
      continueFrom: 'It is',
    })
    const { text, events } = await outcomeOf(engine.chat(request))
    expect(JSON.parse(text)).toEqual({
      model: 'echo',
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'What is this?', images: ['iVBORw0K'] },
        { role: 'assistant', content: 'It is' },
      ],
      stream: true,
      options: { num_ctx: 8192, temperature: 0, stop: ['END'] },
    })
    expect(events[0]).toMatchObject({ params: { options: 'mirostat' } })
    expect(engine.options()).toMatchObject({ num_ctx: 'load', top_k: 'request', mirostat: 'unsupported' })
  })

  test('sends tools and tool results in the format of Ollama', async () => {
    const parameters = { type: 'object', properties: {} }
    const messages = [
      { role: 'user' as const, text: 'How is it?' },
      {
        role: 'assistant' as const,
        text: 'Let me look',
        toolCalls: [
          { id: 'a', name: 'weather', arguments: '{"city":"Oslo"}' },
          { id: 'b', name: 'clock', arguments: 'broken' },
        ],
      },
      { role: 'tool' as const, text: 'Rain', toolCallId: 'a' },
      { role: 'tool' as const, text: 'Noon', toolCallId: 'b', toolName: 'watch' },
    ]
    const request = {
      messages,
      tools: [{ name: 'weather', strict: true }],
      penalties: { presence: 1, frequency: -1 },
    }
    const { text } = await outcomeOf(engine.chat(ask('echo', request)))
    expect(JSON.parse(text)).toEqual({
      model: 'echo',
      stream: true,
      options: { presence_penalty: 1, frequency_penalty: -1 },
      tools: [{ type: 'function', function: { name: 'weather', parameters } }],
      messages: [
        { role: 'user', content: 'How is it?' },
        {
          role: 'assistant',
          content: 'Let me look',
          tool_calls: [
            { id: 'a', function: { name: 'weather', arguments: { city: 'Oslo' } } },
            { id: 'b', function: { name: 'clock', arguments: {} } },
          ],
        },
        { role: 'tool', content: 'Rain', tool_name: 'weather', tool_call_id: 'a' },
        { role: 'tool', content: 'Noon', tool_name: 'watch', tool_call_id: 'b' },
      ],
    })
  })

  test('sends no tools for the choice “none”, and refuses choices that require a call', async () => {
    const tools = [{ name: 'weather' }]
    const { text } = await outcomeOf(engine.chat(ask('echo', { tools, toolChoice: 'none' })))
    expect(text).not.toContain('weather')
    for (const toolChoice of ['required', { name: 'weather' }] as const) {
      const { error } = await outcomeOf(engine.chat(ask('echo', { tools, toolChoice })))
      expect(error).toMatchObject({ code: 'bad-request', reason: 'it cannot be made to call a tool' })
    }
  })

  test.each([
    ['a call without a function', '{"message":{"tool_calls":[{}]},"done":false}\n'],
    ['a call without a name', '{"message":{"tool_calls":[{"function":{"arguments":{}}}]},"done":false}\n'],
    ['a name that is not a string', '{"message":{"tool_calls":[{"function":{"name":7}}]},"done":false}\n'],
    [
      'too many calls',
      `{"message":{"tool_calls":[${'{"function":{"name":"a"}},'.repeat(200)}{"function":{"name":"a"}}]}}\n`,
    ],
  ])('%s is reported as a broken stream', async (_what, raw) => {
    const { error } = await outcomeOf(engine.chat(ask(model('mock', { raw }))))
    expect(error).toMatchObject({ code: 'broken-stream' })
  })

  test('sends the old options to an old server', async () => {
    const old = createOllama({ baseUrl: server.url, local: true, old: true }, testOutbound())
    const { text } = await outcomeOf(old.chat(ask('echo', { options: { mirostat: 2, tfs_z: 1 } })))
    expect(JSON.parse(text)).toMatchObject({ options: { mirostat: 2, tfs_z: 1 } })
    await old.close()
  })

  test('reports the phase “loading” when a model that is not loaded is slow to answer', async () => {
    const slow = await startModelServer()
    const own = createOllama({ baseUrl: slow.url, local: true }, testOutbound())
    const phases = async (): Promise<unknown[]> => {
      const { events } = await outcomeOf(own.chat(ask(model('mock', { head: 600, tokens: 1 }))))
      return events.flatMap((event) => (event.type === 'status' ? event.phase : []))
    }
    expect(await phases()).toEqual(['loading', 'reading', 'answering'])
    expect(await phases()).toEqual(['reading', 'reading', 'answering'])
    await Promise.all([own.close(), slow.close()])
  })
})
