import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOfGroups, LetterGroups } from './letter-groups.ts'

/** The definition: all windows of four letters between the marks. */
function windows(plain: string): string[] {
  const marked = `_${plain}_`
  if (marked.length <= 4) return [marked]
  return Array.from({ length: marked.length - 3 }, (_, at) => marked.slice(at, at + 4))
}

test('a word returns exactly the letter groups it shares with the words of the question', () => {
  const word = fc.stringMatching(/^[a-c]{1,9}$/)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), word, (question, text) => {
      const groups = new LetterGroups()
      const numbers = new Map(
        question.flatMap((one) => windows(one).map((group, at) => [group, groups.add(one)[at]])),
      )
      expect(groups.size).toBe(numbers.size)
      expect(groups.in(text)).toEqual(windows(text).flatMap((group) => numbers.get(group) ?? []))
      expect(countOfGroups(text)).toBe(windows(text).length)
    }),
    { numRuns: 1_000 },
  )
})
