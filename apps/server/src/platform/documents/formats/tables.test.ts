import { expect, test } from 'vitest'
import { tableBlock } from './tables.ts'

test('empty cells keep their place between the first and the last used column', () => {
  const rows = [
    ['', 'Name', 'Budget', 'Spent', ''],
    ['', '', '', '', ''],
    ['', 'Sofia', '', '80', ''],
    ['', '', '', '5', ''],
    ['', 'Boris', '', '', ''],
  ]
  expect(tableBlock(rows, { page: 2 })).toEqual({
    kind: 'table',
    text: 'Name | Budget | Spent\nSofia |  | 80\n |  | 5\nBoris',
    head: 'Name | Budget | Spent',
    page: 2,
  })
})

test('paragraphs of a cell stay apart, and its text has no mark between cells', () => {
  const table = tableBlock([['54,234\n\n  000', 'a|b'], ['x']], { heads: 0 })
  expect(table).toEqual({ kind: 'table', text: '54,234 / 000 | a¦b\nx' })
})

test('a table without text is left out', () => {
  expect(tableBlock([])).toBeUndefined()
  expect(tableBlock([[' ', ''], []])).toBeUndefined()
})
