import { expect, test } from 'vitest'
import { encode } from '../test/encode.ts'
import { loadCsv } from './csv.ts'

const read = await loadCsv()
const tables = async (text: string) => (await read(Buffer.from(text))).blocks.map((block) => block.text)

test.each<[what: string, csv: string, blocks: string[]]>([
  ['a delimiter that the file names', 'sep=;\na;b,c\n1;2,5', ['a | b,c\n1 | 2,5']],
  ['commas in numbers', '1,5;2,5;3,5\n4,5;2,1;1,0\n', ['1,5 | 2,5 | 3,5\n4,5 | 2,1 | 1,0']],
  ['commas in names', 'Smith, John;Sofia\nDoe, Jane;Varna', ['Smith, John | Sofia\nDoe, Jane | Varna']],
  ['semicolons in a text', 'a,b\n"x; y; z",2\n3,4', ['a | b\nx; y; z | 2\n3 | 4']],
  ['tabs', 'a\tb, c\n1\t2', ['a | b, c\n1 | 2']],
  ['bars', 'a|b\n1|2', ['a | b\n1 | 2']],
  ['line breaks in quotes', 'a,b\n"x\ny",2\n', ['a | b\nx / y | 2']],
  ['line breaks in quotes that look like rows', 'a;b\n"1,2\n3,4\n5,6";x', ['a | b\n1,2 / 3,4 / 5,6 | x']],
  ['quotes in quotes', 'a;b\n1;"5"" pipe"', ['a | b\n1 | 5" pipe']],
  ['a quote without an end', 'a,b\n"open,2\n3,4', ['a | b\n"open | 2\n3 | 4']],
  ['line ends of old Macs', 'a,b\r1,2\r', ['a | b\n1 | 2']],
  ['empty cells and short rows', 'a;b;c\n1;;3\n4\n;5', ['a | b | c\n1 |  | 3\n4\n | 5']],
  ['a title', 'Prices of May\n\na,b\n1,2', ['Prices of May', 'a | b\n1 | 2']],
  ['one column', 'name\nAda\nBob', ['name\nAda\nBob']],
  ['nothing', '', []],
])('reads %s', async (_, csv, blocks) => {
  expect(await tables(csv)).toEqual(blocks)
})

test('a first row of numbers is no head', async () => {
  expect((await read(Buffer.from('1;2\n3;4'))).blocks[0]?.head).toBeUndefined()
  expect((await read(Buffer.from('Year;2024\n3;4'))).blocks[0]?.head).toBe('Year | 2024')
})

test.each<[what: string, csv: string, head: string]>([
  [
    'groups of columns',
    ';Visits;;Spending\n;Plan;Real;Plan\nNorth;1;2;3\nSouth;4;5;6',
    ' | Visits |  | Spending\n | Plan | Real | Plan',
  ],
  ['letters of columns', ';A;B\nSeries;Issued;Redeemed\nE;1;2', ' | A | B\nSeries | Issued | Redeemed'],
  ['records of texts', 'Name;City;Age\nAda;Ulm;\nBob;Bonn;44', 'Name | City | Age'],
  ['years and dates', 'Item;2023;01.02.2024\nUlm;5;6', 'Item | 2023 | 01.02.2024'],
  ['no numbers', 'a;b\nc;d\ne;f', 'a | b'],
])('the head of a table with %s has the rows above the data', async (_, csv, head) => {
  expect((await read(Buffer.from(csv))).blocks[0]?.head).toBe(head)
})

test.each([
  ['gb18030', '姓名,部门,城市\n王小明,财务部,上海\n李建国,研发中心,深圳\n'],
  ['shift_jis', '氏名,部署,所在地\n山田太郎,経理部,大阪\n鈴木花子,開発部,東京\n'],
  ['windows-1250', 'Imię;Miasto\nŁukasz Wiśniewski;Łódź\nZażółć Gęślą;Kraków\n'],
])('a table in %s is read, with a warning that its encoding was guessed', async (label, csv) => {
  const { blocks, warnings } = await read(encode(csv, label))
  expect(blocks[0]?.text).toBe(csv.trim().replaceAll(/[,;]/g, ' | '))
  expect(warnings).toEqual([{ code: 'encoding_guessed', pages: [], names: [label] }])
})

test.each([
  ['quotes', '"'.repeat(1_000_001)],
  ['quotes inside quotes', `"${'a"b'.repeat(500_000)}`],
  ['quotes inside cells', 'a,"'.repeat(300_000)],
  ['delimiters', ',;|\t'.repeat(300_000)],
  ['rows', 'a;b\n'.repeat(300_000)],
])('a file of %s is read in linear time', async (_, csv) => {
  const begun = performance.now()
  await read(Buffer.from(csv))
  // Quadratic time would be minutes.
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a file of 50,000 rows is read whole', async () => {
  const row = (at: number) => `${at};name ${at};Bonn;3,5;x;y;z`
  const { blocks, warnings } = await read(
    Buffer.from(Array.from({ length: 50_000 }, (_, at) => row(at)).join('\n')),
  )
  expect(blocks.at(-1)?.text.split('\n')).toHaveLength(50_000)
  expect(warnings).toEqual([])
})

test('a row with too many cells is cut, and the document says so', async () => {
  const { blocks, warnings } = await read(Buffer.from(`Name;${'1;'.repeat(550_000)}2\nAda;3\n`))
  expect(blocks[0]?.text.startsWith('Name | 1 | 1')).toBe(true)
  expect(warnings).toEqual([{ code: 'cells_cut', pages: [] }])
})
