import { expect, test } from 'vitest'
import { isOrderOf, nextTabName } from './rules.ts'

test.each([
  [[], 'Tab 1'],
  [['Tab 1'], 'Tab 2'],
  [['Registerkarte 1'], 'Tab 2'],
  [['Tab 1', 'Tab 7'], 'Tab 8'],
  [['Tab 2', 'Notes', 'Plan'], 'Tab 4'],
  [['Tab 99999999999999999999'], 'Tab 2'],
])('the next name after %j is %s', (names, next) => {
  expect(nextTabName(names)).toBe(next)
})

test('an order must contain every tab exactly once', () => {
  expect(isOrderOf([1, 2, 3], [3, 1, 2])).toBe(true)
  for (const wrong of [
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 2],
    [1, 2, 4],
    [1, 2, 3, 3],
  ])
    expect(isOrderOf([1, 2, 3], wrong)).toBe(false)
})
