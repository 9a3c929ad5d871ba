// OpenAI's unmodified Node client at /v1/responses: the common uses.
import OpenAI from 'openai'
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems'
import type { ResponseInput, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programOf } from '#test/program.ts'
import { numbers, openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 9 })
const endless = scripted({ endless: 1, rate: 100 })
const thinking = scripted({ tokens: 6, think: 3 })
const calling = scripted({ tool: 'weather' })
const byTurns = scripted({ tool: 'weather', calls: 3, callPieces: 4 })
const broken = scripted({ tokens: 20, cut: 5 })
const failing = scripted({ errorAt: 5, tokens: 9 })
const crashed = scripted({ status: 500 })
const json = scripted({ text: '{"city":"Oslo","days":3}', piece: 4 }, 'script')

let talk: Talk
let client: OpenAI

beforeAll(async () => {
  const models = [plain, endless, thinking, calling, byTurns, broken, failing, crashed, json, 'llava']
  talk = await openTalk(models, { file: { limits: { firstTokenMs: 2_000 } } })
  client = clientWith((await programOf(talk, talk.anna)).token)
})
afterAll(() => talk[Symbol.asyncDispose]())

const clientWith = (apiKey: string) =>
  new OpenAI({ baseURL: `${talk.app.url}/v1`, apiKey, maxRetries: 0, timeout: 10_000 })

const input = 'Hello'
const weather = {
  type: 'function',
  name: 'weather',
  description: 'Of a place',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: true,
} as const
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const sent = () => talk.server.stats().lastBody as Record<string, unknown>
const all = async (stream: AsyncIterable<ResponseStreamEvent>) => {
  const events: ResponseStreamEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

describe('a response', () => {
  test('is returned whole', async () => {
    const reply = await client.responses.create({ model: plain, input })
    expect([reply.status, reply.output_text, reply.error]).toEqual(['completed', numbers(9), null])
    expect(reply.usage).toMatchObject({ input_tokens: 10, output_tokens: 9, total_tokens: 19 })
  })

  test('is streamed in events', async () => {
    const stream = await client.responses.create({ model: plain, input, stream: true })
    const events = await all(stream)
    const deltas = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
    expect(deltas.join('')).toBe(numbers(9))
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
  })

  test.each([
    ['text', plain],
    ['reasoning', thinking],
    ['one call', calling],
    ['calls whose pieces are interleaved', byTurns],
  ])('of %s is the same streamed and whole', async (_, model) => {
    const body = { model, input, tools: [weather] }
    const gathered = await client.responses.stream(body).finalResponse()
    const reply = await client.responses.create(body)
    const bare = (response: object) =>
      JSON.parse(
        JSON.stringify(response, (key, value: unknown) =>
          ['id', 'created_at', 'completed_at', 'parsed', 'parsed_arguments'].includes(key)
            ? undefined
            : value,
        ),
      ) as Record<string, unknown>
    expect(bare(gathered)['output']).toEqual(bare(reply)['output'])
    expect(bare(gathered)).toMatchObject(bare(reply))
    expect(gathered.output_text).toBe(reply.output_text)
  })

  test('with a JSON schema is parsed by the client, whole and streamed', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const text = { format: { type: 'json_schema', name: 'trip', schema, strict: true } } as const
    const reply = await client.responses.parse({ model: json, input, text })
    expect(reply.output_parsed).toEqual({ city: 'Oslo', days: 3 })
    expect(sent()['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'trip', schema, strict: true },
    })
    const streamed = await client.responses.stream({ model: json, input, text }).finalResponse()
    expect(streamed.output_parsed).toEqual({ city: 'Oslo', days: 3 })
  })

  test('is incomplete when it reaches max_output_tokens', async () => {
    const body = { model: plain, input, max_output_tokens: 4 }
    const reply = await client.responses.create(body)
    expect([reply.status, reply.incomplete_details, reply.output_text]).toEqual([
      'incomplete',
      { reason: 'max_output_tokens' },
      numbers(4),
    ])
    const events = await all(await client.responses.create({ ...body, stream: true }))
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', output: [{ status: 'incomplete' }], max_output_tokens: 4 },
    })
  })

  test('has reasoning separate from the text', async () => {
    const reply = await client.responses.create({ model: thinking, input, reasoning: { effort: 'high' } })
    expect(reply.output_text).toBe('3 4 5 ')
    expect(reply.output[0]).toMatchObject({
      type: 'reasoning',
      summary: [],
      content: [{ type: 'reasoning_text', text: numbers(3) }],
    })
  })
})

describe('a conversation', () => {
  test('continues when the returned items are sent back unchanged', async () => {
    const turns: ResponseInput = [{ role: 'user', content: 'Weather?' }]
    const first = await client.responses.create({ model: calling, input: turns, tools: [weather] })
    const call = first.output.find((item) => item.type === 'function_call')
    expect(call).toMatchObject({ call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' })
    turns.push(...toResponseInputItems(first.output), {
      type: 'function_call_output',
      call_id: call?.call_id ?? '',
      output: 'Rain',
    })
    const second = await client.responses.create({ model: thinking, input: turns, tools: [weather] })
    expect(sent()['messages']).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: expect.toSatisfy((content) => content === null || content === ''),
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
    ])
    turns.push(...toResponseInputItems(second.output), { role: 'user', content: 'Thanks' })
    await client.responses.create({ model: plain, input: turns, instructions: 'Be brief.' })
    const messages = sent()['messages'] as { role: string; content: unknown }[]
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    // Reasoning is not sent to the model again.
    expect(messages[4]?.content).toBe('3 4 5 ')
  })

  test('contains the images of its messages', async () => {
    const image_url = `data:image/png;base64,${PIXEL}`
    const content = [
      { type: 'input_text', text: 'What is it?' },
      { type: 'input_image', image_url, detail: 'auto' },
    ] as const
    await client.responses.create({ model: 'llava', input: [{ role: 'user', content: [...content] }] })
    expect(JSON.stringify(sent())).toContain(image_url)
  })
})

describe('the client throws its own error for', () => {
  test('a wrong key', async () => {
    const attempt = clientWith('plg_wrong').responses.create({ model: plain, input })
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  test('an unknown model', async () => {
    const attempt = client.responses.create({ model: 'nothing', input })
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(attempt).rejects.toMatchObject({ code: 'model_not_found', param: 'model' })
  })

  test('a reference to a stored response', async () => {
    const attempt = client.responses.create({ model: plain, input, previous_response_id: 'resp_1' })
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await expect(attempt).rejects.toMatchObject({ param: 'previous_response_id' })
    await expect(client.responses.retrieve('resp_1')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })

  test('an engine that fails before the first event', async () => {
    const attempt = client.responses.create({ model: crashed, input, stream: true })
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.InternalServerError)
  })

  test.each([broken, failing])('an engine that fails in the middle of a stream: %s', async (model) => {
    const stream = await client.responses.create({ model, input, stream: true })
    await expect(all(stream)).rejects.toMatchObject({
      constructor: OpenAI.APIError,
      type: 'server_error',
      code: expect.stringMatching(/^engine_/),
    })
    await expect(client.responses.stream({ model, input }).finalResponse()).rejects.toBeInstanceOf(
      OpenAI.APIError,
    )
  })
})

test.each(['left', 'aborted'])('a stream that is %s aborts the answer at the engine', async (how) => {
  const stream = await client.responses.create({ model: endless, input, stream: true })
  for await (const event of stream) {
    if (event.type !== 'response.output_text.delta') continue
    if (how === 'left') break
    stream.controller.abort()
  }
  await vi.waitFor(() => expect(talk.server.stats().open).toBe(0), { timeout: 1_000, interval: 10 })
})
