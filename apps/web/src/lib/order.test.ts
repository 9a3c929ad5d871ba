import { expect, test } from 'vitest'
import { moved, placeAt } from './order.ts'

test.each([
  [1, 2, [2, 3, 1, 4]],
  [4, 0, [4, 1, 2, 3]],
  [2, 9, [1, 3, 4, 2]],
  [2, -5, [2, 1, 3, 4]],
  [9, 0, [1, 2, 3, 4]],
])('moves %i to position %i within the list', (id, to, order) => {
  expect(moved([1, 2, 3, 4], id, to)).toEqual(order)
})

test('a dragged item goes behind all items whose middle it passed', () => {
  expect([0, 30, 90, 400].map((pointer) => placeAt(pointer, [26, 78, 130]))).toEqual([0, 1, 2, 3])
})
