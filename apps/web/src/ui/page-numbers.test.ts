import { expect, test } from 'vitest'
import { numbersOf } from './page-numbers.tsx'

const shown = (page: number, pages: number) =>
  numbersOf(page, pages)
    .map((number) => (number < 0 ? '…' : number))
    .join(' ')

test.each([
  [1, 1, '1'],
  [2, 3, '1 2 3'],
  [1, 12, '1 2 3 4 5 … 12'],
  [4, 12, '1 2 3 4 5 … 12'],
  [5, 12, '1 … 4 5 6 … 12'],
  [12, 12, '1 … 8 9 10 11 12'],
  [4, 7, '1 2 3 4 5 6 7'],
])('page %d of %d shows %s', (page, pages, expected) => {
  expect(shown(page, pages)).toBe(expected)
})
