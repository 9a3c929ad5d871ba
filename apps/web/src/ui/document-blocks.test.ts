import { expect, test } from 'vitest'
import { blocksOf, firstShown, type DocumentBlock } from './document-blocks.ts'

const TABLE = 'Lot | Bidder | Price\n1 | Nordbau | 1,200 €\n2 |  | 900 €'
const whole = (text: string) => blocksOf(text, { from: 0, to: text.length })

/** Texts of blocks; of a table, its rows. */
const read = (text: string, blocks: readonly DocumentBlock[]) =>
  blocks.map((block) =>
    block.kind === 'text'
      ? text.slice(block.from, block.to)
      : block.rows.map((row) => row.map(({ from, to }) => text.slice(from, to))),
  )

test('finds a table between texts, with its empty cells', () => {
  const text = `Bids\n\nAll prices are net.\n\n${TABLE}\n\nThe end.`
  expect(read(text, whole(text))).toEqual([
    'Bids\n\nAll prices are net.',
    [
      ['Lot', 'Bidder', 'Price'],
      ['1', 'Nordbau', '1,200 €'],
      ['2', '', '900 €'],
    ],
    'The end.',
  ])
})

test('its first row is the head, and columns of numbers are known', () => {
  expect(whole(TABLE)).toMatchObject([{ kind: 'table', hasHead: true, numeric: [true, false, true] }])
})

test.each([
  ['one line with several cells', 'Home | About | Contact'],
  ['program code', 'cat log.txt |grep error\nls -l|sort | head'],
  ['a “|” in one of many lines', 'first line\nsecond line\nthird | line'],
  ['pipes of a shell', 'cat access.log | grep 500 | wc -l\nps aux | sort -nrk 3 | head -5'],
  ['pipes behind a prompt', '$ docker ps | awk x\n$ kubectl get pods | my-filter\nNAME | READY'],
  ['pipes of PowerShell', 'Get-Process | Sort-Object CPU\nGet-Service | Where-Object Status'],
  ['types of TypeScript', "type Side = 'left' | 'right'\ntype Size = 'small' | 'large'"],
  ['a choice over several lines', "type Side =\n  | 'left'\n  | 'right'"],
  ['cases', 'match x with\n| Some y -> y\n| None -> 0'],
  ['members of a type', 'name: string | null\nage: number | undefined'],
  ['parameters', 'def read(name: str | None, size: int | None)\ndef write(name: str | bytes) -> bool'],
  ['flags', 'flags = READ | WRITE\nmode = A | B | C'],
  ['statements', 'open(READ | WRITE);\nclose(ALL | NOW);'],
  ['filters of a template', '{{ name | upper }}\n{{ day | date }}'],
  ['grammar', 'list ::= item | list item\nitem ::= word | number'],
  ['code with indented lines', 'a | b\n    c | d'],
  ['typed columns', 'one  | two\n1    | 2'],
  ['code between fences', '```\na | b\nc | d\n```'],
  ['a paragraph of code between fences', '```sh\nfirst\n\na | b\nc | d\n```'],
])('leaves %s as text', (_, text) => {
  expect(whole(text)).toEqual([{ kind: 'text', from: 0, to: text.length }])
})

test.each([
  ['code in cells', 'Option | Example\nfilter | {{ name }}\ntype | f(x) -> y'],
  ['types and commands', 'Field | Type\nid | number\nname | string\nsort | grep'],
  ['prices and bounds', 'Price | Age\n$ 500 | > 65\n> 65 | $ 300'],
  ['values and closing brackets', 'a) Name | b) Age\nx = 3 | 4\nMeier | 5\nWeiß | 6'],
  ['empty cells in a row', 'A | B | C | D\n1 |  |  | 4\n |  | 3'],
  ['text after a fence that ended', '```\na | b\n```\n\nA | B\n1 | 2'],
])('shows a table with %s', (_, text) => {
  expect(whole(text).at(-1)?.kind).toBe('table')
})

test('a part that begins inside a table has rows without a head, even one row', () => {
  const text = `${TABLE}\n\nThe end.`
  const from = text.indexOf('2 |')
  const blocks = blocksOf(text, { from, to: text.length, isInTable: true })
  expect(read(text, blocks)).toEqual([[['2', '', '900 €']], 'The end.'])
  expect(blocks[0]).toMatchObject({ hasHead: false })
})

test('a row that is cut inside the mark between cells keeps what is there', () => {
  const text = 'a | b\nc | d'
  expect(read(text, blocksOf(text, { from: 2, to: 9, isInTable: true }))).toEqual([[['| b'], ['c |']]])
  const longer = `${text}\ne | f`
  expect(read(longer, blocksOf(longer, { from: 3, to: longer.length, isInTable: true }))).toEqual([
    [[' b'], ['c', 'd'], ['e', 'f']],
  ])
})

test('a span that begins in a mark between cells is shown from the next cell', () => {
  const blocks = whole(TABLE)
  expect(firstShown(blocks, { from: 3, to: 12 })).toBe(TABLE.indexOf('Bidder'))
  expect(firstShown(blocks, { from: 8, to: 12 })).toBe(8)
  expect(firstShown(blocks, { from: 900, to: 901 })).toBeUndefined()
})

test('reads ten thousand rows at once', () => {
  const text = Array.from({ length: 10_000 }, (_, row) => `${row} | name ${row} | 12 €`).join('\n')
  const [table] = whole(text)
  expect(table?.kind === 'table' && table.rows.length).toBe(10_000)
})
