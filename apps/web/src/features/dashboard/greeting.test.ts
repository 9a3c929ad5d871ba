import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [0, 'night'],
  [2, 'night'],
  [3, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [14, 'afternoon'],
  [15, 'evening'],
  [19, 'evening'],
  [20, 'night'],
  [23, 'night'],
] as const)('at %i o’clock it is %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
