// Programs with an API token at /v1, on a real database and a scripted model server: responses and their format.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf, programOf, programWith, type Program, type V1Error } from '#test/program.ts'
import { numbers, openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 9 })
const thinking = scripted({ tokens: 4, think: 2 })
const limited = scripted({ tokens: 3, finish: 1 })
const filtered = scripted({ tokens: 3, finish: 2 })
const ODD = 'Line\nend "quoted" \\ äöü Ж 🜁\u2028 data: [DONE]'
const odd = scripted({ text: ODD, piece: 1 }, 'script')
// A model whose template has the opening tag.
const unopened = scripted({ text: 'Two and two.\n</think>\n\nFour.', piece: 4, rate: 50 }, 'script')
const unwilling = scripted({ status: 500 }, 'embed')
const SLASHED = 'org/model-GGUF'

let talk: Talk
let program: Program

beforeAll(async () => {
  talk = await openTalk([
    plain,
    thinking,
    unopened,
    limited,
    filtered,
    odd,
    SLASHED,
    'embed',
    unwilling,
    'llava',
  ])
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

interface Model {
  id: string
  object: string
  created: number
  owned_by: string
}

describe('models', () => {
  test('are listed with their full names', async () => {
    const { status, body } = await program.get<{ object: string; data: Model[] }>('models')
    expect([status, body.object]).toEqual([200, 'list'])
    expect(body.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['mock:latest', `${SLASHED}:latest`, 'Guide:latest']),
    )
    const mock = body.data.find(({ id }) => id === 'mock:latest')
    expect(mock).toEqual({
      id: 'mock:latest',
      object: 'model',
      created: expect.any(Number),
      owned_by: expect.any(String),
    })
    expect(Math.abs((mock?.created ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
  })

  test.each([
    [SLASHED, `${SLASHED}:latest`],
    [`${SLASHED}:latest`, `${SLASHED}:latest`],
    [encodeURIComponent(`${SLASHED}:latest`), `${SLASHED}:latest`],
    ['mock', 'mock:latest'],
  ])('%s is found as %s', async (path, id) => {
    const { status, body } = await program.get<Model>(`models/${path}`)
    expect([status, body.id]).toEqual([200, id])
  })

  test.each(['nothing', 'mock:other', 'x'.repeat(450), '%00', 'a%0Ab'])('%s returns 404', async (path) => {
    const { status, body } = await program.get<V1Error>(`models/${path}`)
    expect([status, body.error.code, body.error.param]).toEqual([404, 'model_not_found', 'model'])
  })
})

describe('a whole answer', () => {
  test('has OpenAI’s format, with the engine’s token counts', async () => {
    const { status, body } = await program.complete({ model: plain })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: `${plain}:latest`,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: numbers(9), refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 9, total_tokens: 19 },
    })
  })

  test.each([
    [limited, 'length'],
    [filtered, 'content_filter'],
  ])('of %s has the finish reason %s', async (model, reason) => {
    expect((await program.complete({ model })).body.choices[0]?.finish_reason).toBe(reason)
  })

  test('has reasoning separate from the text', async () => {
    const { body } = await program.complete({ model: thinking })
    expect(body.choices[0]?.message).toMatchObject({ content: '2 3 ', reasoning_content: '0 1 ' })
  })

  test('of Guide needs no engine', async () => {
    const { status, body } = await program.complete({
      model: 'Guide',
      messages: [{ role: 'user', content: 'What is a tab?' }],
    })
    expect([status, body.choices[0]?.finish_reason]).toEqual([200, 'stop'])
    expect(body.choices[0]?.message.content?.length).toBeGreaterThan(40)
  })
})

describe('a stream', () => {
  test('sends the role, the text, the finish reason, and the [DONE] marker', async () => {
    const events = await program.stream({ model: plain })
    const chunks = chunksOf(events)
    expect(events.at(-1)).toBe('[DONE]')
    expect(chunks[0]).toEqual({
      id: chunks.at(-1)?.id,
      object: 'chat.completion.chunk',
      created: expect.any(Number),
      model: `${plain}:latest`,
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
    })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(numbers(9))
    expect(chunks.at(-1)?.choices).toEqual([{ index: 0, delta: {}, finish_reason: 'stop' }])
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  test('sends the token counts in a separate chunk when requested', async () => {
    const chunks = chunksOf(await program.stream({ model: plain, stream_options: { include_usage: true } }))
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 10, completion_tokens: 9, total_tokens: 19 },
    })
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
    expect(chunksOf(await program.stream({ model: plain })).some((chunk) => 'usage' in chunk)).toBe(false)
  })

  test('leaves out the end of reasoning that it sent as content; a whole reply has it apart', async () => {
    const { body } = await program.complete({ model: unopened })
    const { content: whole, reasoning_content: reasoning } = body.choices[0]?.message ?? {}
    expect([whole, reasoning?.trim()]).toEqual(['Four.', 'Two and two.'])
    const deltas = chunksOf(await program.stream({ model: unopened })).map(({ choices }) => choices[0]?.delta)
    const content = deltas.map((delta) => delta?.content ?? '').join('')
    expect(content).toMatch(/^Two and two\.\s*Four\.$/)
  })

  test('sends reasoning as `reasoning_content`', async () => {
    const deltas = chunksOf(await program.stream({ model: thinking })).map(({ choices }) => choices[0]?.delta)
    expect(deltas.map((delta) => delta?.reasoning_content ?? '').join('')).toBe('0 1 ')
    expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe('2 3 ')
  })

  test('transmits special characters unchanged', async () => {
    const deltas = chunksOf(await program.stream({ model: odd })).map(({ choices }) => choices[0]?.delta)
    expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe(ODD)
  })
})

describe('embeddings', () => {
  interface Vectors {
    object: string
    model: string
    data: { object: string; index: number; embedding: number[] | string }[]
    usage: { prompt_tokens: number; total_tokens: number }
  }

  test('are returned for each text, in order, as numbers or as base64', async () => {
    const input = ['one', 'two', 'a longer text']
    const { status, body } = await program.post<Vectors>('embeddings', { model: 'embed', input })
    expect([status, body.object, body.model]).toEqual([200, 'list', 'embed:latest'])
    expect(body.data.map(({ index }) => index)).toEqual([0, 1, 2])
    const numbersOf = body.data.map(({ embedding }) => embedding as number[])
    expect(new Set(numbersOf.map(String)).size).toBe(3)

    const { body: encoded } = await program.post<Vectors>('embeddings', {
      model: 'embed',
      input,
      encoding_format: 'base64',
    })
    const decoded = encoded.data.map(({ embedding }) => {
      const { buffer, byteOffset, byteLength } = Buffer.from(String(embedding), 'base64')
      return Array.from(new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)))
    })
    expect(decoded).toEqual(numbersOf)
    expect(body.usage.prompt_tokens).toBeGreaterThan(0)
  })

  test('are counted as usage like answers, but without tokens', async () => {
    const user = await talk.app.deps.user()
    const his = await programOf(talk, user)
    await his.post('embeddings', { model: 'embed', input: ['one', 'two'] })
    await his.post('embeddings', { model: 'mock', input: 'refused before an engine is asked' })
    await his.post('embeddings', { model: unwilling, input: 'one' })
    const counted = async () => {
      const { rows } = await talk.app.db.pool.query(
        `SELECT door, model_name AS model, state, tokens_prompt AS tokens, token_id IS NOT NULL AS token FROM usage
         WHERE user_id = $1 ORDER BY state`,
        [user.id],
      )
      return rows
    }
    const row = { door: 'v1', tokens: null, token: true }
    await expect.poll(counted).toEqual([
      { ...row, model: 'embed', state: 2 },
      { ...row, model: unwilling, state: 3 },
    ])
  })

  test('of a single text are a list of one', async () => {
    const { body } = await program.post<Vectors>('embeddings', { model: 'embed', input: 'one' })
    expect(body.data).toHaveLength(1)
  })

  test.each([
    ['tokens', { input: [1, 2, 3] }, 'input[0]', /Send texts/],
    ['lists of tokens', { input: [[1, 2]] }, 'input[0]', /Send texts/],
    ['an empty text', { input: '' }, 'input', /empty/],
    ['an empty list', { input: [] }, 'input', /1 to/],
    ['other dimensions', { input: 'a', dimensions: 7 }, 'dimensions', /Leave dimensions out/],
    ['other encodings', { input: 'a', encoding_format: 'hex' }, 'encoding_format', /base64/],
    ['a chat model', { input: 'a', model: 'mock' }, 'model', /no embeddings/],
    ['Guide', { input: 'a', model: 'Guide' }, 'model', /no embeddings/],
  ])('of %s are refused with 400', async (_, body, param, sentence) => {
    const reply = await program.post<V1Error>('embeddings', { model: 'embed', ...body })
    expect([reply.status, reply.body.error.param]).toEqual([400, param])
    expect(reply.body.error.message).toMatch(sentence)
  })
})

describe('access and privacy', () => {
  test('a user’s session token is accepted', async () => {
    const { status } = await programWith(talk.app.url, talk.anna.token).complete({ model: plain })
    expect(status).toBe(200)
  })

  test('a deleted token is refused with 401, a user without API access with 403', async () => {
    const bert = await talk.app.deps.user()
    const his = await programOf(talk, bert)
    expect((await his.get('models')).status).toBe(200)
    await talk.app.db.pool.query('UPDATE users SET can_use_api = false WHERE id = $1', [bert.id])
    const refused = await his.get<V1Error>('models')
    expect([refused.status, refused.body.error.type]).toEqual([403, 'permission_error'])

    const { data } = await talk.anna.client.call(contract.apitokens.own)
    const mine = await programOf(talk, talk.anna)
    const after = await talk.anna.client.call(contract.apitokens.own)
    const made = after.data.ApiTokens.find(({ id }) => !data.ApiTokens.some((token) => token.id === id))
    await talk.anna.client.call(contract.apitokens.removeOfUser, {
      params: { userId: talk.anna.id, id: made?.id ?? 0 },
    })
    expect((await mine.get('models')).status).toBe(401)
  })

  test('requests are neither stored nor logged', async () => {
    const before = await talk.app.db.pool.query<{ count: number }>('SELECT count(*)::int FROM messages')
    await program.complete({ model: plain, messages: [{ role: 'user', content: 'canary-8151' }] })
    const after = await talk.app.db.pool.query<{ count: number }>('SELECT count(*)::int FROM messages')
    expect(after.rows).toEqual(before.rows)
    expect(talk.app.logged()).not.toContain('canary-8151')
    expect(talk.app.logged()).not.toContain(program.token)
  })
})
