// Lists of models and vectors in the forms of real servers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testOutbound } from './engine.contract.ts'
import type { Engine } from './engine.ts'
import { createOllama } from './ollama/ollama.ts'
import { createOpenAiCompatible } from './openai-compatible/openai-compatible.ts'

const { signal } = new AbortController()
let reply: (texts: readonly string[]) => unknown
let calls: number[] = []
let url: string
let engine: Engine
let ollama: Engine
const server = createServer((req, res) => {
  let text = ''
  req.on('data', (part) => (text += String(part)))
  req.on('end', () => {
    const isList = /\/(models|tags|embeddings)$/.test(req.url ?? '')
    if (!isList) return void res.writeHead(404).end('{}')
    const texts = text === '' ? [] : (JSON.parse(text) as { input: string[] }).input
    calls.push(texts.length)
    const value = reply(texts)
    res.writeHead(value instanceof Refusal ? value.status : 200)
    res.end(JSON.stringify(value instanceof Refusal ? value.body : value))
  })
})
class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  engine = createOpenAiCompatible({ baseUrl: url }, testOutbound())
  ollama = createOllama({ baseUrl: url }, testOutbound())
})
afterAll(async () => {
  await engine.close()
  await ollama.close()
  server.closeAllConnections()
  server.close()
})

const models = async (value: unknown) => {
  reply = () => value
  return (await engine.models(signal)).map(({ name, contextLength, capabilities }) => {
    const has = Object.entries(capabilities).flatMap(([ability, is]) => (is ? ability : []))
    return [name, contextLength, has.join(' ')]
  })
}

test.each<[server: string, list: unknown, models: unknown[]]>([
  [
    'Together, with a list as it is',
    [
      { id: 'a', type: 'chat', context_length: 4096 },
      { id: 'b', type: 'image' },
      { id: 'c', type: 'embedding' },
    ],
    [
      ['a', 4096, 'chat'],
      ['b', undefined, ''],
      ['c', undefined, 'embeddings'],
    ],
  ],
  ['Ollama without models', { object: 'list', data: null }, []],
  ['a server with a list of another name', { models: [{ name: 'a' }] }, [['a', undefined, 'chat']]],
  ['a gateway with names only', { data: ['a', 7, ''] }, [['a', undefined, 'chat']]],
  ['a gateway that lists one twice', { data: [{ id: 'a' }, { id: 'a' }] }, [['a', undefined, 'chat']]],
  [
    'a gateway with numbers as text',
    { data: [{ id: 'a', context_length: '32768' }] },
    [['a', 32_768, 'chat']],
  ],
  [
    'Mistral',
    {
      data: [
        { id: 'large', max_context_length: 9, capabilities: { completion_chat: true, vision: true } },
        { id: 'ocr', capabilities: { completion_chat: false } },
      ],
    },
    [
      ['large', 9, 'chat images'],
      ['ocr', undefined, ''],
    ],
  ],
  [
    'OpenRouter, with a model that only draws',
    {
      data: [
        {
          id: 'a',
          architecture: { output_modalities: ['text', 'image'] },
          top_provider: { context_length: 8 },
        },
        { id: 'b', architecture: { output_modalities: ['image'] } },
      ],
    },
    [
      ['a', 8, 'chat'],
      ['b', undefined, ''],
    ],
  ],
  [
    'Fireworks',
    {
      data: [
        { id: 'a', supports_chat: true, supports_image_input: true, supports_tools: true },
        { id: 'b', supports_chat: false },
      ],
    },
    [
      ['a', undefined, 'chat images tools'],
      ['b', undefined, ''],
    ],
  ],
  [
    'Groq, with models that hear and one that is switched off',
    { data: [{ id: 'whisper-large-v3' }, { id: 'old', active: false }, { id: 'new', active: true }] },
    [
      ['whisper-large-v3', undefined, ''],
      ['new', undefined, 'chat'],
    ],
  ],
  [
    'vLLM, with an adapter',
    {
      data: [
        { id: 'base', owned_by: 'vllm', max_model_len: 8192 },
        { id: 'sql', owned_by: 'vllm', max_model_len: null, parent: 'base' },
      ],
    },
    [
      ['base', 8192, 'chat'],
      ['sql', 8192, 'chat'],
    ],
  ],
])('lists the models of %s', async (_server, list, expected) => {
  expect(await models(list)).toEqual(expected)
  expect(await engine.health(signal)).toMatchObject({ ok: true })
})

test('reports the reason in place of a list of models', async () => {
  reply = () => ({ error: { message: 'Invalid token' } })
  await expect(engine.models(signal)).rejects.toMatchObject({ code: 'bad-request', reason: 'Invalid token' })
})

test('lists nothing of an Ollama without models', async () => {
  reply = () => ({ models: null })
  expect(await ollama.models(signal)).toEqual([])
})

const texts = Array.from({ length: 40 }, (_, at) => String(at))
const row = (text: string, index: number) => ({ index, embedding: [Number(text), 1] })
const base64 = (text: string) => Buffer.from(Float32Array.of(Number(text), 1).buffer).toString('base64')
const expected = texts.map((text) => Float32Array.of(Number(text), 1))

test.each<[form: string, reply: (texts: readonly string[]) => unknown]>([
  ['in base64', (some) => ({ data: some.map((text, index) => ({ index, embedding: base64(text) })) })],
  ['in another order', (some) => ({ data: some.map(row).toReversed() })],
  ['without places', (some) => ({ data: some.map((text) => ({ embedding: [Number(text), 1] })) })],
  [
    'within lists',
    (some) => ({ data: some.map((text, index) => ({ index, embedding: [[Number(text), 1]] })) }),
  ],
  ['as a list of entries', (some) => some.map(row)],
  ['as a list of vectors', (some) => some.map((text) => [Number(text), 1])],
])('reads vectors %s', async (_form, answer) => {
  reply = answer
  expect(await engine.embed('m', texts, signal)).toEqual(expected)
})

test.each([
  ['half of a number', { data: [{ embedding: 'AAAAAAA=' }] }],
  ['no number', { data: [{ embedding: 'AADAfwAAgD8=' }] }],
  ['no base64', { data: [{ embedding: 'a b c d ' }] }],
])('refuses vectors in base64 with %s', async (_what, value) => {
  reply = () => value
  await expect(engine.embed('m', ['a'], signal)).rejects.toMatchObject({ code: 'broken-stream' })
})

test.each<[server: string, limit: number, refusal: Refusal]>([
  [
    'Text Embeddings Inference',
    32,
    new Refusal(422, { message: 'batch size 40 > maximum allowed batch size 32', type: 'Validation' }),
  ],
  [
    'DashScope',
    10,
    new Refusal(400, {
      error: { message: 'Value error, batch size is invalid, it should not be larger than 10.' },
    }),
  ],
  ['a proxy', 20, new Refusal(413, 'too large')],
])('sends %s fewer texts in a call after a refusal, and remembers it', async (_server, limit, refusal) => {
  const other = createOpenAiCompatible({ baseUrl: url }, testOutbound())
  reply = (some) => (some.length > limit ? refusal : some.map(row))
  expect(await other.embed('m', texts, signal)).toEqual(expected)
  calls = []
  await other.embed('m', texts, signal)
  expect(Math.max(...calls)).toBeLessThanOrEqual(limit)
  await other.close()
})

test('a refusal of one text is not asked again', async () => {
  calls = []
  reply = () => new Refusal(400, { error: { message: 'batch size is invalid' } })
  await expect(engine.embed('m', ['a'], signal)).rejects.toMatchObject({ code: 'bad-request' })
  expect(calls).toEqual([1])
})
