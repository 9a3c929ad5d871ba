import { expect, test } from 'vitest'
import { endOf, leastHeight } from './least-height.ts'

const block = 'x'.repeat(1_000)
const table = '| Bidder | Price |\n| --- | ---: |\n| Brückner | 1 |\n| Voltaris | 2 |'
const code = '```sql\nSELECT 1;\nSELECT 2;\n```'

test.each([
  ['nothing', [], 900, [0, 0]],
  ['what does not fill it is all there is', [[block]], 900, [0, 0]],
  ['the last ones fill it', [[block], [block], [block], [block]], 400, [2, 0]],
  ['of a group those that are needed', [[block], [block, block, block]], 400, [1, 1]],
  ['line ends fill it too', [[block], ['line\n'.repeat(100)]], 900, [1, 0]],
  ['a table by its rows', [['a', table]], 92, [0, 1]],
  ['and not by more', [['a', table]], 93, [0, 0]],
  ['code by its lines and its head', [['a', code]], 90, [0, 1]],
  ['and not by more than them', [['a', code]], 91, [0, 0]],
  ['a heading is a line', [['a', '## Lot 2']], 30, [0, 1]],
  ['what shows nothing fills nothing', [['a', '[1]: https://example.org', '<!-- -->', ' ']], 1, [0, 0]],
])('the end of a text: %s', (_, groups, height, [group, from]) => {
  expect(endOf(groups, height)).toEqual({ group, block: from })
})

test('a text is as high as its letters and its line ends', () => {
  expect(leastHeight('')).toBe(0)
  expect(leastHeight(block)).toBe(220)
  expect(leastHeight('a\nb')).toBe(12)
})
