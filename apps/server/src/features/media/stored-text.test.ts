import { expect, test } from 'vitest'
import { textOf, type Block } from '@polylogue/retrieval'
import { storedText } from './stored-text.ts'

const BLOCKS: Block[] = [
  { kind: 'heading', text: 'A "quoted" heading \\ with a backslash', level: 1 },
  { kind: 'text', text: '' },
  { kind: 'table', text: 'a\tb\n1\t2', page: 3, head: 'text: "not this"' },
  { kind: 'text', text: '"text":"looks like a field", {[,:' },
  { kind: 'code', text: 'Ελλάδα, 日本 and 👋 \u2028 \\\\" end\\' },
]

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length)
    yield await Promise.resolve(bytes.subarray(at, at + length))
}

test.each([1, 2, 3, 5, 8, 13, 10_000])('is the text of the blocks, in pieces of %d bytes', async (length) => {
  const pieces: Uint8Array[] = []
  for await (const piece of storedText(cut(Buffer.from(JSON.stringify(BLOCKS)), length))) pieces.push(piece)
  expect(JSON.parse(`"${Buffer.concat(pieces).toString()}"`)).toBe(textOf(BLOCKS))
})

test('is empty without blocks', async () => {
  for await (const piece of storedText(cut(Buffer.from('[]'), 9))) expect(piece).toBeUndefined()
})

test('takes time that grows with the text, also when one piece has many escaped signs', async () => {
  // Looking for the end of the text again after each sign would read a thousand gigabytes.
  const text = 'short line\n'.repeat(600_000)
  let length = 0
  for await (const piece of storedText(cut(Buffer.from(JSON.stringify([{ kind: 'text', text }])), 1e8)))
    length += piece.length
  expect(length).toBe(text.length + 600_000)
})
