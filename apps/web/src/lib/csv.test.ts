import { expect, test } from 'vitest'
import { toCsv, withoutFormula } from './csv.ts'

test.each([
  [
    'plain cells',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    'a,b\r\n1,2',
  ],
  ['commas and quotes', [['a,b', 'say "hi"']], '"a,b","say ""hi"""'],
  ['line ends inside a cell', [['one\ntwo', 'x']], '"one\ntwo",x'],
  ['empty cells', [['', '', '']], ',,'],
  ['white space at the edges', [[' a', 'b ']], '" a","b "'],
])('writes %s', (_, rows, text) => {
  expect(toCsv(rows)).toBe(text)
})

test.each([
  ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  // Some spreadsheets treat the full-width signs of East Asian keyboards the same.
  ['＝1+1', "'＝1+1"],
  ['1-2', '1-2'],
  ['', ''],
])('escapes formulas: %j is written as %j', (text, written) => {
  expect(withoutFormula(text)).toBe(written)
})
