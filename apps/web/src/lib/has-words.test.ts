import { expect, test } from 'vitest'
import { hasWords } from './has-words.ts'

test.each([
  ['Procurement officer', 'officer proc', true],
  ['Procurement officer', '  OFFICER ', true],
  ['Procurement officer', 'officer letters', false],
  ['Procurement officer', '', true],
  ['Team Weiß', 'weiss', true],
  ['Team Weiss', 'WEIß', true],
  ['Störung', 'storung', true],
  ['Café', 'cafe', true],
  ['Łódź', 'lodz', true],
  ['Cafe', 'café', true],
  ['Zu\u0308rich', 'zürich', true],
])('“%s” contains all words of “%s”: %s', (text, typed, has) => {
  expect(hasWords(text, typed)).toBe(has)
})
