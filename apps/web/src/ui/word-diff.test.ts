import { expect, test } from 'vitest'
import { compactDiff, wordDiff, type DiffPart } from './word-diff.ts'

const sideOf = (parts: readonly DiffPart[], without: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')
const short = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => ({ same: '=', added: '+', removed: '-' })[kind] + text)

test.each([
  ['', '', []],
  ['same text', 'same text', ['=same text']],
  ['', 'new', ['+new']],
  ['old', '', ['-old']],
  ['Write a letter.', 'Write a short letter.', ['=Write a ', '+short ', '=letter.']],
  ['one two three', 'one four three', ['=one ', '-two', '+four', '= three']],
])('compares %j with %j', (before, after, parts) => {
  expect(short(before, after)).toEqual(parts)
})

test('the parts contain both texts completely', () => {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const text = () => Array.from({ length: 60 }, () => 'abc  \n'[Math.floor(random() * 6)]).join('')
  for (let round = 0; round < 200; round++) {
    const [before, after] = [text(), text()]
    const parts = wordDiff(before, after)
    expect(sideOf(parts, 'added')).toBe(before)
    expect(sideOf(parts, 'removed')).toBe(after)
  }
})

test('shows long texts without common words as replaced, within five seconds', () => {
  const long = (word: string) => Array.from({ length: 9_000 }, (_, at) => `${word}${at}`).join(' ')
  const began = performance.now()
  const parts = wordDiff(long('old'), long('new'))
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(sideOf(parts, 'added')).toBe(long('old'))
  expect(sideOf(parts, 'removed')).toBe(long('new'))
})

test('shortens long unchanged texts, but never changes', () => {
  const same = 'x'.repeat(300)
  const change = { kind: 'added', text: 'y'.repeat(300) } as const
  const parts = compactDiff([{ kind: 'same', text: same }, change, { kind: 'same', text: same }])
  expect(parts.map(({ text }) => text)).toEqual([`… ${'x'.repeat(80)}`, change.text, `${'x'.repeat(80)} …`])
  expect(compactDiff([{ kind: 'same', text: 'short' }, change])[0]?.text).toBe('short')
})
