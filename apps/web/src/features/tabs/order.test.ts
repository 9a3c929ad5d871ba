import { expect, test } from 'vitest'
import { moved, placeAt } from './order.ts'

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
