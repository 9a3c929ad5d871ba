import { expect, test } from 'vitest'
import { base64Text, jsonPieces, LongList, LongText, MadeJson } from './long-json.ts'

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

async function jsonOf(value: unknown): Promise<string> {
  let json = ''
  for await (const piece of jsonPieces(value)) json += Buffer.from(piece).toString()
  return json
}

test('writes long texts and lists in their places as JSON would', async () => {
  const value = {
    name: 'a "name"',
    text: new LongText(each(Buffer.from('one\\n'), Buffer.from('two'))),
    made: new MadeJson(Buffer.from('{"a":[1]}')),
    chunks: new LongList(each<readonly object[]>([{ id: 1 }, { id: 2 }], [], [{ id: 3 }])),
    none: new LongList(each<readonly object[]>()),
    missing: undefined,
  }
  expect(JSON.parse(await jsonOf(value))).toEqual({
    name: 'a "name"',
    text: 'one\ntwo',
    made: { a: [1] },
    chunks: [{ id: 1 }, { id: 2 }, { id: 3 }],
    none: [],
  })
  expect(await jsonOf(new MadeJson(Buffer.from('[1]')))).toBe('[1]')
})

test('writes long strings in steps, wherever they are cut', async () => {
  const value = { text: '\\"ü😀\u0000'.repeat(30_000), list: ['x'.repeat(65_537)], 'key "1"': 1 }
  let steps = 0
  for await (const piece of jsonPieces(value)) {
    expect(piece.length).toBeLessThan(65_536 * 6 + 10)
    steps += 1
  }
  expect(steps).toBeGreaterThan(4)
  expect(await jsonOf(value)).toBe(JSON.stringify(value))
})

test('base64 in pieces is that of the whole, wherever the pieces are cut', async () => {
  const bytes = Buffer.from('All work and no play makes Jack a dull boy', 'latin1')
  for (const length of [1, 2, 3, 4, 5, 7, 100]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    )
    expect(JSON.parse(await jsonOf(base64Text(each(...pieces))))).toBe(bytes.toString('base64'))
  }
})
