import { expect, test } from 'vitest'
import { groupByTime } from './by-time.ts'

const now = new Date(2026, 10, 20, 0, 30)
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()
const groups = (times: string[]) =>
  groupByTime(times, (time) => time, now).map(({ age, items }) => [age, items.length])

test('today ends at midnight, not after 24 hours', () => {
  expect(groups([at(2026, 10, 20, 0, 1), at(2026, 10, 19, 23, 59)])).toEqual([
    ['today', 1],
    ['week', 1],
  ])
})

test('the week includes the seventh day before today', () => {
  expect(groups([at(2026, 10, 13, 0, 0), at(2026, 10, 12, 23, 59)])).toEqual([
    ['week', 1],
    ['older', 1],
  ])
})

test('a future time counts as today, and empty groups are left out', () => {
  expect(groups([at(2026, 10, 21, 9)])).toEqual([['today', 1]])
  expect(groups([])).toEqual([])
})
