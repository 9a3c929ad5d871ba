import { expect, test } from 'vitest'
import { endOf, leastHeight } from './least-height.ts'

const block = 'x'.repeat(1_000)
const table = '| Bidder | Price |\n| --- | ---: |\n| Brückner | 1 |\n| Voltaris | 2 |'
const code = '```sql\nSELECT 1;\nSELECT 2;\n```'

test.each([
  ['no blocks', [], 900, [0, 0]],
  ['all blocks of a short text', [[block]], 900, [0, 0]],
  ['only the last groups', [[block], [block], [block], [block]], 400, [2, 0]],
  ['only some blocks of a group', [[block], [block, block, block]], 400, [1, 1]],
  ['line ends count', [[block], ['line\n'.repeat(100)]], 900, [1, 0]],
  ['rows of a table count', [['a', table]], 92, [0, 1]],
  ['nothing else of a table counts', [['a', table]], 93, [0, 0]],
  ['lines and header of code count', [['a', code]], 90, [0, 1]],
  ['nothing else of code counts', [['a', code]], 91, [0, 0]],
  ['a heading counts as a line', [['a', '## Lot 2']], 30, [0, 1]],
  ['invisible blocks do not count', [['a', '[1]: https://example.org', '<!-- -->', ' ']], 1, [0, 0]],
])('finds the last blocks that fill a height: %s', (_, groups, height, [group, from]) => {
  expect(endOf(groups, height)).toEqual({ group, block: from })
})

test('the height of a text counts its letters and line ends', () => {
  expect(leastHeight('')).toBe(0)
  expect(leastHeight(block)).toBe(220)
  expect(leastHeight('a\nb')).toBe(12)
})
