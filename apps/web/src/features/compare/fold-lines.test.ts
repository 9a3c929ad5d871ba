import { expect, test } from 'vitest'
import { foldLines, promptOf } from './fold-lines.ts'

test.each([
  ['one line', 'one line'],
  ['first\nsecond', 'first second'],
  ['first\r\n\r\n  second\rthird', 'first second third'],
  ['\n  around  \n', 'around'],
  ['two  spaces stay', 'two  spaces stay'],
  [' \n ', ''],
  [
    'What\nis wrong?\n```js\nif (a)\n  b()\n```\nTell\nme.',
    'What is wrong?\n```js\nif (a)\n  b()\n```\nTell me.',
  ],
  ['~~~\na\n```\nb\n~~~~\n\nand\nso on', '~~~\na\n```\nb\n~~~~\nand so on'],
  ['````\n```\ninside\n```\n````', '````\n```\ninside\n```\n````'],
  ['Not closed:\r\n```\r\na\r\n\r\nb', 'Not closed:\n```\na\n\nb'],
  ['an ```inline``` mark\nis none', 'an ```inline``` mark is none'],
  ['```in one``` line\nis none', '```in one``` line is none'],
])('folds %j to %j', (typed, asked) => {
  expect(foldLines(typed)).toBe(asked)
})

test('a list keeps its lines only where that is chosen', () => {
  const list = ' Compare:\n\n- price\n- delivery\n'
  expect(promptOf(list, true)).toBe('Compare:\n\n- price\n- delivery')
  expect(promptOf(list, false)).toBe('Compare: - price - delivery')
})
