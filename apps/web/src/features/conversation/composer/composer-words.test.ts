import { describe, expect, test } from 'vitest'
import { isLarge, isTooLong, LARGE, linesOf, wholeOf } from './composer-words.ts'

const pasted = (text: string) => ({ id: 'a', text })

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
