import { expect, test } from 'vitest'
import { moved, neighbourOf, placeAt } from './order.ts'

test('an id moves to a place, and never out of the row', () => {
  expect(moved([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4])
  expect(moved([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3])
  expect(moved([1, 2, 3], 2, 99)).toEqual([1, 3, 2])
  expect(moved([1, 2, 3], 2, -5)).toEqual([2, 1, 3])
  expect(moved([1, 2, 3], 9, 0)).toEqual([1, 2, 3])
})

test('a dragged tab belongs behind all whose middle was passed', () => {
  expect(placeAt(5, [50, 150, 250])).toBe(0)
  expect(placeAt(160, [50, 150, 250])).toBe(2)
  expect(placeAt(999, [50, 150, 250])).toBe(3)
})

test.each([
  { before: [1, 2, 3], gone: 2, left: [1, 3], neighbour: 3, what: 'the next one' },
  { before: [1, 2, 3], gone: 3, left: [1, 2], neighbour: 2, what: 'the one before the last' },
  { before: [1, 2, 3, 4], gone: 2, left: [1, 4], neighbour: 4, what: 'the next that is left' },
  { before: [1], gone: 1, left: [], neighbour: undefined, what: 'nobody' },
  { before: [1, 2], gone: 9, left: [1, 2], neighbour: undefined, what: 'nobody, for a stranger' },
])('the place of a tab that is gone takes $what', ({ before, gone, left, neighbour }) => {
  expect(neighbourOf(before, gone, left)).toBe(neighbour)
})
