import { expect, test } from 'vitest'
import { chosenByEnter } from './use-context-search.ts'

test.each([
  ['the only match', ['Ada'], -1, true, 'Ada'],
  ['nothing among several matches', ['Ada', 'Adam'], -1, true, undefined],
  ['the option that the arrow keys reached', ['Ada', 'Adam'], 1, true, 'Adam'],
  ['nothing of the list before a search', ['Ada'], -1, false, undefined],
  ['nothing without a match', [], -1, true, undefined],
])('Enter chooses %s', (_, offered: string[], at, searched, expected) => {
  expect(chosenByEnter(offered, at, searched)).toBe(expected)
})
