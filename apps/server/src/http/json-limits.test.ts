import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPoison, JSON_LIMITS, Refused } from './json-limits.ts'
import { JsonReader } from './json-reader.ts'

/** Returns the limit that a text exceeds, before parsing. */
function broken(text: string): string | undefined {
  try {
    new JsonReader().push(Buffer.from(text))
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return undefined
}

describe('limits of a JSON text', () => {
  test.each([
    ['the maximum depth', `${'['.repeat(32)}${']'.repeat(32)}`, undefined],
    ['one level deeper', `${'['.repeat(33)}${']'.repeat(33)}`, 'nested'],
    ['deep, never closed', '{"a":'.repeat(100_000), 'nested'],
    [
      'the maximum number of keys',
      `{${Array.from({ length: JSON_LIMITS.keys }, (_, i) => `"k${i}":1`).join()}}`,
      undefined,
    ],
    [
      'one key more',
      `{${Array.from({ length: JSON_LIMITS.keys + 1 }, (_, i) => `"k${i}":1`).join()}}`,
      'keys',
    ],
    ['too many elements', `[${'1,'.repeat(200_000)}1]`, 'elements'],
    ['brackets in a string', JSON.stringify({ a: '[{'.repeat(1_000) }), undefined],
    ['quotes and backslashes in a string', JSON.stringify({ a: '"[\\"{\\\\'.repeat(1_000) }), undefined],
    ['a string that ends in backslashes', `{"a":"\\\\\\\\","b":${'['.repeat(40)}`, 'nested'],
    ['a string that never ends', '"[[[[', undefined],
  ])('are checked: %s', (_, text, limit) => {
    if (limit === undefined) expect(broken(text)).toBeUndefined()
    else expect(broken(text)).toContain(limit)
  })

  test('match the depth and keys of the value that JSON.parse builds', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    const keysOf = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0
      const inner = Object.values(value).reduce((sum: number, one) => sum + keysOf(one), 0)
      return inner + (Array.isArray(value) ? 0 : Object.keys(value).length)
    }
    fc.assert(
      fc.property(fc.json({ maxDepth: 40, stringUnit: 'binary' }), fc.nat(3), (text, wrap) => {
        const whole = '['.repeat(wrap * 12) + text + ']'.repeat(wrap * 12)
        const value: unknown = JSON.parse(whole)
        const within = depthOf(value) <= JSON_LIMITS.depth && keysOf(value) <= JSON_LIMITS.keys
        expect(broken(whole) === undefined).toBe(within)
      }),
    )
  })

  test('are checked in linear time for any text', () => {
    const time = (text: string) => {
      const bytes = Buffer.from(text)
      const begun = performance.now()
      try {
        new JsonReader().push(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(Refused)
      }
      return performance.now() - begun
    }
    for (const piece of ['\\', '\\"', '\\\\"', '""', ' '])
      expect(time(`["${piece.repeat(1_000_000)}`)).toBeLessThan(500)
  })
})

describe('findPoison', () => {
  test.each([
    ['{"a":{"__proto__":{"isAdmin":true}}}', 'body.a'],
    ['{"\\u005f_proto__":1}', 'body'],
    ['[{"constructor":{"prototype":{"isAdmin":true}}}]', 'body.0'],
    ['{"a":["x","y\\u0000z"]}', 'body.a.1'],
    ['{"a\\u0000":1}', 'body'],
  ])('finds the dangerous part of %s', (text, path) => {
    expect(findPoison(JSON.parse(text))?.path).toBe(path)
  })

  test.each([
    '{"constructor":"a builder"}',
    '{"prototype":1}',
    '{"a":"__proto__"}',
    '{"a":"\\\\u0000"}',
    'null',
    '5',
  ])('accepts %s', (text) => expect(findPoison(JSON.parse(text))).toBeUndefined())
})
