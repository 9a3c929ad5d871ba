import { expect, test } from 'vitest'
import { countMoved, fitted, isSame, moved, placeAt } from './order.ts'

test.each([
  [1, 2, [2, 3, 1, 4]],
  [4, 0, [4, 1, 2, 3]],
  [2, 9, [1, 3, 4, 2]],
  [9, 0, [1, 2, 3, 4]],
])('%i moved to place %i', (id, to, order) => {
  expect(moved([1, 2, 3, 4], id, to)).toEqual(order)
})

test('a dragged row stands below those whose middle it has passed', () => {
  expect([0, 30, 90, 400].map((pointer) => placeAt(pointer, [26, 78, 130]))).toEqual([0, 1, 2, 3])
})

test('what is gone leaves an order that was begun, and what is new comes last', () => {
  expect(fitted([3, 1, 2], [1, 3, 4])).toEqual([3, 1, 4])
})

test('two that changed places are two that moved', () => {
  expect(countMoved([1, 2, 3], [1, 3, 2])).toBe(2)
  expect(isSame([1, 2], [1, 2])).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
})
