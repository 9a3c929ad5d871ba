// Errors of /v1/responses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programOf, type Program, type V1Error } from '#test/program.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const slow = scripted({ rate: 20, tokens: 10_000 })
const busy = scripted({ status: 429, retry: 60 })

let talk: Talk
let program: Program

beforeAll(async () => {
  talk = await openTalk([slow, busy, 'embed'], {
    file: { limits: { streamsPerUser: 1, waitingPerUser: 1, firstTokenMs: 1_000 } },
  })
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

const refused = async (body: object) => {
  const reply = await program.post<Partial<V1Error>>('responses', { model: 'mock', input: 'Hello', ...body })
  return { status: reply.status, headers: reply.headers, ...reply.body.error }
}
const user = (content: unknown) => ({ input: [{ role: 'user', content }] })
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
const tool = { type: 'function', name: 'a' }

describe('an unsupported field is named and refused with 400', () => {
  test.each<[string, object, RegExp]>([
    ['previous_response_id', { previous_response_id: 'resp_1' }, /whole conversation/],
    ['conversation', { conversation: { id: 'conv_1' } }, /whole conversation/],
    ['prompt', { prompt: { id: 'pmpt_1' } }, /instructions/],
    ['background', { background: true }, /must be false/],
    ['truncation', { truncation: 'auto' }, /must be disabled/],
    ['context_management', { context_management: [{ type: 'compaction' }] }, /not compacted/],
    ['moderation', { moderation: { model: 'x' } }, /Nothing is moderated/],
    ['include[0]', { include: ['web_search_call.action.sources'] }, /encrypted_content/],
    ['include[1]', { include: ['reasoning.encrypted_content', 'message.output_text.logprobs'] }, /Only/],
    ['include', { include: 'all' }, /list/],
    ['n', { n: 2 }, /n must be 1/],
    ['top_logprobs', { top_logprobs: 3 }, /not supported/],
    ['logprobs', { logprobs: true }, /not supported/],
    ['logit_bias', { logit_bias: { 5: -100 } }, /not supported/],
    ['modalities', { modalities: ['text', 'audio'] }, /text/],
    ['audio', { audio: { voice: 'x' } }, /Audio/],
    ['messages', { messages: [{ role: 'user', content: 'x' }] }, /chat\/completions/],
    ['max_tokens', { max_tokens: 5 }, /max_output_tokens/],
    ['max_completion_tokens', { max_completion_tokens: 5 }, /max_output_tokens/],
    ['response_format', { response_format: { type: 'json_object' } }, /text\.format/],
    ['functions', { functions: [tool] }, /Use tools/],
    ...['web_search', 'file_search', 'code_interpreter', 'mcp', 'image_generation', 'custom'].map(
      (type): [string, object, RegExp] => ['tools[1].type', { tools: [tool, { type }] }, /type function/],
    ),
  ])('%s %#', async (param, body, sentence) => {
    const told = await refused(body)
    expect(told).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'validation_failed',
      param,
    })
    expect(told.message).toMatch(sentence)
  })
})

describe('an invalid request is refused with the field and a hint', () => {
  const output = { type: 'function_call_output', call_id: 'x', output: 'y' }
  const call = { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }
  const picture = (image_url: unknown) => user([{ type: 'input_image', image_url }])
  test.each<[string, object, RegExp]>([
    ['model', { model: undefined }, /must be a text/],
    ['input', { input: undefined }, /text, or a list/],
    ['input', { input: '' }, /text, or a list/],
    ['input', { input: [] }, /one item/],
    ['input', { input: [{ type: 'reasoning', summary: [] }] }, /no message/],
    ['input[0]', { input: ['Hello'] }, /object/],
    ['input[0]', { input: [{ type: 'item_reference', id: 'msg_1' }] }, /Send the item itself/],
    ['input[0]', { input: [{ id: 'msg_1' }] }, /Send the item itself/],
    ['input[0].type', { input: [{ type: 'web_search_call', id: 'ws_1' }] }, /function_call/],
    ['input[0].role', { input: [{ role: 'tool', content: 'x' }] }, /developer/],
    ['input[0].content', user(7), /text or a list/],
    ['input[0].content[0].type', user([{ type: 'text', text: 'x' }]), /input_text/],
    ['input[0].content[0].text', user([{ type: 'input_text' }]), /no text/],
    ['input[0].content[0]', user([{ type: 'input_file', file_id: 'file_1' }]), /Files/],
    ['input[0].content[0]', user([{ type: 'input_audio', input_audio: {} }]), /Audio/],
    ['input[0].content[0].file_id', user([{ type: 'input_image', file_id: 'file_1' }]), /data:/],
    ['input[0].content[0].image_url', picture('http://169.254.169.254/latest'), /not fetched/],
    ['input[0].content[0].image_url', picture('data:image/svg+xml;base64,AAAA'), /PNG/],
    ['input', picture('data:image/png;base64,AAAA'), /does not see pictures/],
    ['input[0].call_id', { input: [output] }, /Send the call/],
    ['input[1].call_id', { input: [call, { ...output, call_id: 'z' }] }, /Send the call/],
    ['input[0].arguments', { input: [{ ...call, arguments: {} }] }, /text/],
    ['input[1].output', { input: [call, { ...output, output: 7 }] }, /text or a list/],
    ['input', { input: [{ ...call, arguments: 'x'.repeat(4_000_001) }] }, /characters/],
    ['tools', { tools: [{ ...tool, description: 'x'.repeat(1_000_001) }] }, /characters/],
    ['user', { user: 'x'.repeat(513) }, /512/],
    ['instructions', { instructions: [] }, /must be a text/],
    ['instructions', { instructions: 'x'.repeat(4_000_001) }, /characters/],
    ['instructions', { instructions: 'x'.repeat(1_000_000), stream: true }, /in input/],
    [
      'tools',
      {
        tools: [{ ...tool, description: 'x'.repeat(900_000) }],
        instructions: 'x'.repeat(100_000),
        stream: true,
      },
      /in input/,
    ],
    ['metadata', { metadata: { a: 1 } }, /texts/],
    ['metadata', { metadata: { a: 'x'.repeat(513) } }, /512/],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, 'x'])) }, /16/],
    ['max_output_tokens', { max_output_tokens: 0 }, /from 1/],
    ['temperature', { temperature: 3 }, /temperature/],
    ['stream', { stream: 'yes' }, /true or false/],
    ['store', { store: 'yes' }, /true or false/],
    ['stream_options.include_obfuscation', { stream_options: { include_obfuscation: 1 } }, /true or false/],
    ['reasoning', { reasoning: 'high' }, /object/],
    ['parallel_tool_calls', { parallel_tool_calls: 1 }, /true or false/],
    ['tools[0].name', { tools: [{ type: 'function', function: { name: 'a' } }] }, /text/],
    ['tools[0].name', { tools: [{ type: 'function', name: 'a b' }] }, /letters/],
    ['tools[0].parameters', { tools: [{ ...tool, parameters: 'x' }] }, /object/],
    ['tool_choice', { tool_choice: 'required' }, /needs tools/],
    ['tool_choice', { tools: [tool], tool_choice: { type: 'function', name: 'b' } }, /not among/],
    ['tool_choice', { tools: [tool], tool_choice: { type: 'web_search_preview' } }, /or a function/],
    ['text.format.type', { text: { format: { type: 'xml' } } }, /json_schema/],
    ['text.format.name', { text: { format: { type: 'json_schema', schema: {} } } }, /text/],
    ['text.format.schema', { text: { format: { type: 'json_schema', name: 'a' } } }, /object/],
  ])('%s %#', async (param, body, sentence) => {
    const told = await refused(body)
    expect(told).toMatchObject({ status: 400, type: 'invalid_request_error', param })
    expect(told.message).toMatch(sentence)
  })

  test('Guide refuses tools and response formats', async () => {
    expect(await refused({ model: 'Guide', tools: [tool] })).toMatchObject({ status: 400, param: 'tools' })
    const text = { format: { type: 'json_object' } }
    expect(await refused({ model: 'Guide', text })).toMatchObject({ status: 400, param: 'text.format' })
    const input = [
      { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'x', output: 'y' },
    ]
    expect(await refused({ model: 'Guide', input })).toMatchObject({ status: 400, param: 'input' })
  })

  test('an embedding model is refused with 400, an unknown model with 404', async () => {
    expect(await refused({ model: 'embed' })).toMatchObject({ status: 400, param: 'model' })
    expect(await refused({ model: 'nothing' })).toMatchObject({ status: 404, code: 'model_not_found' })
  })
})

test('a rate limit of the engine is returned as 429 with its retry-after', async () => {
  const told = await refused({ model: busy, stream: true })
  expect(told).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' })
  expect(told.headers.get('retry-after')).toBe('60')
})

describe('a client that disconnects', () => {
  const open = (stream: boolean, signal: AbortSignal) =>
    fetch(`${talk.app.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${program.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: slow, input: 'Hello', stream }),
      signal,
    })

  test.each([true, false])('aborts its answer at the engine at once (stream: %s)', async (stream) => {
    await until(() => talk.server.stats().open === 0)
    const before = talk.server.stats().abandoned
    const leaving = new AbortController()
    const opening = open(stream, leaving.signal)
    if (stream) await (await opening).body?.getReader().read()
    else await until(() => talk.server.stats().open === 1)
    leaving.abort()
    await opening.catch(() => undefined)
    await until(() => talk.server.stats().abandoned === before + 1)
  })

  test('frees its slots in the queue; too many requests are refused with 429', async () => {
    await until(() => talk.server.stats().open === 0)
    const leaving = new AbortController()
    const first = await open(true, leaving.signal)
    expect(first.status).toBe(200)
    // One of two more requests is queued; the other is refused at once.
    const more = [open(true, leaving.signal), open(true, leaving.signal)]
    const told = await Promise.race(more)
    expect([told.status, ((await told.json()) as V1Error).error.code]).toEqual([429, 'rate_limit_exceeded'])
    leaving.abort()
    await Promise.allSettled(more)
    await until(() => talk.server.stats().open === 0)
    expect((await program.post('responses', { model: 'mock', input: 'Hello' })).status).toBe(200)
  })
})
