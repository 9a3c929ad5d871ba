import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToTokens, estimateTokens, MOST_TOKEN_BYTES, TOKEN_UNITS, tokenOffsets } from './tokens.ts'

/** Estimated tokens of a text alone. */
const tokensOf = (text: string) => estimateTokens(text) - estimateTokens('')

test.each([
  ['an empty text', '', 0],
  ['Latin letters', 'abcdefg'.repeat(10), 20],
  ['Latin letters with marks', 'äöüßéçñ'.repeat(10), 20],
  ['Cyrillic letters', 'учителка'.repeat(10), 40],
  ['Greek letters', 'δάσκαλος'.repeat(10), 40],
  ['Han', '教師は学校'.repeat(10), 50],
  ['Hangul', '교사'.repeat(10), 20],
  ['digits, spaces and signs', '12, 34; 5'.repeat(10), 45],
  ['Arabic, by bytes', 'معل'.repeat(10), 20],
  ['emoji of two code units', '🎈🎈🎈'.repeat(10), 40],
])('estimates the tokens of %s', (_, text, tokens) => {
  expect(tokensOf(text)).toBe(tokens)
})

test('estimates more tokens than public tokenizers, and for Bulgarian fewer than by its bytes', () => {
  const bulgarian = 'Учителката отваря прозореца, защото в стаята е топло. '.repeat(20)
  // Characters of a token, as measured (SOURCE-12).
  const english = 'The teacher opens the window because it is warm in the room. '.repeat(20)
  const german = 'Die Lehrerin öffnet das Fenster, weil es im Zimmer warm ist. '.repeat(20)
  for (const [text, most] of [
    [english, 4.8],
    [german, 3.6],
    [bulgarian, 2.2],
  ] as const)
    expect(text.length / tokensOf(text)).toBeLessThan(most)
  expect(tokensOf(bulgarian)).toBeLessThan((0.85 * Buffer.byteLength(bulgarian)) / 3)
})

const text = fc.string({ unit: fc.constantFrom('a', 'ü', 'ж', 'λ', '語', '한', '7', ' ', '🎈', '—') })

test('offsets add up to the estimate, and a cut text is the longest beginning that fits', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (whole, tokens) => {
      expect(Math.ceil((tokenOffsets(whole).at(-1) ?? 0) / TOKEN_UNITS)).toBe(tokensOf(whole))
      const cut = cutToTokens(whole, tokens)
      expect(whole.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect(tokensOf(cut)).toBeLessThanOrEqual(tokens)
      const next = whole.codePointAt(cut.length)
      if (next !== undefined) expect(tokensOf(cut + String.fromCodePoint(next))).toBeGreaterThan(tokens)
      expect(Buffer.byteLength(cut.replaceAll('ü', ''))).toBeLessThanOrEqual(tokens * MOST_TOKEN_BYTES)
    }),
  )
})
