// Workbooks of other programs than Excel: without styles, code pages or parts, encrypted, and with another calendar.
import { utils, write, type BookType } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { BlockDocument } from '../../blocks.ts'
import { encode } from '../../test/encode.ts'
import { sheet, zip } from '../../test/zip.ts'
import { toldType } from '../../types/by-bytes.ts'
import type { Reader } from '../reader.ts'
import { loadSpreadsheet } from './spreadsheet.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadSpreadsheet()
})

const tablesOf = ({ blocks }: BlockDocument) =>
  blocks.flatMap(({ kind, text }) => (kind === 'table' ? [text] : []))

const OPEN_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const openSheet = (rows: string, name = 'content.xml') => ({
  mimetype: OPEN_TYPE,
  'META-INF/manifest.xml': '<manifest:manifest/>',
  [name]: `<office:document-content><office:body><office:spreadsheet><table:table table:name="Plan">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
})

test('the time of a date in a cell without a style is kept', async () => {
  const cell = (value: string, shown: string) =>
    `<table:table-cell office:value-type="date" office:date-value="${value}"><text:p>${shown}</text:p></table:table-cell>`
  const row = [
    cell('2026-11-21T12:17:18', '11/21/26 12:17 PM'),
    cell('2026-11-21T12:17:18', '21.11.26 12:17:18'),
    cell('2026-11-21', '11/21/26'),
  ].join('')
  const read = await reader(zip(openSheet(`<table:table-row>${row}</table:table-row>`)))
  expect(tablesOf(read)).toEqual(['2026-11-21 12:17 | 2026-11-21 12:17:18 | 2026-11-21'])
})

test.each(['content.xml', 'encrypted-package'])('a sheet whose %s is encrypted says so', async (name) => {
  const manifest = `<manifest:manifest><manifest:file-entry manifest:full-path="${name}"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`
  const bytes = zip({ ...openSheet('', name), 'META-INF/manifest.xml': manifest })
  await expect(Promise.resolve().then(() => reader(bytes))).rejects.toThrow('encrypted')
})

test('a duration is the same in a workbook that begins in 1904, a date is not', async () => {
  const cell = (z: string) => ({ t: 'n' as const, v: 10.5, z })
  const made = utils.book_new()
  const sheet = { A1: cell('[h]:mm'), B1: cell('yyyy-mm-dd'), C1: cell('h:mm'), '!ref': 'A1:C1' }
  utils.book_append_sheet(made, sheet, 'Plan')
  made.Workbook = { ...made.Workbook, WBProps: { date1904: true } }
  const bytes = write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  expect(tablesOf(await reader(bytes))).toEqual(['252:00 | 1904-01-11 | 12:00'])
})

/** Returns the records of a workbook of Excel 95 with a sheet of one text; `at` moves the place where it says that its sheet begins. */
function oldBook(text: Buffer, font: number, at = 0): Buffer {
  const record = (type: number, ...content: (number | Buffer)[]) => {
    const body = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type)
    head.writeUInt16LE(body.length, 2)
    return Buffer.concat([head, body])
  }
  const begin = (kind: number) => record(0x0809, 0, 5, kind, 0, 0, 0, 0, 0)
  const end = record(0x0a)
  const place = Buffer.alloc(4)
  const globals = () =>
    Buffer.concat([
      begin(5),
      record(0x31, 200, 0, 0, 0, 0xff, 0x7f, 0x90, 1, 0, 0, 0, 0, font, 0, 1, Buffer.from('A')),
      record(0x85, place, 0, 0, 4, Buffer.from('Plan')),
      end,
    ])
  place.writeUInt32LE(globals().length + at)
  const label = record(0x0204, 0, 0, 0, 0, 0, 0, text.length, 0, text)
  return Buffer.concat([globals(), begin(0x10), label, end])
}

test('an old workbook that names no code page has that of its fonts', async () => {
  const { blocks } = await reader(oldBook(encode('Счёт за март', 'windows-1251'), 204))
  expect(blocks.map(({ text }) => text)).toEqual(['Plan', 'Счёт за март'])
  const western = await reader(oldBook(encode('Größe', 'windows-1252'), 0))
  expect(western.blocks.map(({ text }) => text)).toEqual(['Plan', 'Größe'])
})

test('a sheet that cannot be read is named; a workbook of no others is damaged', async () => {
  await expect(Promise.resolve().then(() => reader(oldBook(Buffer.from('x'), 0, 3)))).rejects.toThrow(
    'no sheet',
  )
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet([['x', 'y']]), 'Plan')
  utils.book_append_sheet(made, utils.aoa_to_sheet([['z']]), 'Lost')
  const parts = unzipSync(write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  delete parts['xl/worksheets/sheet2.xml']
  expect(await reader(zipSync(parts))).toMatchObject({
    blocks: [{ text: 'Plan' }, { text: 'x | y' }],
    warnings: [{ code: 'sheets_not_read', names: ['Lost'] }],
  })
})

test('formats of thousands show thousands, and numbers that a format is not for are not lost', async () => {
  const formats = ['#,##0,.00', '#,##0,,.0 "M"', '0.0,,', '"a,.b "0', '[>10000000]0.0;[<0]0.00']
  const cells = formats.map((z, at) => [`${'ABCDE'[at]}1`, { t: 'n' as const, v: 1_234_567, z }] as const)
  const made = utils.book_new()
  utils.book_append_sheet(made, { ...Object.fromEntries(cells), '!ref': 'A1:E1' }, 'Plan')
  const bytes = write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  expect(tablesOf(await reader(bytes))).toEqual(['1,234.57 | 1.2 M | 1.2 | a,.b 1234567 | 1234567'])
})

const sheetOf = (cells: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:C1"/><sheetData><row r="1">${cells}</row></sheetData></worksheet>`

test('cells named in lower case are read', async () => {
  const cells = '\n<c r="a1">\n<v>1</v>\n</c>\n<c t="str" r="c1">\n<v>b2</v></c>\n'
  const parts = { ...sheet('x'), 'xl/worksheets/sheet1.xml': sheetOf(cells) }
  expect(tablesOf(await reader(zip(parts)))).toEqual(['1 |  | b2'])
})

test('formatted text after a plain one belongs to its cell, its pronunciation does not', async () => {
  const shared =
    'Q&amp;A </t><r><t>on </t></r><r><rPr><b/></rPr><t>Monday</t></r><rPh sb="0" eb="1"><t>ka</t></rPh><t>'
  const { blocks } = await reader(zip(sheet(shared)))
  expect(blocks.map(({ text }) => text)).toEqual(['__proto__', 'Q&A on Monday'])
})

test('binary workbooks are read; what stands above their cells is counted', async () => {
  const made = utils.book_new()
  const rows = [
    ['Größe', 'Fällig'],
    [1.5, new Date(Date.UTC(2026, 2, 1))],
  ]
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows, { dateNF: 'yyyy-mm-dd', UTC: true }), 'Plan')
  const parts = unzipSync(write(made, { type: 'buffer', bookType: 'xlsb' }) as Buffer)
  const drawing = Buffer.from('<xdr:wsDr/>')
  const read = await reader(zipSync({ ...parts, 'xl/drawings/drawing1.xml': drawing }))
  expect(tablesOf(read)).toEqual(['Größe | Fällig\n1.5 | 2026-03-01'])
  expect(read.warnings).toEqual([{ code: 'objects', pages: [], count: 1 }])
})

test.each(['biff2', 'biff3', 'biff4', 'biff5'] as const)('workbooks as %s are read', async (bookType) => {
  const made = utils.book_new()
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet([
      ['Part', 'Price'],
      ['Bolt', 2.5],
    ]),
    'Plan',
  )
  // The library's type leaves out two that it writes.
  const bytes = write(made, { type: 'buffer', bookType: bookType as BookType }) as Buffer
  expect(tablesOf(await reader(bytes))).toEqual(['Part | Price\nBolt | 2.5'])
})

const xmlBook = (encoding: string, name: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style></Styles><Worksheet ss:Name="Plan"><Table><Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell><Data ss:Type="String">Place</Data></Cell><Cell><Data ss:Type="String">Day</Data></Cell></Row><Row><Cell><Data ss:Type="String">${name} content.xml</Data></Cell><Cell ss:Index="3" ss:StyleID="d"><Data ss:Type="DateTime">2026-11-30T00:00:00.000</Data></Cell></Row></Table></Worksheet></Workbook>`

test.each([
  ['UTF-8', Buffer.from(xmlBook('UTF-8', 'Größe'))],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${xmlBook('UTF-8', 'Größe')}`)],
  ['ISO-8859-1', Buffer.from(xmlBook('ISO-8859-1', 'Größe'), 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${xmlBook('UTF-16', 'Größe')}`, 'utf16le')],
])('a workbook of one XML file in %s is read with its columns, whatever its ending', async (_, bytes) => {
  for (const assumed of ['application/vnd.ms-excel', 'text/plain', 'application/octet-stream'])
    expect(toldType(bytes, assumed)).toEqual({ mimeType: 'application/vnd.ms-excel' })
  expect(tablesOf(await reader(bytes))).toEqual(['Name | Place | Day\nGröße content.xml |  | 2026-11-30'])
})
