import { expect, test } from 'vitest'
import { isSomebodys } from './forget.ts'

test.each([
  ['polylogue.draft.7.tab.12', undefined, true],
  ['polylogue.draft.7.tab.12', 7, false],
  ['polylogue.draft.77.tab.12', 7, true],
  ['polylogue.draft.7.compare-without.3', 8, true],
  ['polylogue.unread.7', 7, false],
  ['polylogue.unread.7', 70, true],
  ['polylogue.compare.7', undefined, true],
  ['polylogue.session', undefined, false],
  ['polylogue.theme', undefined, false],
  ['polylogue.userName', 7, false],
])('%s is removed when only the keys of user %s are kept: %s', (key, except, gone) => {
  expect(isSomebodys(key, except)).toBe(gone)
})
