import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROOT } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, type HttpServer } from '#test/http-server.ts'
import { rawRequest } from '#test/raw-request.ts'
import { Problem } from '#problem.ts'

let server: HttpServer
let received: unknown
/** Milliseconds until a server with the product's own limits ends a request whose head never ends. */
let dripped: Promise<number>

beforeAll(async () => {
  dripped = drip()
  const create = (_: never, { body }: { body: unknown }) => {
    received = body
    return { project: {} }
  }
  const stop = () => {
    throw new Problem('NOT_FOUND', { thing: 'answer' })
  }
  server = await httpServer(everyCall(stop, { projects: { create } }), {
    checkReplies: false,
    limits: { bodyMs: 700, headersMs: 700 },
  })
})
afterAll(async () => {
  expect((await fetch(`${server.url}${API_ROOT}/openapi.json`)).status).toBe(404)
  expect(server.lines().filter((line) => Number(line['level']) >= 50)).toEqual([])
  await server.close()
})

/** Sends a byte of a header every half second; the other tests run meanwhile. */
async function drip(): Promise<number> {
  await using ours = await httpServer(everyCall(() => undefined as never))
  const socket = connect(ours.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const begun = performance.now()
  const byte = setInterval(() => socket.write('y'), 500)
  socket.on('error', () => undefined).resume()
  await once(socket, 'close')
  clearInterval(byte)
  return performance.now() - begun
}

const headers = {
  authorization: `Bearer ${TOKEN}`,
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
}
const post = async (body: RequestInit['body'], more: Record<string, string> = {}, path = 'projects') => {
  const reply = await fetch(`${server.url}${API_ROOT}/${path}`, {
    method: 'POST',
    body,
    headers: { ...headers, ...more },
  })
  const { errorCode } = (await reply.json()) as { errorCode?: string }
  return [reply.status, errorCode]
}

const large = (length: number) => JSON.stringify({ name: 'x', description: 'y'.repeat(length) })

describe('request bodies', () => {
  test.each<[string, RequestInit['body'], Record<string, string>, (number | string | undefined)[]]>([
    ['a valid body', '{"name":"ok"}', {}, [201, undefined]],
    ['a byte order mark', '\ufeff{"name":"ok"}', {}, [201, undefined]],
    [
      'a type with a charset',
      '{"name":"ok"}',
      { 'content-type': 'Application/JSON; charset=UTF-8' },
      [201, undefined],
    ],
    ['a duplicate key', '{"name":"a","name":"b"}', {}, [201, undefined]],
    ['an empty body', '', {}, [400, 'VALIDATION_FAILED']],
    ['null', 'null', {}, [400, 'VALIDATION_FAILED']],
    ['a list', '[]', {}, [400, 'VALIDATION_FAILED']],
    ['a string', '""', {}, [400, 'VALIDATION_FAILED']],
    ['text that is not JSON', '{arg:undefined}', {}, [400, 'MALFORMED_BODY']],
    ['an unfinished object', '{"name":"x', {}, [400, 'MALFORMED_BODY']],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), {}, [400, 'MALFORMED_BODY']],
    ['broken UTF-8', Buffer.from('{"name":"\xff"}', 'latin1'), {}, [400, 'MALFORMED_BODY']],
    ['a raw NUL', '{"name":"a\0b"}', {}, [400, 'MALFORMED_BODY']],
    ['an escaped NUL', '{"name":"a\\u0000b"}', {}, [400, 'VALIDATION_FAILED']],
    ['a __proto__ key', '{"name":"x","__proto__":{"isAdmin":true}}', {}, [400, 'VALIDATION_FAILED']],
    ['a constructor key', '{"name":"x","constructor":{"prototype":{"a":1}}}', {}, [400, 'VALIDATION_FAILED']],
    ['depth 33', `{"name":${'['.repeat(33)}${']'.repeat(33)}}`, {}, [400, 'VALIDATION_FAILED']],
    ['depth 100,000', '['.repeat(100_000), {}, [400, 'VALIDATION_FAILED']],
    ['a million keys', `{${'"a":1,'.repeat(140_000)}"b":1}`, {}, [400, 'VALIDATION_FAILED']],
    ['more than a megabyte', large(1_000_001), {}, [413, 'BODY_TOO_LARGE']],
    ['plain text', '{"name":"x"}', { 'content-type': 'text/plain' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    [
      'a form',
      'name=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    ['no content type', Buffer.from('{"name":"x"}'), { 'content-type': '' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['a malformed type', '{"name":"x"}', { 'content-type': 'json' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    [
      'a UTF-16 charset',
      '{"name":"x"}',
      { 'content-type': 'application/json; charset=utf-16' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    ['compressed', gzipSync('{"name":"x"}'), { 'content-encoding': 'gzip' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
  ])('get the expected status: %s', async (_, body, more, expected) => {
    const begun = performance.now()
    expect(await post(body, more)).toEqual(expected)
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  test('may be larger on a route for uploads', async () => {
    expect(await post(large(2_000_000), {}, 'models/1/prompt')).toEqual([400, 'VALIDATION_FAILED'])
    expect(await post(large(3_000_001), {}, 'models/1/prompt')).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('arrive with all Unicode text unchanged', async () => {
    const name = 'Grüße 🦊 \\u0000 \u2028 end'
    await post(JSON.stringify({ name }))
    expect(received).toEqual({ name })
  })
})

const head = (path: string, more: string[], method = 'POST') =>
  [
    `${method} ${API_ROOT}/${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${TOKEN}`,
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: application/json',
    ...more,
    '',
    '',
  ].join('\r\n')

/** Resolves when the socket drains or closes. */
function ready(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.on('drain', go).on('close', go)
  })
}

async function pour(socket: Socket, piece: Buffer | string, times: number) {
  for (let sent = 0; sent < times && socket.writable; sent += 1) if (!socket.write(piece)) await ready(socket)
}

describe('hostile connections', () => {
  test.each<[string, number[], (socket: Socket) => void | Promise<void>]>([
    [
      'a length of 1 GB',
      [413],
      (socket) => {
        socket.write(head('projects', ['Content-Length: 1000000000']))
        return pour(socket, Buffer.alloc(65_536, 'x'), 15_000)
      },
    ],
    [
      'endless chunks',
      [413],
      (socket) => {
        socket.write(head('projects', ['Transfer-Encoding: chunked']))
        return pour(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 15_000)
      },
    ],
    [
      'endless chunks with an unknown token',
      [401],
      (socket) => {
        socket.write(head('models/1/prompt', ['Transfer-Encoding: chunked']).replace(TOKEN, 'nobody'))
        return pour(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 15_000)
      },
    ],
    [
      'endless chunks in a GET request',
      [404],
      (socket) => {
        socket.write(head('projects/1', ['Transfer-Encoding: chunked'], 'GET'))
        return pour(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 15_000)
      },
    ],
    [
      'less than announced, then nothing',
      [400],
      (socket) => void socket.write(head('projects', ['Content-Length: 100']) + '{"na'),
    ],
    [
      'less than announced, then an end',
      [400],
      (socket) => void socket.end(head('projects', ['Content-Length: 100']) + '{"na'),
    ],
    [
      'more than announced',
      [201, 400],
      (socket) => void socket.write(head('projects', ['Content-Length: 12']) + '{"name":"x"}GARBAGE'),
    ],
    [
      'an invalid length',
      [400],
      (socket) => void socket.write(head('projects', ['Content-Length: 1e3']) + '{}'),
    ],
    [
      'two lengths',
      [400],
      (socket) => void socket.write(head('projects', ['Content-Length: 2', 'Content-Length: 3']) + '{}'),
    ],
    [
      'a length and chunked encoding',
      [400],
      (socket) =>
        void socket.write(
          head('projects', ['Content-Length: 4', 'Transfer-Encoding: chunked']) + '0\r\n\r\n',
        ),
    ],
    [
      'two transfer encodings',
      [400],
      (socket) => void socket.write(head('projects', ['Transfer-Encoding: chunked, identity']) + '0\r\n\r\n'),
    ],
    [
      'a chunk with an invalid length',
      [400],
      (socket) => void socket.write(head('projects', ['Transfer-Encoding: chunked']) + 'zz\r\n'),
    ],
    ['text that is not HTTP', [400], (socket) => void socket.write('\x16\x03\x01 hello\r\n\r\n')],
    ['large headers', [431], (socket) => void socket.write(head('projects', [`X: ${'y'.repeat(50_000)}`]))],
    ['headers that never end', [408], (socket) => void socket.write('GET / HTTP/1.1\r\nHost: x\r\n')],
    [
      'two authorization headers',
      [401],
      (socket) => void socket.write(head('models', ['Authorization: Bearer nobody'], 'GET')),
    ],
    ['TRACE', [405], (socket) => void socket.write(head('models', [], 'TRACE'))],
    [
      'OPTIONS',
      [405],
      (socket) =>
        void socket.write(
          head('models', ['Origin: https://evil.example', 'Access-Control-Request-Method: GET'], 'OPTIONS'),
        ),
    ],
    ['an unknown method', [400], (socket) => void socket.write(head('models', [], 'BREW'))],
    ['PROPFIND', [404, 405], (socket) => void socket.write(head('models', [], 'PROPFIND'))],
    ['a path that cannot be decoded', [404], (socket) => void socket.write(head('models/%zz', [], 'GET'))],
    ['a long path', [404], (socket) => void socket.write(head(`models/${'9'.repeat(9_000)}`, [], 'GET'))],
  ])('get the expected status in time: %s', async (_, statuses, send) => {
    const begun = performance.now()
    const reply = await rawRequest(server.port, send)
    expect(statuses).toContain(reply.status)
    expect(reply.text.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(reply.text.toLowerCase()).not.toContain('access-control-')
    // Waiting requests end with their own timeout, here 0.7 s.
    expect(performance.now() - begun).toBeLessThan(2_500)
  })

  test('a client that sends everything before it reads still receives the 413', async () => {
    const { promise: text, resolve, reject } = Promise.withResolvers<string>()
    const socket = connect(server.port, '127.0.0.1').pause().setEncoding('latin1')
    socket.on('error', reject).on('data', (piece) => resolve(String(piece)))
    const body = Buffer.alloc(20_000_000, ' ')
    socket.write(head('projects', [`Content-Length: ${body.length}`]))
    socket.write(body, () => socket.resume())
    expect(await text).toContain('413')
    socket.destroy()
  })

  test('a client that goes on sending a refused body is disconnected', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    const begun = performance.now()
    socket.write(head('projects', ['Transfer-Encoding: chunked']))
    await pour(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 1_000_000)
    expect(performance.now() - begun).toBeLessThan(2_500)
  })

  test('requests are still answered after clients disconnected in the middle of a body', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        rawRequest(server.port, (socket) => {
          socket.write(head('projects', ['Content-Length: 1000']) + '{"name":"x', () =>
            socket.resetAndDestroy(),
          )
        }),
      ),
    )
    expect(await post('{"name":"ok"}')).toEqual([201, undefined])
  })

  test('a slow body that keeps arriving is not timed out', async () => {
    const body = large(900_000)
    const reply = await rawRequest(server.port, async (socket) => {
      socket.write(head('projects', [`Content-Length: ${Buffer.byteLength(body)}`]))
      const begun = performance.now()
      for (let at = 0; at < body.length; at += 90_000) {
        socket.write(body.slice(at, at + 90_000))
        while (performance.now() - begun < (at / 900_000) * 1_200)
          await new Promise((next) => setTimeout(next, 5))
      }
    })
    expect(reply.status).toBe(400)
    expect(reply.ms).toBeGreaterThan(900)
  })
})

test('a head that arrives byte by byte is ended after ten seconds', async () => {
  expect(await dripped).toBeLessThan(15_000)
})
