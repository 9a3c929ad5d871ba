import { expect, test } from 'vitest'
import { inPinOrder, parsePins, toggledPin } from './pins.ts'

test('the stored pins are as many as one call may ask for; a full list lets the one pinned first go', () => {
  const ids = Array.from({ length: 150 }, (_, index) => index + 1)
  expect(parsePins(JSON.stringify(ids))).toHaveLength(100)
  const next = toggledPin(ids.slice(0, 100), 500)
  expect(next).toHaveLength(100)
  expect([next[0], next.at(-1)]).toEqual([2, 500])
})

test('pinned projects stand in the order of their pins, without those that are gone', () => {
  expect(inPinOrder([3, 9, 1], [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual([{ id: 3 }, { id: 1 }])
})
