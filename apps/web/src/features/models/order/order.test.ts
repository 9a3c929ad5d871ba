import { expect, test } from 'vitest'
import { countMoved, mergedOrder, isSame } from './order.ts'

test('keeps the chosen order, drops deleted models and appends new ones', () => {
  expect(mergedOrder([3, 1, 2], [1, 3, 4])).toEqual([3, 1, 4])
})

test('counts both items of a swap as moved', () => {
  expect(countMoved([1, 2, 3], [1, 3, 2])).toBe(2)
  expect(isSame([1, 2], [1, 2])).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
})
