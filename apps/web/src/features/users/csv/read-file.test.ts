import { expect, test } from 'vitest'
import { MOST_BYTES, MOST_ROWS } from './columns.ts'
import { readFile, readText } from './read-file.ts'

const HEAD = 'firstName,lastName,email'
const rowsOf = (text: string) => {
  const found = readText(text)
  if ('problem' in found) throw new Error(found.problem)
  return found.rows
}

test('reads columns in any order and spelling, with the line on which each row begins', () => {
  const text = `\ufeffE-Mail;Last name;first_name;note\r\nanna@example.org;Weiß;"Anna\r\nMaria";x\r\n\r\nbert@example.org;Abel;Bert;y\r\n`
  const found = readText(text.replace('\ufeff', ''))
  expect(found).toMatchObject({ ignored: ['note'] })
  expect(rowsOf(text.replace('\ufeff', ''))).toEqual([
    {
      line: 2,
      cells: { email: 'anna@example.org', lastName: 'Weiß', firstName: 'Anna\r\nMaria' },
      broken: false,
    },
    { line: 5, cells: { email: 'bert@example.org', lastName: 'Abel', firstName: 'Bert' }, broken: false },
  ])
})

test('marks rows with another number of cells and with open quotes', () => {
  const rows = rowsOf(`${HEAD}\nA,B\nA,B,a@b.org,more\nA,B,"a@b.org`)
  expect(rows.map(({ line, broken }) => [line, broken])).toEqual([
    [2, true],
    [3, true],
    [4, true],
  ])
})

test('removes the apostrophe that an export puts before a formula, and no other', () => {
  const [one, two] = rowsOf(`${HEAD}\n'=1+1,'Tis,a@b.org\n'@x,B,c@d.org`)
  expect(one?.cells).toMatchObject({ firstName: '=1+1', lastName: "'Tis" })
  expect(two?.cells.firstName).toBe('@x')
})

test.each([
  ['', 'empty'],
  [HEAD, 'empty'],
  ['name\nx', 'columns'],
  [`${HEAD}${'\na,b,c@d.org'.repeat(MOST_ROWS + 1)}`, 'tooManyRows'],
])('refuses a file that cannot be imported: %#', (text, problem) => {
  expect(readText(text)).toMatchObject({ problem })
})

test('refuses large files before reading them, and files that are not UTF-8; removes a byte order mark', async () => {
  expect(await readFile(new Blob(['x'.repeat(MOST_BYTES + 1)]))).toMatchObject({ problem: 'tooLarge' })
  expect(await readFile(new Blob([new Uint8Array([0x57, 0xe4, 0x72])]))).toMatchObject({ problem: 'notUtf8' })
  expect(await readFile(new Blob([`\ufeff${HEAD}\nA,B,a@b.org`]))).toMatchObject({ rows: [{ line: 2 }] })
})

const utf16 = (text: string, swapped = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return Uint8Array.from(swapped ? bytes.swap16() : bytes)
}
const table = (separator: string, end: string) =>
  `${[
    ['First name', 'Last name', 'E-mail'],
    ['Zoë', 'Weiß', 'z@example.org'],
  ]
    .map((row) => row.join(separator))
    .join(end)}${end}`

test.each<[string, BlobPart, number]>([
  ['Excel, CSV UTF-8 in German', `\ufeff${table(';', '\r\n')}`, 2],
  ['Excel, with a line that names the delimiter', `\ufeffsep=;\r\n${table(';', '\r\n')}`, 3],
  ['Excel, with a delimiter that occurs in no head', `sep=|\n${table('|', '\n')}`, 3],
  ['Excel, Unicode text', utf16(`\ufeff${table('\t', '\r\n')}`) as BlobPart, 2],
  ['UTF-16 without a byte order mark', utf16(table('\t', '\r\n')) as BlobPart, 2],
  ['UTF-16, big endian', utf16(`\ufeff${table(',', '\n')}`, true) as BlobPart, 2],
  ['LibreOffice', table(',', '\n'), 2],
  ['Numbers', table(';', '\n').trimEnd(), 2],
  ['Google', table(',', '\r\n').trimEnd(), 2],
  ['an old Mac', table(',', '\r'), 2],
])('reads what %s writes', async (_, content, line) => {
  const cells = { firstName: 'Zoë', lastName: 'Weiß', email: 'z@example.org' }
  expect(await readFile(new Blob([content]))).toEqual({ rows: [{ line, cells, broken: false }], ignored: [] })
})

test.each([
  ['.xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14]],
  ['.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
])('says that %s is a spreadsheet', async (_, bytes) => {
  expect(await readFile(new Blob([Uint8Array.from(bytes)]))).toMatchObject({ problem: 'spreadsheet' })
})
