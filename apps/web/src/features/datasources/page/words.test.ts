import type { Passage } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { excerptOf, markedPieces, partsOf } from './words.ts'

const passage = (...terms: [word: string, how: Passage['why']['terms'][number]['how']][]) =>
  ({
    why: { terms: terms.map(([word, how]) => ({ word, how, times: 1, chunks: 1, points: 1 })) },
  }) as Pick<Passage, 'why'>

test('a word gets the best state found in any passage', () => {
  const parts = partsOf(
    'Wann ist die Frist, Zuschlag, Bindefrist?',
    [passage(['frist', 'none'], ['zuschlag', 'letters']), passage(['frist', 'stem'])],
    { ignored: ['die', 'ist'], unknown: ['wann', 'bindefrist'], switchedOff: ['bindefrist'] },
  )
  expect(parts.filter(({ state }) => state)).toEqual([
    { text: 'Wann', state: 'unknown' },
    { text: 'ist', state: 'ignored' },
    { text: 'die', state: 'ignored' },
    { text: 'Frist', state: 'found' },
    { text: 'Zuschlag', state: 'near' },
    { text: 'Bindefrist', state: 'off' },
  ])
  expect(parts.map(({ text }) => text).join('')).toBe('Wann ist die Frist, Zuschlag, Bindefrist?')
})

test('splits the text at the marks without losing or repeating any of it', () => {
  const spans = [
    { from: 4, to: 7 },
    { from: 0, to: 3 },
    { from: 5, to: 6 },
    { from: 90, to: 99 },
  ]
  expect(markedPieces('one two three', spans)).toEqual([
    { text: 'one', marked: true },
    { text: ' ', marked: false },
    { text: 'two', marked: true },
    { text: ' three', marked: false },
  ])
})

test('an excerpt shows the first match', () => {
  const text = `${'word '.repeat(300)}match ${'word '.repeat(300)}`
  const from = text.indexOf('match')
  const part = excerptOf(text, [{ from, to: from + 5 }])
  expect(text.slice(part?.from, part?.to)).toContain('match')
  expect((part?.to ?? 0) - (part?.from ?? 0)).toBeLessThanOrEqual(400)
  expect(excerptOf('short', [])).toBeUndefined()
  expect(excerptOf('a'.repeat(2_000), [])).toEqual({ from: 0, to: 400 })
})
