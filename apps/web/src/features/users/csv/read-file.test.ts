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
