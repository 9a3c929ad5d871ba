import { expect, test } from 'vitest'
import { readOrigin } from './origin.ts'

test.each([
  ['https://www.example.org', 'https://www.example.org', ''],
  ['https://www.example.org/path?a=1#b', 'https://www.example.org', '/path?a=1#b'],
  ['  HTTPS://WWW.Example.ORG/ ', 'https://www.example.org', ''],
  ['www.example.org', 'https://www.example.org', ''],
  ['http://localhost:8080/', 'http://localhost:8080', ''],
  ['https://example.org:443', 'https://example.org', ''],
  ['https://müller.example', 'https://xn--mller-kva.example', ''],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', ''],
  ['127.0.0.1:9140/shop', 'http://127.0.0.1:9140', '/shop'],
  ['localhost:8080', 'http://localhost:8080', ''],
  ['localhost.example', 'https://localhost.example', ''],
])('%s', (typed, origin, rest) => {
  expect(readOrigin(typed)).toEqual({ origin, rest })
})

test.each([
  '',
  ' ',
  'intranet',
  'null',
  'javascript:alert(1)',
  'ftp://example.org',
  'https://',
  'a b.org',
  'https://a:b@example.org',
])('no website: %s', (typed) => {
  expect(readOrigin(typed)).toBeUndefined()
})
