import { describe, expect, test } from 'vitest'
import { appended, isLarge, isTooLong, LARGE, linesOf, summaryOf, wholeOf } from './composer-words.ts'

const pasted = (text: string) => ({ id: 'a', text })

describe('the first words of a prompt name a project', () => {
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

  test('letters of several characters are not torn apart', () => {
    expect(summaryOf('👩‍🚀'.repeat(100))).toBe('👩‍🚀'.repeat(80))
  })
})

describe('what was pasted stands beside the field', () => {
  test('the message is the field and then what was pasted', () => {
    expect(wholeOf(' What is new here? \n', [pasted('one\n'), pasted('two')])).toBe(
      'What is new here?\n\none\n\ntwo',
    )
    expect(wholeOf('', [pasted('one')])).toBe('one')
    expect(wholeOf(' \n ', [])).toBe('')
  })

  test('only a large text does', () => {
    expect(isLarge('x'.repeat(LARGE))).toBe(false)
    expect(isLarge('x'.repeat(LARGE + 1))).toBe(true)
  })

  test('both count towards the longest prompt', () => {
    expect(isTooLong('x', [pasted('y'.repeat(999_990))])).toBe(false)
    expect(isTooLong('x'.repeat(20), [pasted('y'.repeat(999_990))])).toBe(true)
  })

  test('lines are counted as people count them', () => {
    expect([linesOf(''), linesOf('a'), linesOf('a\nb'), linesOf('a\nb\n')]).toEqual([0, 1, 2, 2])
  })
})

test('an earlier prompt stands behind a draft and takes nothing from it', () => {
  expect(appended('', 'Again.')).toBe('Again.')
  expect(appended(' \n', 'Again.')).toBe('Again.')
  expect(appended('My draft \n', 'Again.')).toBe('My draft\n\nAgain.')
})
