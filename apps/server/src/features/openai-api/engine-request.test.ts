import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf, programOf, type Program } from '#test/program.ts'
import { openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 9 })
const calling = scripted({ tool: 'weather' })

let talk: Talk
let program: Program

beforeAll(async () => {
  talk = await openTalk([plain, calling, 'llava'])
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the request to the engine', () => {
  const sentFor = async (body: object) => {
    const { status } = await program.complete({ model: plain, ...body })
    expect(status).toBe(200)
    return talk.server.stats().lastBody as Record<string, unknown>
  }

  test('omits fields that are not meant for the engine', async () => {
    const sent = await sentFor({ user: 'x', metadata: { a: 'b' }, store: true, service_tier: 'auto', n: 1 })
    expect(Object.keys(sent).sort()).toEqual(['messages', 'model', 'stream', 'stream_options'])
    expect(sent['model']).toBe(plain)
  })

  test('contains the parameters under their names', async () => {
    const sent = await sentFor({
      temperature: 0.25,
      top_p: 0.5,
      seed: 42,
      stop: ['\n', 'END'],
      max_tokens: 5,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
    })
    expect(sent).toMatchObject({
      temperature: 0.25,
      top_p: 0.5,
      seed: 42,
      stop: ['\n', 'END'],
      max_tokens: 5,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
    })
  })

  test('prefers max_completion_tokens to max_tokens, and accepts any whole number as seed', async () => {
    expect(await sentFor({ max_completion_tokens: 3, max_tokens: 9, seed: 0 })).toMatchObject({
      max_tokens: 3,
      seed: 2_147_483_647,
    })
    expect(await sentFor({ seed: -7 })).toMatchObject({ seed: 7 })
  })

  test('contains the conversation with its roles', async () => {
    const { messages } = await sentFor({
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: 'Yes?', name: 'x' },
        { role: 'user', content: 'Go on.' },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'Go on.' },
    ])
  })

  test('contains the images of a message', async () => {
    const url = `data:image/png;base64,${PIXEL}`
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url, detail: 'low' } },
    ]
    await sentFor({ model: 'llava', messages: [{ role: 'user', content }] })
    expect(JSON.stringify(talk.server.stats().lastBody)).toContain(url)
  })

  test.each([
    ['image/jpg', 'data:image/jpg;base64,'],
    ['upper case', 'data:image/PNG;base64,'],
    ['parameters', 'data:image/png;charset=utf-8;name="a.png";BASE64,'],
    ['no type', 'data:;base64,'],
    ['another type', 'data:application/octet-stream;base64,'],
  ])('reads the kind of an image from its bytes: %s', async (_, head) => {
    const lines = PIXEL.replace(/.{20}/g, '$&\r\n')
    const content = [{ type: 'image_url', image_url: { url: head + lines } }]
    await sentFor({ model: 'llava', messages: [{ role: 'user', content }] })
    expect(JSON.stringify(talk.server.stats().lastBody)).toContain(`data:image/png;base64,${PIXEL}`)
  })

  test('contains tools and the results of their calls', async () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'weather',
          description: 'Of a place',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
          strict: true,
        },
      },
    ]
    const { body } = await program.complete({ model: calling, tools, tool_choice: 'required' })
    expect(talk.server.stats().lastBody).toMatchObject({ tools, tool_choice: 'required' })
    const [choice] = body.choices
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Oslo"}' },
    }
    expect(choice?.finish_reason).toBe('tool_calls')
    expect(choice?.message).toMatchObject({ content: null, tool_calls: [call] })

    const result = { role: 'tool', tool_call_id: 'call_1', content: 'Rain' }
    const messages = [{ role: 'user', content: 'Weather?' }, choice?.message, result]
    expect(await sentFor({ tools, messages })).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', tool_calls: [call] }, result],
    })
  })

  test('with tools is answered by streamed tool calls', async () => {
    const tools = [{ type: 'function', function: { name: 'weather' } }]
    const chunks = chunksOf(await program.stream({ model: calling, tools }))
    const calls = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    expect(calls[0]).toMatchObject({
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'weather' },
    })
    expect(calls.map((call) => call.function.arguments).join('')).toBe('{"city":"Oslo"}')
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })

  test('contains the response format', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } }
    const format = { type: 'json_schema', json_schema: { name: 'form', schema, strict: true } }
    expect(await sentFor({ response_format: format })).toMatchObject({ response_format: format })
    expect(await sentFor({ response_format: { type: 'json_object' } })).toMatchObject({
      response_format: { type: 'json_object' },
    })
    expect(await sentFor({ response_format: { type: 'text' } })).not.toHaveProperty('response_format')
  })
})
