// The OpenAI-compatible API without its feature: admission, errors, streaming.
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { Problem } from '#problem.ts'
import type { TextSink } from './v1-stream.ts'
import { type Failed, failure, until, v1Of } from './test/v1.ts'

/** The behaviour of the next stream. */
let script: (sink: TextSink, signal: AbortSignal) => Promise<void> = () => Promise.resolve()
let expired = false
let beat = (): void => undefined
/** The signal of the latest answer, and its request body. */
let asked: AbortSignal | undefined
let body: WeakRef<object> | undefined
let server: HttpServer

beforeAll(async () => {
  server = await httpServer([], {
    limits: { bodyBytes: 10_000, uploadBytes: 20_000 },
    licence: { expired: () => expired },
    beat: (work) => {
      beat = work
      return () => undefined
    },
    v1: {
      models: () => Promise.resolve('{"object":"list","data":[]}'),
      model: (_, id) => Promise.resolve(JSON.stringify({ id })),
      complete: (_, sent, { signal }) => {
        asked = signal
        if (sent) body = new WeakRef(sent)
        if (sent === undefined) throw new Error('column secret_column does not exist')
        return Promise.resolve({ follow: (sink, ended) => script(sink, ended) })
      },
      respond: () =>
        Promise.resolve({
          follow: (sink, ended) => script(sink, ended),
          failed: ({ code, param }) => `event: error\ndata: ${code} ${param}\n\n`,
        }),
      embed: (_viewer, _body, { signal }) => {
        asked = signal
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('left')), { once: true })
        })
      },
    },
  })
})
afterAll(() => server.close())

const { ask, complete } = v1Of(() => server)

const plainRequest =
  `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

test.each(['models/', 'models/?limit=1', 'models/m/'])(
  'a slash at the end of %s is ignored',
  async (path) => {
    expect((await ask(path)).status).toBe(200)
  },
)

describe('authorization', () => {
  test('needs a bearer token and no other header', async () => {
    const without = await ask('models', {}, '')
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toBe('Bearer')
    expect(await failure(without)).toEqual({
      message: expect.stringContaining('Bearer plg_'),
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    })
    expect((await ask('models', {}, 'old-token')).status).toBe(401)
    expect((await ask('models')).status).toBe(200)
    script = (sink) => Promise.resolve(sink.write('data: 1\n\n'))
    expect(await (await complete()).text()).toBe('data: 1\n\n')
  })

  test('ignores a key in the query, and never returns or logs a key', async () => {
    const reply = await fetch(`${server.url}/v1/models?api_key=${TOKEN}&access_token=${TOKEN}`)
    expect(reply.status).toBe(401)
    const wrong = await ask('models', {}, 'plg_a-wrong-one')
    expect(await wrong.text()).not.toContain('a-wrong-one')
    expect(JSON.stringify(server.lines())).not.toContain('a-wrong-one')
  })

  test('refuses a user without can_use_chat with 403', async () => {
    const reply = await ask('models', {}, 'guest-token')
    expect(reply.status).toBe(403)
    expect(await failure(reply)).toMatchObject({ type: 'permission_error', code: 'permission_denied' })
  })

  test('refuses answers with an expired licence, but still lists models', async () => {
    expired = true
    expect([(await complete()).status, (await ask('models')).status]).toEqual([403, 200])
    expired = false
  })

  test('allows no cross-origin requests and no preflight', async () => {
    const preflight = await ask('models', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
    const reply = await ask('models', { headers: { origin: 'https://evil.example' } })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

describe('errors in the format of OpenAI', () => {
  test.each([
    ['GET', 'nothing', 404, 'unknown_url'],
    ['PUT', 'chat/completions', 405, 'method_not_allowed'],
    ['GET', 'chat/completions', 405, 'method_not_allowed'],
    ['GET', 'responses', 405, 'method_not_allowed'],
    ['GET', 'responses/resp_1', 404, 'unknown_url'],
    ['DELETE', 'models/x', 405, 'method_not_allowed'],
    ['GET', '%zz', 404, 'unknown_url'],
    ['PROPFIND', 'models', 405, 'method_not_allowed'],
  ])('are returned for %s /v1/%s', async (method, path, status, code) => {
    const reply = await ask(path, { method })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(await failure(reply)).toMatchObject({ code, type: 'invalid_request_error' })
  })

  test('are returned for /v1 itself, not the page of the app', async () => {
    const reply = await fetch(`${server.url}/v1`)
    expect([reply.status, (await failure(reply)).code]).toEqual([404, 'unknown_url'])
    expect((await fetch(`${server.url}/v10`)).headers.get('content-type')).toContain('text/html')
  })

  test.each([
    ['GET', 'responses/resp_1', 'not kept'],
    ['DELETE', 'responses/resp_1', 'not kept'],
    ['POST', 'responses/resp_1/cancel', 'not kept'],
    ['GET', 'responses/resp_1/input_items?limit=1', 'not kept'],
    ['POST', 'responses/compact', 'compacted'],
    ['POST', 'responses/input_tokens?x', 'counted'],
  ])('explain why %s %s does not exist', async (method, path, sentence) => {
    const reply = await ask(path, { method })
    const { code, message } = await failure(reply)
    expect([reply.status, code]).toEqual([404, 'unknown_url'])
    expect(message).toContain(sentence)
    expect(message).toContain('POST /v1/responses')
  })

  test.each([
    ['messages', 'Anthropic'],
    ['messages/count_tokens', 'Anthropic'],
    ['completions', 'Texts are not completed'],
  ])('say what to send instead of POST %s', async (path, sentence) => {
    const reply = await ask(path, { method: 'POST' })
    const { code, message } = await failure(reply)
    expect([reply.status, code]).toEqual([404, 'unknown_url'])
    expect(message).toContain(sentence)
    expect(message).toContain('POST /v1/chat/completions')
  })

  test.each([
    ['{', 400, 'malformed_body'],
    [`{"a":"${'x'.repeat(30_000)}"}`, 413, 'body_too_large'],
    ['{"__proto__":{"a":1}}', 400, 'validation_failed'],
  ])('are returned for an invalid body (case %#)', async (body, status, code) => {
    const reply = await complete({ body })
    expect([reply.status, (await failure(reply)).code]).toEqual([status, code])
  })

  test('are returned with 415 for a content type other than JSON', async () => {
    expect((await complete({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })

  test('contain only the request id of an unexpected error', async () => {
    const reply = await complete({ body: '' })
    const { message, type } = await failure(reply)
    expect([reply.status, type]).toEqual([500, 'server_error'])
    expect(message).toContain(reply.headers.get('x-request-id'))
    expect(message).not.toContain('secret_column')
  })

  test('are not returned for a model name with slashes and colons', async () => {
    expect(await (await ask('models/hf.co/org/model-GGUF:Q4_K_M')).json()).toEqual({
      id: 'hf.co/org/model-GGUF:Q4_K_M',
    })
    expect(await (await ask('models/org%2Fmodel%3A8b')).json()).toEqual({ id: 'org/model:8b' })
  })
})

describe('a stream', () => {
  test('fails with an ordinary error and Retry-After before its first event', async () => {
    script = () => Promise.reject(new Problem('SERVER_BUSY', { seconds: 9 }, { retryAfter: 9 }))
    const reply = await complete()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '9'])
    expect(await failure(reply)).toMatchObject({ type: 'server_error', code: 'server_busy' })
  })

  test('ends with an error event when it fails later', async () => {
    script = async (sink) => {
      sink.write('data: 1\n\n')
      await Promise.resolve()
      throw new Problem('ENGINE_BROKEN_STREAM', { provider: 'Anna’s' })
    }
    const reply = await complete()
    const [first, last, rest] = (await reply.text()).split('\n\n')
    expect([reply.status, reply.headers.get('content-type'), first, rest]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'data: 1',
      '',
    ])
    const { error } = JSON.parse(last?.slice('data: '.length) ?? '') as Failed
    expect(error).toMatchObject({ type: 'server_error', code: 'engine_broken_stream' })
    // /v1 stores nothing.
    expect(error.message).not.toContain('kept')
  })

  test('ends with the error event of its own route when that defines one', async () => {
    const respond = () => ask('responses', { method: 'POST', body: '{}' })
    const problem = new Problem('ENGINE_CONTEXT_OVERFLOW', { model: 'x' })
    script = (sink) => (sink.write('data: 1\n\n'), Promise.reject(problem))
    expect(await (await respond()).text()).toBe(
      'data: 1\n\nevent: error\ndata: context_length_exceeded input\n\n',
    )
    script = () => Promise.reject(problem)
    const reply = await respond()
    expect([reply.status, (await failure(reply)).param]).toEqual([400, 'input'])
    expect((await failure(await complete())).param).toBe('messages')
  })

  test('sends everything written in one tick as one chunk', async () => {
    script = async (sink) => {
      for (let index = 0; index < 5; index++) {
        sink.write(`data: ${index}\n\n`)
        await Promise.resolve()
      }
      await new Promise((resolve) => setImmediate(resolve))
      sink.write('data: last\n\n')
    }
    const socket = connect(server.port, '127.0.0.1')
    let came = ''
    socket.setEncoding('utf8').on('data', (piece) => (came += String(piece)))
    socket.write(plainRequest)
    await until(() => came.endsWith('0\r\n\r\n'))
    socket.destroy()
    const [, body = ''] = came.split('\r\n\r\n')
    const five = [0, 1, 2, 3, 4].map((index) => `data: ${index}\n\n`).join('')
    expect(body).toBe(`${five.length.toString(16)}\r\n${five}\r\nc\r\ndata: last\n\n\r\n0`)
  })

  test('transfers every alphabet, chunked and, for HTTP/1.0, unchunked', async () => {
    const words = ['data: Grüße\n\n', 'data: Здравейте\n\n', 'data: 👋🏽 €\n\n']
    script = async (sink) => {
      for (const word of words) {
        sink.write(word)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    expect(await (await complete()).text()).toBe(words.join(''))

    const socket = connect(server.port, '127.0.0.1')
    let came = ''
    socket.setEncoding('utf8').on('data', (piece) => (came += String(piece)))
    socket.write(plainRequest.replace('HTTP/1.1', 'HTTP/1.0'))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(came.slice(came.indexOf('\r\n\r\n') + 4)).toBe(words.join(''))
  })

  test('does not keep the request body in memory while it answers', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const going = Promise.withResolvers<void>()
    script = async (sink) => {
      sink.write('data: 1\n\n')
      await going.promise
    }
    const reply = await complete({ body: '{"model":"mock"}' })
    await expect
      .poll(() => {
        collect()
        return body?.deref() === undefined
      })
      .toBe(true)
    going.resolve()
    await reply.text()
  })

  test('sends comments during a long silence', async () => {
    let say: () => void = () => undefined
    script = async (sink) => {
      await new Promise<void>((resolve) => (say = resolve))
      sink.write('data: 1\n\n')
    }
    const before = asked
    const replying = complete()
    await until(() => asked !== before)
    // The stream opens in the turn after its request.
    await new Promise((resolve) => setImmediate(resolve))
    beat()
    const reply = await replying
    expect(reply.status).toBe(200)
    say()
    expect(await reply.text()).toBe(': alive\n\ndata: 1\n\n')
  })

  test('aborts the work when its client disconnects, as does a request that is not streamed', async () => {
    script = async (sink, signal) => {
      sink.write('data: 1\n\n')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))))
    }
    const leaving = new AbortController()
    const reply = await complete({ signal: leaving.signal })
    await reply.body?.getReader().read()
    leaving.abort()
    await until(() => asked?.aborted === true)

    const leavingToo = new AbortController()
    const waiting = ask('embeddings', { method: 'POST', body: '{}', signal: leavingToo.signal })
    const before = asked
    await until(() => asked !== before)
    leavingToo.abort()
    await expect(waiting).rejects.toThrow()
    await until(() => asked?.aborted === true)
    expect(server.lines().filter(({ msg }) => msg === 'a call failed unexpectedly')).toHaveLength(1)
  })

  test('ends when its key is revoked, as does a waiting request, with 401', async () => {
    script = async (sink, signal) => {
      sink.write('data: 1\n\n')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
    }
    const reply = await complete()
    server.endSession('session-1')
    await expect(reply.text()).rejects.toThrow()

    const waiting = ask('embeddings', { method: 'POST', body: '{}' })
    const before = asked
    await until(() => asked !== before)
    server.endSession('session-1')
    expect((await waiting).status).toBe(401)
  })

  test('produces nothing while its client does not read', async () => {
    const block = `data: ${'x'.repeat(64_000)}\n\n`
    let made = 0
    let isWaiting = false
    script = async (sink, signal) => {
      while (made < 10_000 && !signal.aborted) {
        made++
        sink.write(block)
        await new Promise((resolve) => setImmediate(resolve))
        const { caughtUp } = sink
        isWaiting = caughtUp !== undefined
        await caughtUp
        isWaiting = false
      }
    }
    const socket = connect(server.port, '127.0.0.1')
    socket.write(plainRequest)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    await until(() => isWaiting)
    const madeThen = made
    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve))
    // Only the bytes in the system's own buffers.
    expect(made).toBe(madeThen)
    expect(made * block.length).toBeLessThan(100_000_000)
    socket.destroy()
    await until(() => asked?.aborted === true)
  })

  test('produces only up to a limit behind an earlier answer on the same connection', async () => {
    const block = `data: ${'x'.repeat(64_000)}\n\n`
    let [made, isWaiting, isFirst] = [0, false, true]
    script = async (sink, signal) => {
      if (isFirst) {
        isFirst = false
        sink.write('data: first\n\n')
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      }
      while (made < 100 && !signal.aborted) {
        made++
        sink.write(block)
        await new Promise((resolve) => setImmediate(resolve))
        const { caughtUp } = sink
        isWaiting = caughtUp !== undefined
        await caughtUp
      }
    }
    const socket = connect(server.port, '127.0.0.1')
    socket.write(plainRequest + plainRequest)
    await until(() => isWaiting || made >= 100)
    expect(made).toBeLessThan(100)
    socket.destroy()
  })
})
