import { expect, test } from 'vitest'
import { dueAfterFailure, nextDue } from './schedule.ts'

const now = new Date('2030-01-01T00:00:00Z')
const hours = (due: Date | null) => due && (due.getTime() - now.getTime()) / 3_600_000

test.each([
  ['none', null],
  ['daily', 24],
  ['weekly', 168],
] as const)('an address that is refreshed %s is due after %s hours', (refresh, expected) => {
  expect(hours(nextDue(refresh, now))).toBe(expected)
})

test('retries after failures are delayed increasingly, up to the refresh interval', () => {
  const pauses = (refresh: 'none' | 'daily' | 'weekly') =>
    [1, 2, 3, 4, 5, 6, 100].map((failures) => hours(dueAfterFailure(refresh, failures, now)))
  expect(pauses('daily')).toEqual([0.25, 1, 4, 16, 24, 24, 24])
  expect(pauses('weekly')).toEqual([0.25, 1, 4, 16, 64, 168, 168])
  expect(pauses('none')).toEqual(Array(7).fill(null))
})
