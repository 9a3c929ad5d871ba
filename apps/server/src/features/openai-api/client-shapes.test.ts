// Requests as the clients of other projects send them to /v1/chat/completions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunksOf, programOf, type Program } from '#test/program.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const model = scripted({ tokens: 3 })
const signing = scripted({ tool: 'weather', calls: 2, callPieces: 2, signature: 'EiYKJA==' })

let talk: Talk
let program: Program
beforeAll(async () => {
  talk = await openTalk([model, signing, 'embed'])
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

const user = (content: unknown) => [{ role: 'user', content }]
const parts = [{ type: 'text', text: 'Hello' }]

test.each<[client: string, body: Record<string, unknown>]>([
  [
    'openai',
    {
      messages: [{ role: 'developer', content: 'Be brief.' }, ...user('Hello')],
      max_completion_tokens: 50,
      n: 1,
      user: 'anna',
      metadata: { run: '1' },
      store: false,
      service_tier: 'auto',
      reasoning_effort: 'low',
    },
  ],
  [
    'LangChain',
    {
      messages: [{ role: 'system', content: 'Be brief.' }, ...user(parts)],
      temperature: 0.7,
      top_p: 1,
      frequency_penalty: 0,
      presence_penalty: 0,
      n: 1,
      logit_bias: null,
      stop: null,
      tools: [],
      response_format: { type: 'text' },
    },
  ],
  [
    'the AI SDK',
    {
      messages: [...user(parts), { role: 'assistant', content: 'Yes?', tool_calls: null }, ...user('Go on.')],
      max_tokens: null,
      temperature: 0,
      seed: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      stream_options: null,
    },
  ],
  [
    'LlamaIndex.TS',
    {
      messages: [{ role: 'system', content: parts, name: 'x' }, ...user(parts)],
      top_p: 1,
      tools: undefined,
      tool_choice: 'none',
      additional_kwargs: {},
      stream: false,
    },
  ],
  [
    'Continue',
    {
      messages: user([{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }]),
      max_tokens: 4096,
      stop: [],
      prediction: null,
      logprobs: false,
    },
  ],
  [
    'Cline',
    {
      messages: [{ role: 'system', content: 'You are Cline.' }, ...user(parts)],
      temperature: 0,
      stream_options: { include_usage: true },
      parallel_tool_calls: null,
    },
  ],
  [
    'Continue as an agent',
    {
      messages: [
        { role: 'system', content: 'You are in agent mode.' },
        ...user('Read it.'),
        {
          role: 'assistant',
          content: ' ',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'read_file', arguments: '{"filepath":"a.ts"}' },
            },
          ],
        },
        { role: 'tool', content: 'export {}', tool_call_id: 'call_1' },
      ],
      tools: [
        {
          type: 'function',
          displayTitle: 'Read file',
          wouldLikeTo: 'read {{{ filepath }}}',
          readonly: true,
          group: 'Built-In',
          function: {
            name: 'read_file',
            description: 'Use this to read a file',
            parameters: {
              type: 'object',
              required: ['filepath'],
              properties: { filepath: { type: 'string' } },
            },
          },
        },
      ],
      stream: false,
      max_tokens: 4096,
    },
  ],
  [
    'Cline with native tools',
    {
      messages: [
        { role: 'system', content: 'You are Cline.' },
        ...user(parts),
        {
          role: 'assistant',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.ts"}' } },
          ],
          reasoning_details: [],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'export {}' },
        ...user([{ type: 'text', text: '<environment_details>' }]),
      ],
      temperature: 0,
      max_tokens: undefined,
      reasoning_effort: undefined,
      tools: [
        {
          type: 'function',
          function: {
            name: 'read_file',
            strict: false,
            parameters: { type: 'object', properties: {}, additionalProperties: false },
          },
        },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
    },
  ],
])('the request of %s is answered', async (_, body) => {
  const { status, body: reply } = await program.complete({ model, ...body })
  expect(reply).toMatchObject({ choices: [{ message: { role: 'assistant', content: '0 1 2 ' } }] })
  expect(status).toBe(200)
})

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]))

test('null for an optional field counts as absent in every call', async () => {
  const chat = nulls(
    'stream',
    'stream_options',
    'temperature',
    'top_p',
    'seed',
    'stop',
    'max_tokens',
    'max_completion_tokens',
    'presence_penalty',
    'frequency_penalty',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'response_format',
    'n',
    'logprobs',
    'top_logprobs',
    'logit_bias',
    'functions',
    'function_call',
    'audio',
    'modalities',
    'prediction',
    'reasoning_effort',
    'service_tier',
    'store',
    'metadata',
    'user',
    'top_k',
    'num_ctx',
  )
  expect(
    await program.complete({ model, ...chat, messages: [{ role: 'user', content: 'Hi', name: null }] }),
  ).toMatchObject({ status: 200 })
  const response = nulls(
    'instructions',
    'max_output_tokens',
    'temperature',
    'top_p',
    'stream',
    'stream_options',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'text',
    'reasoning',
    'include',
    'previous_response_id',
    'conversation',
    'prompt',
    'background',
    'truncation',
    'store',
    'metadata',
    'user',
    'service_tier',
    'max_tool_calls',
    'top_logprobs',
  )
  expect(await program.post('responses', { model, input: 'Hi', ...response })).toMatchObject({ status: 200 })
  const embedding = { model: 'embed', input: 'Hi', ...nulls('encoding_format', 'dimensions', 'user') }
  expect(await program.post('embeddings', embedding)).toMatchObject({ status: 200 })
})

test('the signature of Gemini’s thoughts comes with its call, and goes back with it', async () => {
  const extra_content = { google: { thought_signature: 'EiYKJA==' } }
  const tools = [{ type: 'function', function: { name: 'weather' } }]
  const { body } = await program.complete({ model: signing, tools, messages: user('Hello') })
  const message = body.choices[0]?.message as { tool_calls: object[] }
  expect(message.tool_calls).toMatchObject([{ id: 'call_1', extra_content }, { id: 'call_2' }])
  expect(message.tool_calls[1]).not.toHaveProperty('extra_content')

  const chunks = chunksOf(await program.stream({ model: signing, tools, messages: user('Hello') }))
  const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
  expect(pieces.filter((piece) => 'extra_content' in piece)).toMatchObject([{ index: 0, extra_content }])

  const results = ['call_1', 'call_2'].map((tool_call_id) => ({
    role: 'tool',
    tool_call_id,
    content: 'Rain',
  }))
  await program.complete({ model, tools, messages: [...user('Hello'), message, ...results] })
  const sent = talk.server.stats().lastBody as { messages: { tool_calls?: object[] }[] }
  expect(sent.messages[1]?.tool_calls).toEqual(message.tool_calls)
})

test.each(['chat/completions/', '/chat/completions', '/chat/completions/'])(
  'an address with one slash more is the same: /v1/%s',
  async (path) => {
    const { status, body } = await program.post<{ object: string }>(path, { model, messages: user('Hello') })
    expect([status, body.object]).toEqual([200, 'chat.completion'])
  },
)

test.each(['models/', '/models', '/models/'])('the list of models at /v1/%s', async (path) => {
  const { status, body } = await program.get<{ object: string }>(path)
  expect([status, body.object]).toEqual([200, 'list'])
})
