import { expect, test } from 'vitest'
import { neighbourOf } from './use-chosen.ts'

test.each([
  { before: [1, 2, 3], gone: 2, left: [1, 3], neighbour: 3, what: 'the next tab' },
  { before: [1, 2, 3], gone: 3, left: [1, 2], neighbour: 2, what: 'the previous tab' },
  { before: [1, 2, 3, 4], gone: 2, left: [1, 4], neighbour: 4, what: 'the next remaining tab' },
  { before: [1], gone: 1, left: [], neighbour: undefined, what: 'none if it was the only one' },
  { before: [1, 2], gone: 9, left: [1, 2], neighbour: undefined, what: 'none for an unknown tab' },
])('after a tab is deleted, shows $what', ({ before, gone, left, neighbour }) => {
  expect(neighbourOf(before, gone, left)).toBe(neighbour)
})
