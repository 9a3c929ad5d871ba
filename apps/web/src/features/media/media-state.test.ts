import { expect, test } from 'vitest'
import { ranges } from './media-state.ts'

test('page numbers become ranges', () => {
  expect(ranges([])).toBe('')
  expect(ranges([4])).toBe('4')
  expect(ranges([7, 1, 2, 3, 9, 10])).toBe('1–3, 7, 9–10')
})
