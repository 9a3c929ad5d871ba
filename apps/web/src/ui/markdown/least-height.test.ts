import { expect, test } from 'vitest'
import { endOf, leastHeight } from './least-height.ts'

const block = 'x'.repeat(1_000)

test.each([
  ['nothing', [], 900, 0],
  ['what does not fill it is all there is', [[block]], 900, 0],
  ['the last ones fill it', [[block], [block], [block], [block]], 400, 2],
  ['line ends fill it too', [[block], ['line\n'.repeat(100)]], 900, 1],
])('the end of a text: %s', (_, groups, height, from) => {
  expect(endOf(groups, height)).toBe(from)
})

test('a text is as high as its letters and its line ends', () => {
  expect(leastHeight('')).toBe(0)
  expect(leastHeight(block)).toBe(220)
  expect(leastHeight('a\nb')).toBe(12)
})
