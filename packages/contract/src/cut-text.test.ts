import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['short enough', 20, 'short enough'],
  ['exactly', 7, 'exactly'],
  ['longer than that', 6, 'longer'],
  ['ab😀cd', 3, 'ab'],
  ['ab😀cd', 4, 'ab😀'],
  ['Familie 👨‍👩‍👧 da', 12, 'Familie '],
  ['Familie 👨‍👩‍👧 da', 16, 'Familie 👨‍👩‍👧'],
  ['cafe\u0301s', 4, 'caf'],
  ['🇩🇪🇧🇬', 6, '🇩🇪'],
  ['anything', 0, ''],
  ['😀', 1, ''],
])('cuts %j to %i: %j', (text, most, cut) => expect(cutText(text, most)).toBe(cut))

test('cuts a long text at any length between two characters, and keeps everything before', () => {
  const text = 'a😀 é👨‍👩‍👧ß'.repeat(200)
  for (let most = 0; most <= text.length; most++) {
    const cut = cutText(text, most)
    expect(cut.isWellFormed()).toBe(true)
    expect(text.startsWith(cut)).toBe(true)
    expect(most - cut.length).toBeLessThan(8)
  }
})

test('cuts one very long character between its code points', () => {
  const zalgo = `a${'\u0301'.repeat(1_000)}`
  expect(cutText(zalgo, 300)).toHaveLength(300)
  expect(cutText('\u{1F468}\u200D'.repeat(500), 302).isWellFormed()).toBe(true)
})
