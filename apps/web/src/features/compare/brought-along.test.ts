import { expect, test } from 'vitest'
import { broughtAlong } from './brought-along.ts'

test.each([
  ['the draft of the composer into an empty sheet', '', '', 'Why?', 'Why?'],
  ['the changed draft when the sheet still has the older copy', 'Why?', 'Why?', 'Why not?', 'Why not?'],
  ['nothing when the composer was emptied since', 'Why?', 'Why?', '', ''],
  ['what was typed in the sheet', 'Why at all?', 'Why?', 'Why?', 'Why at all?'],
  ['what was typed in the sheet, without a draft', 'Why?', '', '', 'Why?'],
  ['the lines of a list', '', '', '- one\n- two', '- one\n- two'],
])('the sheet shows %s', (_, kept, from, draft, expected) => {
  expect(broughtAlong(kept, from, draft)).toBe(expected)
})
