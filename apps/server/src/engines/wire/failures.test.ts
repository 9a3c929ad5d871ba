import { expect, test } from 'vitest'
import { sanitised, statusFailure, streamFailure, transportFailure } from './failures.ts'

test.each([
  [
    "Unsupported value: 'temperature' does not support 0.5.",
    "Unsupported value: 'temperature' does not support 0.5",
  ],
  ['see https://llm.corp.internal:8443/docs?k=1 for more', 'see … for more'],
  ['dial tcp 10.1.2.3:11434: refused', 'dial tcp …: refused'],
  ['dial [fd00::1]:8000 failed', 'dial … failed'],
  ['open /var/lib/models/a.gguf: no such file', 'open …: no such file'],
  ['open C:\\models\\a.gguf failed', 'open … failed'],
  ['std::bad_alloc at ::1', 'std::bad_alloc at …'],
  ['host gpu-7.corp:8000 is down', 'host … is down'],
  ['Incorrect API key provided: sk-proj-abc. Bearer xyz', 'Incorrect API key provided: … …'],
  ['key 0123456789abcdef0123456789abcdef is bad', 'key … is bad'],
  ['bad option\n  at load (/srv/x.js:1:2)', 'bad option'],
  ['oops Traceback (most recent call last) x = 1', 'oops'],
  ['<b onclick=x>bold</b> and\u0000\u202Ebidi', 'bold and bidi'],
  ['a\r\n\r\nevent: Error', 'a event: Error'],
])('sanitises %j to %j', (message, told) => expect(sanitised(message)).toBe(told))

test('removes the host of the engine from a message in any spelling', () => {
  expect(sanitised('GPUBOX refused: no gpubox:80, but gpubox-2', 'gpubox')).toBe(
    '… refused: no …, but gpubox-2',
  )
  expect(sanitised('lookup llm.example.org failed', 'llm.example.org')).toBe('lookup … failed')
  expect(sanitised('lookup box.internal and ask localhost')).toBe('lookup … and ask …')
})

test('limits a reported wait to one day', () => {
  expect(statusFailure(429, '1e300', '').retryAfterMs).toBe(86_400_000)
})

test('limits a sanitised message to 200 characters', () => {
  expect(sanitised('word '.repeat(1_000))).toHaveLength(200)
})

test.each([
  ['{"error":{"message":"no","param":"top_k"}}', 'top_k: no'],
  ['{"error":"no such option"}', 'no such option'],
  ['{"message":"wrong"}', 'wrong'],
  ['{"detail":"wrong"}', 'wrong'],
  ['{"detail":[{"type":"missing","loc":["body","model"],"msg":"Field required"}]}', 'model: Field required'],
  ['{"detail":{"error":{"message":"inner words"}}}', 'inner words'],
  ['{"errors":[{"message":"no such model","code":7000}],"success":false}', 'no such model'],
  [
    '{"error":["top_p must be below 1","and above 0"],"error_type":"validation"}',
    'top_p must be below 1; and above 0',
  ],
  ['{"Message":"not this way"}', 'not this way'],
  ['{"msg":"wrong option","code":"1210"}', 'wrong option'],
  ['{"title":"Payment Required","status":402}', 'Payment Required'],
  ['plain words', 'plain words'],
  ['<html><h1>Bad</h1></html>', 'it answered 400'],
  ['', 'it answered 400'],
  ['null', 'it answered 400'],
  ['{"error":{"message":{"nested":1}}}', 'it answered 400'],
])('reads from the body %j the reason %j', (body, reason) => {
  expect(statusFailure(400, undefined, body)).toMatchObject({ code: 'bad-request', reason })
})

test('reads Retry-After as seconds and as a date', () => {
  expect(statusFailure(429, '3', '').retryAfterMs).toBe(3_000)
  const date = new Date(Date.now() + 10_000).toUTCString()
  expect(statusFailure(429, date, '').retryAfterMs).toBeGreaterThan(8_000)
  for (const odd of ['soon', '', undefined, ['1']])
    expect(statusFailure(429, odd, '').retryAfterMs).toBeUndefined()
  expect(statusFailure(429, '-5', '').retryAfterMs).toBe(0)
})

test('recognises a context overflow by code, type or message', () => {
  expect(statusFailure(400, '', '{"error":{"message":"x","code":"context_length_exceeded"}}').code).toBe(
    'context-overflow',
  )
  expect(statusFailure(400, '', '{"error":{"message":"x","type":"exceed_context_size_error"}}').code).toBe(
    'context-overflow',
  )
  expect(streamFailure({ message: "This model's maximum context length is 8192 tokens" }).code).toBe(
    'context-overflow',
  )
})

test('distinguishes an unreachable engine from one that closed the connection', () => {
  const failed = (code: string): Error => Object.assign(new Error('x'), { code })
  for (const code of [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
  ]) {
    expect(transportFailure(failed(code), false).code).toBe('unreachable')
  }
  expect(transportFailure(failed('ECONNRESET'), false).code).toBe('broken-stream')
  expect(transportFailure(failed('ECONNREFUSED'), true).code).toBe('broken-stream')
})

test.each<[number, string, string]>([
  [408, 'internal', 'the model took too long'],
  [424, 'internal', 'the model failed'],
  [498, 'busy', 'no capacity'],
])('a status %s can pass by itself: %s', (status, code, message) => {
  expect(statusFailure(status, undefined, JSON.stringify({ message })).code).toBe(code)
})

test.each([
  ['Please try again in 7.66s. Need more tokens?', 7_660],
  ['Limit 100000. Please try again in 12m30.5s.', 750_500],
  ['Please try again in 1h2m3s.', 3_723_000],
  ['Please try again in 250ms.', 250],
  ['You exceeded your current quota.\nPlease retry in 34.07s.', 34_070],
  ['Please retry after 12 seconds.', 12_000],
  ['Please retry after a while.', undefined],
  ['Please try again in m.', undefined],
])('reads how long a server asks to wait: %s', (message, ms) => {
  const body = JSON.stringify({ error: { message } })
  expect(statusFailure(429, undefined, body).retryAfterMs).toBe(ms)
  expect(statusFailure(429, '3', body).retryAfterMs).toBe(3_000)
})

test.each([
  [
    'DashScope',
    { message: 'InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]' },
  ],
  ['TGI', { message: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1234' }],
  ['SGLang', { message: 'Input length (5000 tokens) exceeds the maximum allowed length (4090 tokens).' }],
  ['Zhipu', { message: 'Prompt exceeds max length', code: '1261' }],
  ['GitHub', { message: 'Request body too large for gpt-4o model.', code: 'tokens_limit_reached' }],
])('recognises a context overflow of %s', (_server, error) => {
  expect(statusFailure(400, '', JSON.stringify({ error })).code).toBe('context-overflow')
})

test.each([520, 521, 522, 523, 525, 526, 530])(
  'a proxy that answers %d does not reach the server',
  (status) => {
    expect(statusFailure(status, '', '<html>Error</html>').code).toBe('unreachable')
  },
)
