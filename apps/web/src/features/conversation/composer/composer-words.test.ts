import { describe, expect, test } from 'vitest'
import { appended, isLarge, isTooLong, LARGE, linesOf, summaryOf, wholeOf } from './composer-words.ts'

const pasted = (text: string) => ({ id: 'a', text })

describe('naming a project after the first words of a prompt', () => {
  const cases: [prompt: string, name: string][] = [
    ['Compare the bids for lot 2, and write a query.', 'Compare the bids for lot 2'],
    ['Hello', 'Hello'],
    ['  \n# Vergleich:\n\nder   Angebote ', 'Vergleich: der Angebote'],
    ['**Is** the `missing` certificate a reason – or not?', 'Is the missing certificate a reason'],
    ['Какво е срокът за доставка на лот 2 според офертата?', 'Какво е срокът за доставка на'],
    ['```', ''],
    ['请比较第二批的投标并写一个查询'.repeat(20), '请比较第二批的投标并写一个查询'.repeat(20).slice(0, 80)],
  ]
  test.each(cases)('%j', (prompt, name) => {
    expect(summaryOf(prompt)).toBe(name)
  })

  test('does not split letters made of several characters', () => {
    expect(summaryOf('👩‍🚀'.repeat(100))).toBe('👩‍🚀'.repeat(80))
  })
})

describe('large pasted texts', () => {
  test('are appended to the text of the field', () => {
    expect(wholeOf(' What is new here? \n', [pasted('one\n'), pasted('two')])).toBe(
      'What is new here?\n\none\n\ntwo',
    )
    expect(wholeOf('', [pasted('one')])).toBe('one')
    expect(wholeOf(' \n ', [])).toBe('')
  })

  test('are those above the size limit', () => {
    expect(isLarge('x'.repeat(LARGE))).toBe(false)
    expect(isLarge('x'.repeat(LARGE + 1))).toBe(true)
  })

  test('count towards the maximum prompt length', () => {
    expect(isTooLong('x', [pasted('y'.repeat(999_990))])).toBe(false)
    expect(isTooLong('x'.repeat(20), [pasted('y'.repeat(999_990))])).toBe(true)
  })

  test('count their lines, without an empty one at the end', () => {
    expect([linesOf(''), linesOf('a'), linesOf('a\nb'), linesOf('a\nb\n')]).toEqual([0, 1, 2, 2])
  })
})

test('an earlier prompt is appended to the draft', () => {
  expect(appended('', 'Again.')).toBe('Again.')
  expect(appended(' \n', 'Again.')).toBe('Again.')
  expect(appended('My draft \n', 'Again.')).toBe('My draft\n\nAgain.')
})
