import { expect, test } from 'vitest'
import { showsFigures } from './use-figures.ts'

test.each([
  [{}, false],
  [{ proMode: 'false' }, false],
  [{ proMode: 'true' }, true],
  [{ proMode: '1' }, true],
  [{ proMode: '' }, true],
  [{ plStats: '', proMode: 'true' }, true],
  [{ plStats: 'false', proMode: 'true' }, false],
  [{ plStats: 'true', proMode: 'false' }, true],
  [{ plStats: '1' }, true],
])('the settings %j show the figures: %j', (stored, shown) => {
  expect(showsFigures(stored)).toBe(shown)
})
