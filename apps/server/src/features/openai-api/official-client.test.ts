// OpenAI's unmodified Node client at /v1: the common uses.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programOf } from '#test/program.ts'
import { numbers, openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 9 })
const endless = scripted({ endless: 1, rate: 100 })
const calling = scripted({ tool: 'weather' })
const broken = scripted({ tokens: 20, cut: 3 })
const busy = scripted({ status: 429 })
const json = scripted({ text: '{"city":"Oslo","days":3}', piece: 4 }, 'script')

let talk: Talk
let client: OpenAI

beforeAll(async () => {
  talk = await openTalk([plain, endless, calling, broken, busy, json, 'embed'])
  client = clientWith((await programOf(talk, talk.anna)).token)
})
afterAll(() => talk[Symbol.asyncDispose]())

const clientWith = (apiKey: string) =>
  new OpenAI({ baseURL: `${talk.app.url}/v1`, apiKey, maxRetries: 0, timeout: 10_000 })

const messages = [{ role: 'user', content: 'Hello' }] as const
const asked = (model: string) => ({ model, messages: [...messages] })
const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Of a place',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
} as const

describe('answers', () => {
  test('are returned whole', async () => {
    const reply = await client.chat.completions.create(asked(plain))
    expect(reply.choices[0]?.message.content).toBe(numbers(9))
    expect(reply.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 9, total_tokens: 19 })
  })

  test('are streamed, with the token counts at the end', async () => {
    const options = { stream: true, stream_options: { include_usage: true } } as const
    const stream = await client.chat.completions.create({ ...asked(plain), ...options })
    let text = ''
    let total = 0
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      total = chunk.usage?.total_tokens ?? total
    }
    expect([text, total]).toEqual([numbers(9), 19])
  })

  test('are collected by the client’s stream helper', async () => {
    const stream = client.chat.completions.stream(asked(plain))
    expect(await stream.finalContent()).toBe(numbers(9))
  })

  test('call tools through the client’s runTools helper', async () => {
    const runner = client.chat.completions.runTools(
      {
        ...asked(calling),
        tools: [
          {
            type: 'function',
            function: {
              ...weather.function,
              parse: JSON.parse,
              function: ({ city }: { city: string }) => `Rain in ${city}`,
            },
          },
        ],
      },
      { maxChatCompletions: 2 },
    )
    const results: string[] = []
    runner.on('functionToolCallResult', (result) => results.push(result))
    await runner.done().catch(() => undefined)
    expect(results[0]).toBe('Rain in Oslo')
  })

  test('are parsed by the client when a JSON schema is requested', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const reply = await client.chat.completions.parse({
      ...asked(json),
      response_format: { type: 'json_schema', json_schema: { name: 'trip', schema } },
    })
    expect(JSON.parse(reply.choices[0]?.message.content ?? '')).toEqual({ city: 'Oslo', days: 3 })
  })
})

test('lists models and retrieves one', async () => {
  const ids: string[] = []
  for await (const { id } of client.models.list()) ids.push(id)
  expect(ids).toContain('Guide:latest')
  expect(await client.models.retrieve('Guide:latest')).toMatchObject({ id: 'Guide:latest', object: 'model' })
})

test('returns embeddings that the client decodes to numbers', async () => {
  const { data } = await client.embeddings.create({ model: 'embed', input: ['one', 'two'] })
  expect(data.map(({ index }) => index)).toEqual([0, 1])
  expect(data[0]?.embedding.every((value) => Number.isFinite(value))).toBe(true)
  expect(data[0]?.embedding).not.toEqual(data[1]?.embedding)
})

describe('the client throws its own error for', () => {
  test('a wrong key', async () => {
    const attempt = clientWith('plg_wrong').chat.completions.create(asked(plain))
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  test('an unknown model', async () => {
    const attempt = client.chat.completions.create(asked('nothing'))
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(attempt).rejects.toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
  })

  test('an unsupported parameter', async () => {
    const attempt = client.chat.completions.create({ ...asked(plain), n: 2 })
    await expect(attempt).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await expect(attempt).rejects.toMatchObject({ param: 'n' })
  })

  test('a busy engine', async () => {
    const attempt = client.chat.completions.create(asked(busy))
    await expect(attempt).rejects.toMatchObject({
      status: expect.toSatisfy((code) => code === 429 || code === 503),
    })
  })

  test('an engine that fails in the middle of a stream', async () => {
    const stream = await client.chat.completions.create({ ...asked(broken), stream: true })
    const read = async () => {
      for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk')
    }
    await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError)
  })
})

test('aborting a stream aborts the answer at the engine', async () => {
  const stream = await client.chat.completions.create({ ...asked(endless), stream: true })
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta.content) break
  }
  await vi.waitFor(() => expect(talk.server.stats().open).toBe(0), { timeout: 1_000, interval: 10 })
})
