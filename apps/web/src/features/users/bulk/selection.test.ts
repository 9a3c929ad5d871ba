import { expect, test } from 'vitest'
import { hasAll } from './selection.ts'

const people = (...ids: number[]) => ids.map((id) => ({ id }))

test('all are selected only if each of the found ones is, not as many of another filter', () => {
  const selected = { has: (id: number) => id < 4 }
  expect(hasAll(selected, 3, [people(1, 2, 3), []])).toBe(true)
  // Three of another filter are selected.
  expect(hasAll(selected, 3, [people(7, 8, 9), []])).toBe(false)
  // The list shows one page; all of them were found when they were selected.
  expect(hasAll(selected, 3, [people(1, 2), []])).toBe(false)
  expect(hasAll(selected, 3, [people(1, 2), people(1, 2, 3)])).toBe(true)
  expect(hasAll(selected, 4, [people(1, 2), people(1, 2, 3, 4)])).toBe(false)
})
