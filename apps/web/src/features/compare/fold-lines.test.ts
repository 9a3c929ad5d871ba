import { expect, test } from 'vitest'
import { foldLines } from './fold-lines.ts'

test.each([
  ['one line', 'one line'],
  ['first\nsecond', 'first second'],
  ['first\r\n\r\n  second\rthird', 'first second third'],
  ['\n  around  \n', 'around'],
  ['two  spaces stay', 'two  spaces stay'],
  [' \n ', ''],
])('%j is asked as %j', (typed, asked) => {
  expect(foldLines(typed)).toBe(asked)
})
