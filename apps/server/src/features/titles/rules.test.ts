import { expect, test } from 'vitest'
import { titleOf } from './rules.ts'

test.each([
  ['Heat pump costs', 'Heat pump costs'],
  ['  "Heat pump costs."\n', 'Heat pump costs'],
  ['**Title:** „Heizkosten im Vergleich“', 'Heizkosten im Vergleich'],
  ['# Заглавие: Разходи за отопление', 'Разходи за отопление'],
  ['<think>They ask about heat.\nTitle: Wrong</think>\n\nHeat pumps', 'Heat pumps'],
  ['<think>Unfinished', undefined],
  ['One two three four five six seven eight', 'One two three four five six'],
  ['This is a whole sentence in place of a title for the chat', undefined],
  ['\u202eevil\u0007 title', 'evil title'],
  ['请比较第二批的投标'.repeat(20), '请比较第二批的投标'.repeat(20).slice(0, 60)],
  [`${'Donaudampfschiff'.repeat(3)} fahrtsgesellschaft`, 'Donaudampfschiff'.repeat(3)],
  ['C++ or Rust?', 'C++ or Rust?'],
  ['--- !!!', undefined],
  ['', undefined],
])('the title in %j is %j', (reply, title) => {
  expect(titleOf(reply)).toBe(title)
})
