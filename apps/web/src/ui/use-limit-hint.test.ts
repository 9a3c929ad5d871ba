import { expect, test } from 'vitest'
import { stateOf } from './use-limit-hint.ts'

test('a field names its limits only when it was left empty or is nearly full', () => {
  expect(stateOf('', 200, false)).toBe('fine')
  expect(stateOf('', 200, true)).toBe('empty')
  expect(stateOf(' ', 200, true)).toBe('empty')
  expect(stateOf('Bids', 200, true)).toBe('fine')
  expect(stateOf('x'.repeat(159), 200, true)).toBe('fine')
  expect(stateOf('x'.repeat(160), 200, true)).toBe('full')
  expect(stateOf('123', 4, false)).toBe('fine')
  expect(stateOf('x'.repeat(500), undefined, true)).toBe('fine')
})
