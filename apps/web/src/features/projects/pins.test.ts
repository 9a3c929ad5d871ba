import { describe, expect, test } from 'vitest'
import { inPinOrder, parsePins, toggledPin } from './pins.ts'

describe('the stored pins', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['[]', []],
    ['[3,1]', [3, 1]],
    ['[3,1,3]', [3, 1]],
    ['{"3":true}', []],
    ['[3,"1",null,-2,1.5,0]', [3]],
    ['not json', []],
  ])('%j means %j', (text, pins) => {
    expect(parsePins(text)).toEqual(pins)
  })

  test('are as many as one call may ask for', () => {
    expect(parsePins(JSON.stringify(Array.from({ length: 150 }, (_, index) => index + 1)))).toHaveLength(100)
  })
})

test('pinning puts at the end, pinning again takes out', () => {
  expect(toggledPin([3, 1], 7)).toEqual([3, 1, 7])
  expect(toggledPin([3, 1, 7], 1)).toEqual([3, 7])
})

test('a full list lets the one pinned first go', () => {
  const full = Array.from({ length: 100 }, (_, index) => index + 1)
  const next = toggledPin(full, 500)
  expect(next).toHaveLength(100)
  expect([next[0], next.at(-1)]).toEqual([2, 500])
})

test('pinned projects stand in the order of their pins, without those that are gone', () => {
  expect(inPinOrder([3, 9, 1], [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual([{ id: 3 }, { id: 1 }])
})
