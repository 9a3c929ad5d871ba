import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_SPLIT, extendSplit } from './blocks.ts'
import { createGrowing, GROUP } from './growing-blocks.ts'
import { headingShift } from './tree.ts'

const LINES = [
  'word',
  '',
  '',
  '# one',
  '### three',
  '```',
  '``',
  '- item',
  '|a|',
  '[x]: /y',
  '[^1]: note',
  '> q',
]
const texts = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\n\n')), { maxLength: 60 })
  .map((lines) => lines.map(([line, ending]) => line + ending).join(''))
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })

describe('a text that grows', () => {
  test('gives the same result as the whole text, wherever it was cut', () => {
    fc.assert(
      fc.property(texts, cuts, fc.boolean(), (text, at, streaming) => {
        const grow = createGrowing()
        const ends = at.map((share) => Math.floor(share * text.length)).toSorted((one, other) => one - other)
        for (const end of ends) grow(text.slice(0, end), true)
        const whole = createGrowing()(text, streaming)
        expect(grow(text, streaming)).toEqual(whole)
        expect(whole.headings).toBe(headingShift(whole.groups.flat()))
      }),
      { numRuns: 500 },
    )
  })

  test('has the same blocks as the split, in groups', () => {
    const text = Array.from({ length: 3 * GROUP + 1 }, (_, index) => `part ${index}\n\n`).join('')
    const { groups } = createGrowing()(text, true)
    expect(groups.map(({ length }) => length)).toEqual([GROUP, GROUP, GROUP, 1])
    expect(groups.flat()).toEqual(extendSplit(EMPTY_SPLIT, text).blocks)
  })

  test('keeps the same arrays for unchanged groups', () => {
    const text = 'part\n\n'.repeat(2 * GROUP) + 'last'
    const grow = createGrowing()
    const { groups: before } = grow(text, true)
    const { groups: after } = grow(`${text} word`, true)
    expect([after[0] === before[0], after[1] === before[1], after[2]]).toEqual([true, true, ['last word']])
  })

  test('starts over when another text follows', () => {
    const grow = createGrowing()
    grow('a\n\nb\n\nc', true)
    expect(grow('a\n\n# b\n\nc', true)).toEqual(createGrowing()('a\n\n# b\n\nc', true))
  })

  test('hides an incomplete fence while streaming', () => {
    const grow = createGrowing()
    expect(grow('a\n\n``', true).groups.flat()).toEqual(['a\n\n', ''])
    expect(grow('a\n\n``', false).groups.flat()).toEqual(['a\n\n', '``'])
  })

  test.each([
    ['| a', '| a\n|-|'],
    ['| a | b |', '| a | b |\n|-|-|'],
    ['text\n| a | b |\n|--', 'text\n| a | b |\n|-|-|'],
    ['|a|b|', '|a|b|\n|-|-|'],
    ['- item\n  | a | b\\|c |\n', '- item\n  | a | b\\|c |\n  |-|-|'],
  ])('shows the head of a table as a table while streaming: %j', (text, shown) => {
    expect(createGrowing()(text, true).groups.flat()).toEqual([shown])
    expect(createGrowing()(text, false).groups.flat().join('')).toBe(text)
  })

  test.each(['|x| is positive', '| a | b |\n|-|-|\n| 1', '```\n| a |', '- item\n  ```\n  | a |'])(
    'leaves other bars alone while streaming: %j',
    (text) => expect(createGrowing()(text, true).groups.flat()).toEqual([text]),
  )
})
