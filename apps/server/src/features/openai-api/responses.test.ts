// Programs at /v1/responses: the response format, the request to the engine, and permissions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programOf, type Program, type ResponseEvent, type V1Error } from '#test/program.ts'
import { numbers, openTalk, scripted, type Talk } from '#test/talk.ts'
import { responseStream } from './responses/stream.ts'

const plain = scripted({ tokens: 3 })
const thinking = scripted({ tokens: 4, think: 2 })
const limited = scripted({ tokens: 3, think: 2, finish: 1 })
const filtered = scripted({ tokens: 3, finish: 2 })
const silent = scripted({ tokens: 0 })
const calls = scripted({ tool: 'weather', calls: 2, callPieces: 3 })
const failing = scripted({ errorAt: 5, tokens: 9 })
const overflowing = scripted({
  status: 400,
  code: 'context_length_exceeded',
  message: "This model's maximum context length is 8 tokens",
})
const ODD = 'Line\nend "quoted" \\ äöü Ж 🜁\u2028 data: [DONE]'
const odd = scripted({ text: ODD, piece: 1 }, 'script')

let talk: Talk
let program: Program

beforeAll(async () => {
  talk = await openTalk([plain, thinking, limited, filtered, silent, calls, failing, overflowing, odd])
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

const create = (body: object) =>
  program.post<Record<string, unknown>>('responses', { model: plain, input: 'Hello', ...body })
const weather = { type: 'function', name: 'weather' }
const typesOf = (events: readonly ResponseEvent[]) => {
  const types = events.map(({ type }) => type.replace('response.', ''))
  return types.filter((type, index) => type !== types[index - 1])
}

const message = (text: string, status = 'completed') => ({
  id: expect.stringMatching(/^msg_[0-9a-f]{34}$/),
  type: 'message',
  status,
  role: 'assistant',
  content: [{ type: 'output_text', annotations: [], logprobs: [], text }],
})
const reasoning = (text: string, status = 'completed') => ({
  id: expect.stringMatching(/^rs_[0-9a-f]{34}$/),
  type: 'reasoning',
  status,
  summary: [],
  content: [{ type: 'reasoning_text', text }],
})
const called = (index: number, city: string) => ({
  id: expect.stringMatching(/^fc_[0-9a-f]{34}$/),
  type: 'function_call',
  status: 'completed',
  call_id: `call_${index}`,
  name: 'weather',
  arguments: JSON.stringify({ city }),
})

describe('a whole response', () => {
  test('has OpenAI’s format and repeats the fields of the request', async () => {
    const { status, body } = await create({
      instructions: 'Be brief.',
      metadata: { a: 'b' },
      temperature: 0.5,
      reasoning: { effort: 'high', summary: 'auto' },
      user: 'x',
      store: true,
      include: ['reasoning.encrypted_content'],
      tools: [{ ...weather, strict: true }],
      tool_choice: { type: 'function', name: 'weather' },
      parallel_tool_calls: false,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^resp_[0-9a-f]{32}$/),
      object: 'response',
      created_at: expect.closeTo(Date.now() / 1_000, -2),
      model: `${plain}:latest`,
      status: 'completed',
      completed_at: expect.closeTo(Date.now() / 1_000, -2),
      incomplete_details: null,
      error: null,
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 13,
      },
      output: [message(numbers(3))],
      instructions: 'Be brief.',
      max_output_tokens: null,
      metadata: { a: 'b' },
      parallel_tool_calls: false,
      temperature: 0.5,
      text: { format: { type: 'text' } },
      tool_choice: { type: 'function', name: 'weather' },
      tools: [{ ...weather, description: null, parameters: null, strict: true }],
      top_p: null,
      user: 'x',
      safety_identifier: null,
      prompt_cache_key: null,
      background: false,
      max_tool_calls: null,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      service_tier: 'default',
      store: false,
      top_logprobs: 0,
      truncation: 'disabled',
    })
  })

  test.each([
    [limited, 'max_output_tokens', [reasoning('0 1 '), message('2 ', 'incomplete')]],
    [filtered, 'content_filter', [message(numbers(3), 'incomplete')]],
  ])('of %s is incomplete because of %s', async (model, reason, output) => {
    const { body } = await create({ model })
    expect(body).toMatchObject({ status: 'incomplete', incomplete_details: { reason }, output })
  })

  test('has no output when the model returns nothing', async () => {
    expect((await create({ model: silent })).body).toMatchObject({ status: 'completed', output: [] })
  })

  test('has all tool calls, or only the first without parallel calls', async () => {
    const body = { model: calls, tools: [weather] }
    const both = [called(1, 'Oslo'), called(2, 'Rome')]
    expect((await create(body)).body['output']).toEqual(both)
    expect((await create({ ...body, parallel_tool_calls: false })).body['output']).toEqual([
      called(1, 'Oslo'),
    ])
  })
})

describe('a streamed response', () => {
  test('is sent in named, numbered events that refer to their items', async () => {
    const events = await program.respond({ model: thinking, metadata: { a: 'b' } })
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    expect(events.map(({ named }) => named)).toEqual(events.map(({ type }) => type))
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'reasoning_text.delta',
      'reasoning_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
    const [created, inProgress, added, part, delta] = events
    expect(created?.response).toMatchObject({
      status: 'in_progress',
      output: [],
      usage: null,
      metadata: { a: 'b' },
    })
    expect(inProgress?.response).toEqual(created?.response)
    expect(added).toMatchObject({ output_index: 0, item: { ...reasoning('', 'in_progress'), content: [] } })
    const place = { item_id: added?.item?.id, output_index: 0, content_index: 0 }
    expect(part).toMatchObject({ ...place, part: { type: 'reasoning_text', text: '' } })
    expect(delta).toMatchObject({ ...place, delta: '0 ' })
    const ofMessage = events.filter(({ type }) => type.startsWith('response.output_text'))
    expect(new Set(ofMessage.map((event) => event.item_id)).size).toBe(1)
    expect(ofMessage.at(-1)).toMatchObject({ output_index: 1, content_index: 0, logprobs: [], text: '2 3 ' })
    expect(events.at(-1)?.response).toMatchObject({
      id: created?.response?.id,
      status: 'completed',
      output: [reasoning('0 1 '), message('2 3 ')],
      usage: { input_tokens: 10, output_tokens: 4 },
    })
  })

  test('assigns interleaved tool calls to their items', async () => {
    const events = await program.respond({ model: calls, tools: [weather] })
    const deltas = events.filter(({ type }) => type === 'response.function_call_arguments.delta')
    for (const index of [0, 1]) {
      const whole = deltas.filter((event) => event.output_index === index).map((event) => event.delta)
      const done = events.find(
        (event) => event.type === 'response.function_call_arguments.done' && event.output_index === index,
      )
      expect(done).toMatchObject({ name: 'weather', arguments: whole.join('') })
      expect(JSON.parse(whole.join(''))).toHaveProperty('city')
    }
    const added = events.filter(({ type }) => type === 'response.output_item.added')
    expect(added.map(({ item }) => item)).toMatchObject([
      { call_id: 'call_1', name: 'weather', arguments: '', status: 'in_progress' },
      { call_id: 'call_2', name: 'weather', arguments: '', status: 'in_progress' },
    ])
    const first = await program.respond({ model: calls, tools: [weather], parallel_tool_calls: false })
    expect(first.at(-1)).toMatchObject({ response: { output: [called(1, 'Oslo')] } })
  })

  test('transmits special characters unchanged', async () => {
    const events = await program.respond({ model: odd, stream_options: { include_obfuscation: false } })
    expect(events.map((event) => event.delta ?? '').join('')).toBe(ODD)
    expect(events.at(-1)).toMatchObject({ response: { output: [message(ODD)] } })
  })

  test('that ends too soon has the reason', async () => {
    const events = await program.respond({ model: limited })
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { incomplete_details: { reason: 'max_output_tokens' } },
    })
    expect(events.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'incomplete' } })
  })

  test('that fails ends with an error event and a response.failed event', async () => {
    const [error, failed] = (await program.respond({ model: failing })).slice(-2)
    const told = { code: 'engine_failed', param: null, message: expect.any(String) }
    expect(error).toMatchObject({
      named: 'error',
      type: 'error',
      ...told,
      error: { ...told, type: 'server_error' },
    })
    expect(failed).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'server_error', message: error?.message },
        output: [message(numbers(5), 'incomplete')],
        usage: null,
      },
    })
    expect(failed?.sequence_number).toBe((error?.sequence_number ?? 0) + 1)
  })

  test('that fails before its first chunk still sends response.created first', () => {
    const frame = { id: 'resp_0', created: 1, model: 'm', echo: {}, parallel: true, now: () => 1 }
    const { failed } = responseStream((async function* () {})(), frame)
    const failure = { code: 'engine_failed', type: 'server_error', param: null, message: 'x' }
    const names = [...(failed?.(failure) ?? '').matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
    expect(names).toEqual(['response.created', 'response.in_progress', 'error', 'response.failed'])
  })

  test('that never starts is an ordinary error reply', async () => {
    const body = { model: overflowing, input: 'Hello', stream: true }
    const { status, headers, body: told } = await program.post<V1Error>('responses', body)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
    expect(told.error).toMatchObject({ code: 'context_length_exceeded', param: 'input' })
  })
})

describe('the request to the engine', () => {
  const sentFor = async (body: object) => {
    expect((await create(body)).status).toBe(200)
    return talk.server.stats().lastBody as Record<string, unknown>
  }

  test('omits fields that are not meant for the engine', async () => {
    const sent = await sentFor({
      user: 'x',
      metadata: { a: 'b' },
      store: false,
      service_tier: 'auto',
      prompt_cache_key: 'x',
      safety_identifier: 'x',
      reasoning: { effort: 'low' },
      truncation: 'disabled',
      background: false,
      previous_response_id: null,
      text: { format: { type: 'text' }, verbosity: 'low' },
    })
    expect(Object.keys(sent).sort()).toEqual(['messages', 'model', 'stream', 'stream_options'])
    expect(sent['messages']).toEqual([{ role: 'user', content: 'Hello' }])
  })

  test('contains parameters, tools and format as in chat completions', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } }
    const sent = await sentFor({
      max_output_tokens: 5,
      temperature: 0.25,
      top_p: 0.5,
      seed: 7,
      tools: [{ ...weather, description: 'Of a place', parameters: schema, strict: true }],
      tool_choice: 'required',
      text: { format: { type: 'json_schema', name: 'form', schema } },
    })
    expect(sent).toMatchObject({
      max_tokens: 5,
      temperature: 0.25,
      top_p: 0.5,
      seed: 7,
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: 'Of a place', parameters: schema, strict: true },
        },
      ],
      tool_choice: 'required',
      response_format: { type: 'json_schema', json_schema: { name: 'form', schema } },
    })
    expect(await sentFor({ text: { format: { type: 'json_object' } } })).toMatchObject({
      response_format: { type: 'json_object' },
    })
  })

  test('joins the items of one turn into one message', async () => {
    const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'weather', arguments: '{}' })
    const output = (id: string, text: unknown) => ({
      type: 'function_call_output',
      call_id: id,
      output: text,
    })
    const { messages } = await sentFor({
      instructions: 'Be brief.',
      tools: [weather],
      input: [
        { role: 'developer', content: 'In English.' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        call('a'),
        call('b'),
        output('a', 'Rain'),
        output('b', [{ type: 'input_text', text: 'Sun' }]),
        { role: 'assistant', content: 'Both.' },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No more.' }] },
      ],
    })
    const wished = (id: string) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'In English.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: 'I look.', tool_calls: [wished('a'), wished('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'Rain' },
      { role: 'tool', tool_call_id: 'b', content: 'Sun' },
      { role: 'assistant', content: 'Both.' },
      { role: 'assistant', content: 'No more.' },
    ])
  })
})

describe('a user', () => {
  test('without API access is refused with 403, a request without a token with 401', async () => {
    const bert = await talk.app.deps.user()
    const his = await programOf(talk, bert)
    const ask = () => his.post<V1Error>('responses', { model: plain, input: 'Hello' })
    expect((await ask()).status).toBe(200)
    await talk.app.db.pool.query('UPDATE users SET can_use_api = false WHERE id = $1', [bert.id])
    const { status, body } = await ask()
    expect([status, body.error.type]).toEqual([403, 'permission_error'])
    const reply = await fetch(`${talk.app.url}/v1/responses`, { method: 'POST' })
    expect(reply.status).toBe(401)
  })

  test('is counted once per request, and texts are neither stored nor logged', async () => {
    const carl = await talk.app.deps.user()
    const his = await programOf(talk, carl)
    const counted = async () => {
      const { rows } = await talk.app.db.pool.query(
        `SELECT door, model_name AS model, state, tokens_prompt AS "in", tokens_response AS "out", token_id IS NOT NULL AS token
         FROM usage WHERE user_id = $1 ORDER BY state`,
        [carl.id],
      )
      return rows
    }
    await his.post('responses', { model: plain, input: 'canary-5107', store: true })
    await his.respond({ model: failing })
    const row = { door: 'v1', token: true }
    await expect.poll(counted).toEqual([
      { ...row, model: plain, state: 2, in: 10, out: 3 },
      { ...row, model: failing, state: 3, in: null, out: null },
    ])
    const { rows } = await talk.app.db.pool.query('SELECT 1 FROM messages WHERE query_text LIKE $1', [
      '%canary-5107%',
    ])
    expect(rows).toEqual([])
    expect(talk.app.logged()).not.toContain('canary-5107')
  })
})
