import { expect, test } from 'vitest'
import { inPinOrder, parsePins, toggledPin } from './pins.ts'

test('stores at most 100 pins and drops the oldest one of a full list', () => {
  const ids = Array.from({ length: 150 }, (_, index) => index + 1)
  expect(parsePins(JSON.stringify(ids))).toHaveLength(100)
  const next = toggledPin(ids.slice(0, 100), 500)
  expect(next).toHaveLength(100)
  expect([next[0], next.at(-1)]).toEqual([2, 500])
})

test('lists pinned projects in the order of their pins, without deleted ones', () => {
  expect(inPinOrder([3, 9, 1], [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual([{ id: 3 }, { id: 1 }])
})
