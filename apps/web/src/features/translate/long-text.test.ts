import { TRANSLATE_LIMIT } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { piecesOf } from './long-text.ts'

const paragraph = 'A sentence of some words. '.repeat(3).trim()

test.each([
  ['one short paragraph', paragraph],
  ['many paragraphs', `${paragraph}\n\n`.repeat(20)],
  ['one long paragraph', paragraph.repeat(20)],
  ['no spaces', 'x'.repeat(500)],
  ['emoji', '😀'.repeat(301)],
  ['nothing', ''],
])('splits below the limit without losing text: %s', (_, text) => {
  const pieces = piecesOf(text, 200)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.every((piece) => piece.text.length <= 200 && piece.text.isWellFormed())).toBe(true)
})

test('neither splits nor sends a long code block', () => {
  const code = `\`\`\`\n${'let x = 1\n'.repeat(50)}\`\`\`\n`
  expect(piecesOf(`${paragraph}\n\n${code}\n${paragraph}`, 200).map(({ sent }) => sent)).toEqual([
    true,
    false,
    true,
  ])
})

test('no piece exceeds the limit of the server', () => {
  const lengths = piecesOf('word '.repeat(20_000)).map((piece) => piece.text.length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(TRANSLATE_LIMIT)
})
