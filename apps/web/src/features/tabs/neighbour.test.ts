import { expect, test } from 'vitest'
import { neighbourOf } from './neighbour.ts'

test.each([
  { before: [1, 2, 3], gone: 2, left: [1, 3], neighbour: 3, what: 'the next one' },
  { before: [1, 2, 3], gone: 3, left: [1, 2], neighbour: 2, what: 'the one before the last' },
  { before: [1, 2, 3, 4], gone: 2, left: [1, 4], neighbour: 4, what: 'the next that is left' },
  { before: [1], gone: 1, left: [], neighbour: undefined, what: 'nobody' },
  { before: [1, 2], gone: 9, left: [1, 2], neighbour: undefined, what: 'nobody, for a stranger' },
])('the place of a tab that is gone takes $what', ({ before, gone, left, neighbour }) => {
  expect(neighbourOf(before, gone, left)).toBe(neighbour)
})
