import { utils, write, type WorkBook } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { BlockDocument } from '../../blocks.ts'
import type { Reader } from '../reader.ts'
import { zip } from '../../test/zip.ts'
import { CellCount, type Row } from './grid.ts'
import { loadSpreadsheet } from './spreadsheet.ts'
import { sheetBlocks } from './regions.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadSpreadsheet()
})

const FILES = new URL('../../../../../test/documents/', import.meta.url)
const readFixture = async (name: string) => reader(await readFile(new URL(name, FILES)))
const tablesOf = ({ blocks }: BlockDocument) =>
  blocks.flatMap(({ kind, text }) => (kind === 'table' ? [text] : []))

/** Builds a workbook with one sheet of these rows. */
function book(
  rows: readonly (readonly unknown[])[],
  change: (made: WorkBook) => void = () => undefined,
): Buffer {
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Plan')
  change(made)
  return write(made, { type: 'buffer', bookType: 'xlsx', cellStyles: true }) as Buffer
}

test.each([
  [
    'orders-exceljs.xlsx',
    'Customer | Phone | Ordered | Delivered | Discount\nAlma Berg | 0451-100 | 15.01.2026 | 2026-02-03 | 5 %\n' +
      'Boris Cole |  | 01.03.2026 |  | 10 %\nCleo Dorn |  |  | 2026-04-09',
  ],
  ['date1904.xlsx', 'Start | 2024-01-01'],
  ['merged.xlsx', 'Region | City | Sales\nNorth | Kiel | 10\nNorth | Bremen | 20'],
  ['gaps.ods', 'Name | Q1 | Q2 | Due\nAlma |  |  | 2026-01-15\n7 | 7 | 7'],
  [
    'xlsx-empty-cells-dates.xlsx',
    ' | Budget | Spent | Due | Share\nBerlin | 100 |  | 2025-01-01 | 12.50%\nSofia |  | 80 | 2025-02-01 | 50.00%',
  ],
  [
    'dates-and-gaps.xlsx',
    'Name | Q1 | Q2 | Due | Share\nAlma |  | 7 | 2024-01-01 | 12.50%\nBoris | 5 |  | 2026/07/02 | 1,234.50 EUR\n' +
      'my best friends | 1 | 2 | 4/14/25\nInline Ida | TRUE | ab | 2024-01-01 18:00 | #DIV/0!\n東京 |  |  | 12:00:00',
  ],
])('%s is read as the sheet shows it', async (name, table) => {
  expect(tablesOf(await readFixture(name))).toEqual([table])
})

test('hidden sheets, rows and columns are left out and named; pages count them', async () => {
  expect(await readFixture('xlsx-hidden-sheets.xlsx')).toMatchObject({
    pages: 3,
    warnings: [{ code: 'hidden_sheets', names: ['Hidden', 'VeryHidden'] }],
  })
  const bytes = book(
    [
      ['Name', 'Salary', 'City'],
      ['Ada', 5_000, 'Ulm'],
      ['Secret', 9_000, 'Bonn'],
    ],
    ({ Sheets: { Plan } }) => {
      if (Plan) Object.assign(Plan, { '!cols': [{}, { hidden: true }], '!rows': [{}, {}, { hidden: true }] })
    },
  )
  const read = await reader(bytes)
  expect(tablesOf(read)).toEqual(['Name | City\nAda | Ulm'])
  expect(read.warnings).toEqual([{ code: 'hidden_cells', pages: [], names: ['Plan'] }])
})

test('a head of many rows and a title with a number belong to their table', async () => {
  const { blocks } = await reader(
    book([
      [2, 'Visits by month'],
      [null, null, null, null, 'thousands'],
      [null, null, 'All', 'Area', 'Area'],
      [null, null, null, 'America', 'Europe'],
      [],
      [null, null, 'NSA', 'NSA', 'NSA'],
      [2012, 'Jan', 2246, 192, 1704],
      [null, 'Feb', 1736, 154, 1369],
    ]),
  )
  expect(blocks.map(({ kind, text, head }) => ({ kind, text, head })).slice(1)).toEqual([
    { kind: 'text', text: '2 Visits by month\nthousands', head: undefined },
    {
      kind: 'table',
      text: ' |  | All | Area | Area\n |  |  | America | Europe\n |  | NSA | NSA | NSA\n2012 | Jan | 2246 | 192 | 1704\n | Feb | 1736 | 154 | 1369',
      head: ' |  | All | Area | Area\n |  |  | America | Europe\n |  | NSA | NSA | NSA',
    },
  ])
})

test.each<[what: string, rows: unknown[][], head: string]>([
  [
    'dates',
    [
      ['Item', 'Item', 'Item'],
      ['', new Date(2024, 0, 1), new Date(2024, 1, 1)],
      ['Ulm', 5, 6],
    ],
    'Item | Item | Item\n | 2024-01-01 | 2024-02-01',
  ],
  [
    'records of texts',
    [
      ['Name', 'City', 'Age'],
      ['Ada', 'Ulm'],
      ['Bob', 'Bonn', 44],
    ],
    'Name | City | Age',
  ],
  [
    'a list with numbers',
    [
      [1, 'Ada'],
      [2, 'Bob'],
      [3, 'Cleo'],
    ],
    '1 | Ada',
  ],
  [
    'no numbers',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    'a | b',
  ],
])('a table with %s has its own head', async (_, rows, head) => {
  const { blocks } = await reader(book(rows))
  expect(blocks.find(({ kind }) => kind === 'table')?.head).toBe(head)
})

test('formulas without values in the file are counted, and their sheets are named', async () => {
  const read = await reader(
    book([['City', 'Sum', 'Text', 'Known']], ({ Sheets: { Plan } }) => {
      const cells = {
        A2: { t: 's', v: 'Ulm' },
        B2: { t: 'z', f: 'SUM(1,2)' },
        C2: { t: 's', v: '', f: '""' },
        D2: { t: 'n', v: 2, f: '1+1' },
        B3: { t: 'z', f: 'B2+1' },
      }
      Object.assign(Plan ?? {}, cells, { '!ref': 'A1:D3' })
    }),
  )
  expect(tablesOf(read)).toEqual(['City | Sum | Text | Known\nUlm |  |  | 2'])
  expect(read.warnings).toEqual([{ code: 'formulas', pages: [], count: 2, names: ['Plan'] }])
})

test('a number that is shown as text has all its digits', async () => {
  const read = await reader(book([['Policy', { t: 'n', v: 220695536930, z: '@' }]]))
  expect(tablesOf(read)).toEqual(['Policy | 220695536930'])
})

test('titles stand above their table, and a table after empty rows has its own head', async () => {
  const { blocks } = await reader(
    book([
      ['Budget 2026'],
      ['in thousand'],
      ['City', 'Plan', 'Spent'],
      ['Ulm', 10, 8],
      [],
      ['Bonn', 12, 9],
      [],
      ['Person', 'Hours'],
      ['Ada', 40],
      [],
      ['Checked by Ben'],
    ]),
  )
  expect(blocks.map(({ kind, text, head }) => [kind, text, head])).toEqual([
    ['heading', 'Plan', undefined],
    ['text', 'Budget 2026\nin thousand', undefined],
    ['table', 'City | Plan | Spent\nUlm | 10 | 8\nBonn | 12 | 9', 'City | Plan | Spent'],
    ['table', 'Person | Hours\nAda | 40', 'Person | Hours'],
    ['text', 'Checked by Ben', undefined],
  ])
})

test('merged names are in each of their rows and columns, merged numbers in the first only', async () => {
  const bytes = book(
    [
      ['Spending of all regions'],
      ['Region', '2025', null, '2026'],
      [null, 'Plan', 'Spent', 'Plan', 'Spent'],
      ['North', 10, 9, 12, 7],
      [null, 11, 8, 12, 6],
    ],
    ({ Sheets: { Plan } }) => {
      const areas = ['A1:E1', 'B2:C2', 'D2:E2', 'A4:A5', 'D4:D5']
      if (Plan) Plan['!merges'] = areas.map((area) => utils.decode_range(area))
    },
  )
  const { blocks } = await reader(bytes)
  const head = 'Region | 2025 | 2025 | 2026 | 2026\n | Plan | Spent | Plan | Spent'
  expect(blocks.slice(1)).toEqual([
    { kind: 'text', text: 'Spending of all regions', page: 1 },
    { kind: 'table', text: `${head}\nNorth | 10 | 9 | 12 | 7\nNorth | 11 | 8 | 12 | 6`, head, page: 1 },
  ])
})

test('tables side by side are two tables; columns that are only spaced are one', async () => {
  const two = await reader(
    book([
      ['Item', 'Plan', null, 'Person', 'Hours'],
      ['Paper', 10, null, 'Ada', 40],
      ['Ink', 12, null, 'Ben', 38],
      ['Tape', 3],
    ]),
  )
  expect(tablesOf(two)).toEqual([
    'Item | Plan\nPaper | 10\nInk | 12\nTape | 3',
    'Person | Hours\nAda | 40\nBen | 38',
  ])
  const one = await reader(
    book([
      ['Item', null, 'Plan', 'Spent', null, 'Remark'],
      ['Paper', null, 10, 9, null, 'late'],
      ['Ink', null, 12, 7],
    ]),
  )
  expect(tablesOf(one)).toEqual([
    'Item |  | Plan | Spent |  | Remark\nPaper |  | 10 | 9 |  | late\nInk |  | 12 | 7',
  ])
})

test('only cells with content count, wherever they stand', async () => {
  const far = book(
    [
      ['Name', 'Last'],
      ['Ada', 1],
    ],
    ({ Sheets: { Plan } }) => {
      if (Plan) Object.assign(Plan, { XFD3: { t: 's', v: 'end' }, '!ref': 'A1:XFD3' })
    },
  )
  const read = await reader(far)
  expect(read.warnings).toEqual([])
  expect(tablesOf(read)[0]).toContain('Ada | 1')
})

test.each<[string, Row[]]>([
  ['cells on a diagonal', lines(16_000, (at) => [at])],
  ['every other column', lines(40, () => Array.from({ length: 5_000 }, (_, column) => column * 2))],
  [
    'single texts before wide rows apart',
    [...lines(60_000, () => [0]), ...lines(60_000, () => [0, 1], 70_000, 2)],
  ],
])('%s take time with their number only', (_, rows) => {
  const merges = Array.from({ length: 50_000 }, () => ({ top: 1, bottom: 1, left: 0, right: 10_000 }))
  const begun = performance.now()
  sheetBlocks({ rows, merges, hasHidden: false, formulas: 0 }, 1)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

/** Returns rows of texts in these columns. */
function lines(count: number, columns: (at: number) => readonly number[], first = 0, step = 1): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    at: first + at * step,
    cells: new Map(columns(at).map((column) => [column, { text: 'x', isText: true }])),
  }))
}

test('comments stand at their cell, numbers have 15 digits, and a format without values shows nothing', async () => {
  const bytes = book([['a', 0.1 + 0.2, 7, 2.5000000000000001e-2]], ({ Sheets: { Plan } }) => {
    const [first, , third] = ['A1', 'B1', 'C1'].map((at) => (Plan?.[at] ?? {}) as Record<string, unknown>)
    if (first) first['c'] = [{ a: 'Ben', t: 'Check this' }]
    if (third) third['z'] = ';;;'
  })
  expect(tablesOf(await reader(bytes))).toEqual(['a [Ben: Check this] | 0.3 |  | 0.025'])
})

test('a sheet of 50,000 rows is read whole, in time; 500,000 cells of a workbook are read', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => [at, `name ${at}`, at / 7, 'x', true, 1])
  const bytes = book(rows)
  const begun = performance.now()
  const { blocks, warnings } = await reader(bytes)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(blocks.at(-1)?.text.split('\n')).toHaveLength(50_000)
  expect(warnings).toEqual([])
  const count = new CellCount()
  let taken = 0
  while (count.take()) taken++
  expect([taken, count.isCut]).toEqual([500_000, true])
})

test('old workbooks are read, with their letters', async () => {
  const made = utils.book_new()
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet([
      ['Größe', 'Цена'],
      ['klein', 12.5],
    ]),
    'Blatt',
  )
  const bytes = write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer
  expect(tablesOf(await reader(bytes))).toEqual(['Größe | Цена\nklein | 12.5'])
})

test('cells of an OpenDocument sheet have the text that it stores as shown', async () => {
  const cell = (type: string, value: string, shown: string) =>
    `<table:table-cell office:value-type="${type}" ${value}>${shown && `<text:p>${shown}</text:p>`}</table:table-cell>`
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
  const name = (text: string) => cell('string', '', text)
  const content =
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Plan">' +
    row(name('Part'), name('Amount'), name('Rest')) +
    row(
      name('a'),
      cell('currency', 'office:value="-1.2"', 'EUR (1.20)'),
      cell('float', 'office:value="12.34"', '12.34'),
    ) +
    row(name('b'), cell('float', 'office:value="0"', '#NAME?'), cell('float', 'office:value="7"', '')) +
    row(
      name('c'),
      cell('date', 'office:date-value="2024-03-05"', '5. März'),
      cell('float', 'office:value="9"', '###'),
    ) +
    '</table:table></office:spreadsheet></office:body></office:document-content>'
  const { blocks } = await reader(
    zip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<?xml version="1.0"?><manifest:manifest/>',
      'content.xml': content,
    }),
  )
  expect(blocks.find(({ kind }) => kind === 'table')?.text).toBe(
    'Part | Amount | Rest\na | EUR (1.20) | 12.34\nb | #NAME? | 7\nc | 2024-03-05 | 9',
  )
})

test('a table that begins beside the middle of another one is one of its own', async () => {
  const rows = [
    ['Year', 'Guests'],
    [2021, 30],
    [2022, 40, undefined, 'Month', 'Rain'],
    [2023, 50, undefined, 1, 7.5],
    [2024, 60, undefined, 2, 8],
  ]
  expect(tablesOf(await reader(book(rows)))).toEqual([
    'Year | Guests\n2021 | 30\n2022 | 40\n2023 | 50\n2024 | 60',
    'Month | Rain\n1 | 7.5\n2 | 8',
  ])
  // Columns that begin later and go on to the end belong to the rows.
  const more = [
    ...rows.slice(0, 2),
    [2022, 40, undefined, 'Plan', 'Rest'],
    [2023, 50, undefined, 55, 5],
    [2024, 60, undefined, 62, 2],
  ]
  expect(tablesOf(await reader(book(more)))).toEqual([
    'Year | Guests\n2021 | 30\n2022 | 40 |  | Plan | Rest\n2023 | 50 |  | 55 | 5\n2024 | 60 |  | 62 | 2',
  ])
  expect(tablesOf(await reader(book([...more, [2025, 70]])))).toHaveLength(2)
  // Notes beside some rows belong to them.
  const notes = [
    ...rows.slice(0, 2),
    [2022, 40, undefined, 'Note', 'By'],
    [2023, 50, undefined, 1],
    [2024, 60],
  ]
  expect(tablesOf(await reader(book(notes)))).toHaveLength(1)
})
