import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonReader, NotJson } from './json-reader.ts'

/** Reads a text in chunks of `size` bytes. */
function read(text: string | Buffer, size: number): unknown {
  const bytes = Buffer.from(text as string)
  const reader = new JsonReader()
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  return reader.end()
}

const long = fc
  .array(fc.constantFrom('a', '"', '\\', 'é', '🦊', '\n', 'x'.repeat(300), '\\"'), { maxLength: 40 })
  .map((parts) => parts.join(''))
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    long,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: 'grapheme-ascii', maxLength: 10 }), tie('any'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
})).any

test('parses like JSON.parse, in chunks of any size', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 700 }), fc.boolean(), (one, size, isSpaced) => {
      fc.pre(!JSON.stringify(one).includes('__proto__'))
      const text = JSON.stringify(one, null, isSpaced ? 2 : undefined)
      expect(read(text, size)).toEqual(JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['a long string that does not end', `["${'x'.repeat(1_000)}`],
  ['a raw line end in a long string', `["${'x'.repeat(1_000)}\n"]`],
  ['a raw NUL in a very long string', `["${'x'.repeat(2_000_000)}\0"]`],
  ['a wrong escape in a long string', `["${'x'.repeat(1_000)}\\q"]`],
  ['broken UTF-8 in a long string', Buffer.from(`["${'x'.repeat(1_000)}\xff"]`, 'latin1')],
  ['two strings without a comma', `["${'x'.repeat(1_000)}" "${'x'.repeat(1_000)}"]`],
])('refuses %s as not JSON', (_, text) => {
  for (const size of [7, 10_000_000]) expect(() => read(text, size)).toThrow(NotJson)
})

test.each([
  ['an escaped NUL in a long string', { a: [`${'x'.repeat(1_000)}\0`] }, 'body.a.0'],
  ['a very long key', { ['k'.repeat(1_000)]: 1 }, 'body'],
  ['a __proto__ key beside a string', JSON.parse(`{"b":"${'x'.repeat(999)}","__proto__":{}}`), 'body'],
])('refuses %s as dangerous', (_, one, path) => {
  const text = JSON.stringify(one)
  expect(() => read(text, 100)).toThrow(
    expect.objectContaining({ poison: expect.objectContaining({ path }) as unknown }),
  )
})
