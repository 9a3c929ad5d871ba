import { expect, test } from 'vitest'
import { isPro } from './use-pro-mode.ts'

test.each([
  [undefined, false],
  [null, false],
  ['false', false],
  ['true', true],
  ['', true],
  ['0', true],
  ['anything', true],
])('the stored value %j means pro mode: %j', (stored, pro) => {
  expect(isPro(stored)).toBe(pro)
})
