import { expect, test } from 'vitest'
import { chosenOf, dayOf, timeOf } from './expiry.ts'

const now = new Date(2026, 10, 21, 9, 41)

test.each([
  ['none', '', null],
  ['30', '', new Date(2026, 11, 21, 9, 41).toISOString()],
  ['date', '2026-11-21', new Date(2026, 10, 21, 23, 59, 59).toISOString()],
  ['date', '2028-02-29', new Date(2028, 1, 29, 23, 59, 59).toISOString()],
  ['date', '2026-11-20', undefined],
  ['date', '', undefined],
  ['date', 'soon', undefined],
] as const)('returns the expiry of the choice: %s %s', (choice, day, time) => {
  expect(timeOf({ choice, day }, now)).toBe(time)
})

test('an existing token shows its last day', () => {
  expect(chosenOf(null)).toEqual({ choice: 'none', day: '' })
  expect(chosenOf(new Date(2027, 0, 5, 23, 59, 59).toISOString())).toEqual({
    choice: 'date',
    day: '2027-01-05',
  })
  expect(dayOf(new Date(2027, 8, 9))).toBe('2027-09-09')
})
