import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../reader.ts'
import { loadRtf } from './rtf.ts'

let reader: Reader
beforeAll(async () => {
  reader = await loadRtf()
})

const FONTS =
  '{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fswiss\\fcharset204 Arial Cyr;}{\\f2\\fnil\\fcharset128 MS Gothic;}{\\f3\\ftech\\fcharset2 Symbol;}{\\f4\\fcharset238 Times;}}'
const rtf = (body: string) => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${FONTS}${body}}`, 'latin1')
const read = (body: string) => reader(rtf(body))
const textsOf = async (body: string) => (await read(body)).blocks.map(({ kind, text }) => [kind, text])

test.each<[what: string, body: string, text: string]>([
  ['the code page of the file', "Gr\\'f6\\'dfe \\'80", 'Größe €'],
  ['code pages of fonts', "{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} {\\f4 \\'9e\\'e1\\'e8}", 'Привет žáč'],
  ['letters of two bytes', "{\\f2 \\'93\\'fa\\'96\\'7b}", '日本'],
  ['letters of two bytes over a line of the file', "{\\f2 \\'93\n\\'fa}", '日'],
  ['fonts of signs', "{\\f3 a\\'b7 \\'ae 2} {\\f3 \\u-3913 ?}", 'α• → 2 •'],
  ['Unicode with its substitute', "\\u1055 ?\\u1088\\'3f\\u-10179 ?\\u-8704 ?", 'Пр😀'],
  ['substitutes of several bytes', "\\uc2\\u26085\\'93\\'fa.{\\uc0\\u8364 5}\\u8364 xx6", '日.€5€6'],
  ['a substitute that is missing', '\\u1055\\u1088\\tab x', 'Пр\tx'],
  [
    'signs with names',
    '\\ldblquote a\\rdblquote\\~\\endash  b\\_c d\\-e \\{\\}\\\\',
    '“a”\u00a0– b-c de {}\\',
  ],
  ['both forms of a text', '{\\upr{x}{\\*\\ud{\\u1055 ?}}}', 'П'],
  ['binary data', 'a{\\*\\objdata\\bin5 }}}}}b}c', 'ac'],
  ['hidden and deleted text', 'a{\\v b}{\\deleted c}\\v d\\plain e\\v f\\v0 g', 'aeg'],
  [
    'results of fields',
    '{\\field{\\*\\fldinst HYPERLINK "http://a.example"}{\\fldrslt the page}}',
    'the page',
  ],
  [
    'fields of forms',
    '{\\field{\\*\\fldinst FORMCHECKBOX {\\*\\formfield{\\fftype1\\ffres1}}}} {\\field{\\*\\fldinst FORMCHECKBOX {\\*\\formfield{\\fftype1\\ffres25\\ffdefres0}}}{\\fldrslt x}} {\\field{\\*\\fldinst FORMDROPDOWN {\\*\\formfield{\\fftype2\\ffres1{\\*\\ffl Red}{\\*\\ffl Blue}}}}}',
    '☒ ☐ Blue',
  ],
  ['unknown parts that old readers leave out', 'a{\\*\\unknown b}c{\\unknown d}', 'acd'],
  ['a star that begins no group', 'a\\*\\cs7 b', 'ab'],
  ['index entries', 'a{\\xe{\\v b}}c', 'ac'],
  [
    'formulas',
    '{\\mmath{\\*\\moMath{\\mf{\\mnum{\\mr\\mscr0 a}}{\\mden{\\mr 2}}}}{\\mmathPict x}}',
    '$\\frac{a}{2}$',
  ],
  ['a file that ends early', '{\\b cut', 'cut'],
])('reads %s', async (_, body, text) => {
  expect(await textsOf(body)).toEqual([['text', text]])
})

test('a file may be in the code page of DOS or of old Macintoshs', async () => {
  const of = async (head: string, body: string) =>
    (await reader(Buffer.from(`{\\rtf1${head} ${body}}`, 'latin1'))).blocks[0]?.text
  expect(await of('\\pc', "Gr\\'94\\'e1e")).toBe('Größe')
  expect(await of('\\mac', "Gr\\'9a\\'a7e")).toBe('Größe')
  expect(await of('\\ansi\\ansicpg1251', "\\'cf\\'f0")).toBe('Пр')
})

const row = (places: string, ...cells: readonly string[]) =>
  `\\trowd${places}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row `

test.each<[what: string, body: string, blocks: string[][]]>([
  [
    'empty cells',
    row('\\cellx100\\cellx900\\cellx1800', 'a', '', 'c') +
      row('\\cellx100\\cellx900\\cellx1800', '', '2', ''),
    [['table', 'a |  | c\n | 2']],
  ],
  [
    'wide cells',
    row('\\cellx1000\\cellx2000\\cellx3000', 'a', 'b', 'c') + row('\\cellx2010\\cellx3000', 'ab', 'd'),
    [['table', 'a | b | c\nab |  | d']],
  ],
  [
    'merged cells',
    row('\\clmgf\\cellx1000\\clmrg\\cellx2000\\clvmgf\\cellx3000', 'ab', '', 'c') +
      row('\\cellx1000\\cellx2000\\clvmrg\\cellx3000', '1', '2', 'c'),
    [['table', 'ab |  | c\n1 | 2']],
  ],
  ['paragraphs of a cell', row('\\cellx1000\\cellx2000', 'a\\par b', 'c'), [['table', 'a / b | c']]],
  [
    'a table in a table',
    `\\trowd\\cellx1000\\cellx2000\\pard\\intbl 1\\cell in\\par\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}\\pard\\intbl\\itap1 \\cell\\row${row('\\cellx1000\\cellx2000', '3', '4')}`,
    [
      ['table', '1 | in'],
      ['table', 'x | y'],
      ['table', '3 | 4'],
    ],
  ],
  [
    'what follows a table',
    `${row('\\cellx1000\\cellx2000', 'a', 'b')}\\pard after`,
    [
      ['table', 'a | b'],
      ['text', 'after'],
    ],
  ],
  ['a frame of one cell', row('\\cellx1000', 'a'), [['text', 'a']]],
])('keeps tables as they are seen: %s', async (_, body, blocks) => {
  expect(await textsOf(body)).toEqual(blocks)
})

test('a table keeps its head rows', async () => {
  const body = `${row('\\trhdr\\cellx10\\cellx900', 'a', 'b')}${row('\\trhdr\\cellx10\\cellx900', 'c', 'd')}${row('\\cellx10\\cellx900', '1', '2')}`
  expect((await read(body)).blocks[0]?.head).toBe('a | b\nc | d')
})

test('headings have their levels by outline, by the name of their style, and by the style that it is based on', async () => {
  const styles =
    '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel1 Clause;}{\\s2 \\u220 ?berschrift 3;}{\\s3\\sbasedon1 Own;}{\\*\\cs9 x;}}'
  const { blocks } = await read(
    `${styles}\\pard\\s1 A\\par\\pard\\s2 B\\par\\pard\\s3 C\\par\\pard\\outlinelevel0 D\\par\\pard text`,
  )
  expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
    ['heading', 2, 'A'],
    ['heading', 3, 'B'],
    ['heading', 2, 'C'],
    ['heading', 1, 'D'],
    ['text', undefined, 'text'],
  ])
})

test('lists have the numbers that they show', async () => {
  const item = (mark: string, level: number, text: string) =>
    `{\\listtext\\pard\\plain ${mark}\\tab}\\pard\\ls1\\ilvl${level} ${text}\\par`
  const body = `${item('1.', 0, 'a')}${item('(a)', 1, 'b')}${item("\\f3\\'b7", 1, 'c')}\\pard{\\pntext\\f0 o\\tab}d\\par\\pard e`
  expect(await textsOf(body)).toEqual([
    ['list', '1. a\n  (a) b\n  - c\n- d'],
    ['text', 'e'],
  ])
})

test('notes follow their paragraph, comments too', async () => {
  const body =
    'One{\\super\\chftn{\\footnote{\\super\\chftn} first \\i note}}, two{\\chftn{\\footnote\\chftn second}}*{\\footnote * own}{\\*\\atnid A}{\\*\\atnauthor Ada}{\\*\\annotation why?}.\\par next'
  expect((await textsOf(body)).map(([, text]) => text)).toEqual([
    'One[1], two[2]*.',
    '[1] first note',
    '[2] second',
    '* own',
    '[Ada: why?]',
    'next',
  ])
})

test('heads and feet are read once, without the numbers of pages', async () => {
  const head = '{\\header Rates 2026\\par}{\\headerf Rates 2026\\par}'
  const foot = '{\\footer Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\\par Imprint\\par}'
  expect((await textsOf(`${head}${foot}text`)).map(([, text]) => text)).toEqual([
    'Rates 2026',
    'text',
    'Imprint',
  ])
})

test('text boxes follow their paragraph, once', async () => {
  const box =
    '{\\shp{\\*\\shpinst{\\sp{\\sn name}{\\sv x}}{\\shptxt inside\\par}}{\\shprslt{\\*\\do{\\dptxbxtext again}}}}'
  expect((await textsOf(`a${box}b\\par c`)).map(([, text]) => text)).toEqual(['ab', 'inside', 'c'])
})

test('pictures and objects are counted, each once', async () => {
  const picture = '{\\*\\shppict{\\pict\\pngblip 89504e47}}{\\nonshppict{\\pict\\wmetafile8 0100}}'
  const object = '{\\object\\objemb{\\*\\objdata 0105}{\\result{\\pict 01}shown}}'
  const { blocks, warnings } = await read(`a${picture}${picture}${object}`)
  expect(blocks[0]?.text).toBe('ashown')
  expect(warnings).toEqual([
    { code: 'pictures', pages: [], count: 2 },
    { code: 'objects', pages: [], count: 1 },
  ])
})

test('a title is read unless there are headings', async () => {
  const info = '{\\info{\\title Rates}{\\author Ada}}'
  expect(await textsOf(`${info}text`)).toEqual([
    ['heading', 'Rates'],
    ['text', 'text'],
  ])
  expect(await textsOf(`${info}\\outlinelevel0 Other`)).toEqual([['heading', 'Other']])
})

test('text in groups within each other is read whatever their number', async () => {
  const within = (text: string) => `${'{'.repeat(100_000)}${text}${'}'.repeat(100_000)} after`
  expect(await textsOf(within('deep'))).toEqual([['text', 'deep after']])
  const { blocks, warnings } = await read(within('a{\\pict 01{02}}{\\*\\x y}b'))
  expect(blocks[0]?.text).toBe('ab after')
  expect(warnings).toEqual([{ code: 'objects', pages: [], count: 2 }])
})

test.each([
  ['groups', '{'.repeat(2_000_000)],
  ['groups of tables', '{\\trowd\\cellx1\\intbl\\itap9 x\\nestcell'.repeat(50_000)],
  ['cells', `\\trowd\\intbl ${'x\\cell '.repeat(200_000)}\\row `],
  [
    'rows of different widths',
    Array.from({ length: 20_000 }, (_, n) => row(`\\cellx${n * 200}`, 'x')).join(''),
  ],
  ['notes in notes', '{\\footnote x'.repeat(100_000)],
  ['definitions of cells', '\\cellx1'.repeat(300_000)],
  ['binary data', '\\bin999999999 x'],
  ['fonts', `{\\fonttbl${'{\\f1 x;}'.repeat(200_000)}}`],
  ['letters of a font', `{\\fonttbl{\\f1 ${'x '.repeat(1_000_000)}}}`],
  [
    'styles that are based on each other',
    `{\\stylesheet{\\s1\\sbasedon2 a;}{\\s2\\sbasedon1 b;}}${'\\s1 x\\par '.repeat(50_000)}`,
  ],
  ['fields', '{\\field{\\*\\fldinst{'.repeat(100_000)],
  ['formulas', '{\\*\\moMath{\\mf{\\mnum'.repeat(50_000)],
])('%s without end are read in linear time', async (_, body) => {
  const begun = process.cpuUsage()
  await read(body)
  const { user, system } = process.cpuUsage(begun)
  // Quadratic time would be minutes.
  expect((user + system) / 1_000).toBeLessThan(10_000)
})
