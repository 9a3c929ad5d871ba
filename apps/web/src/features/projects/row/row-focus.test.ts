import { expect, test } from 'vitest'
import { nextRow } from './row-focus.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, -1],
  ['ArrowUp', 2, 3, 1],
  ['ArrowUp', 0, 3, -1],
  ['Home', 2, 3, 0],
  ['Home', 0, 3, -1],
  ['End', 0, 3, 2],
  ['End', 2, 3, -1],
  ['a', 1, 3, -1],
])('%s at row %i of %i leads to %i', (key, index, count, next) => {
  expect(nextRow(key, index, count)).toBe(next)
})
