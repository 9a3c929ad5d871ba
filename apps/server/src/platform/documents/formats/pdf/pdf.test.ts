// What readers see on the pages of a PDF, through the process that reads documents.
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { PICTURE, pdfOfContents, pdfWithPlaces, type Place } from '#test/pdf.ts'
import { openDocuments, type Block } from '../../index.ts'

const documents = openDocuments()
afterAll(() => documents.close())

let user = 0
async function read(bytes: Buffer) {
  const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
  const { json, ...facts } = await documents.read(file, { key: `${++user}` })
  return { ...facts, blocks: JSON.parse(json.toString()) as Block[] }
}
const textsOf = async (bytes: Buffer) => (await read(bytes)).blocks.map(({ text }) => text)
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../../test/documents/${name}`, import.meta.url))

/** Lines one below the other from a place on. */
const lines = (left: number, top: number, texts: readonly string[], size = 10): Place[] =>
  texts.map((text, index) => [size, left, top - 12 * index, text])

const LEFT = [
  'Members of the club meet on the first day',
  'of each month in the large hall by the river.',
  'Guests are welcome and pay three coins each.',
]
const RIGHT = [
  'Boats are kept in the sheds behind the hall.',
  'Each boat has a number and a person who is',
  'responsible for it during the whole summer.',
]

test('columns are read one after the other, also if the file has their lines in turns', async () => {
  const inTurns = lines(60, 700, LEFT).flatMap((line, index) => [
    line,
    ...lines(320, 700, RIGHT).slice(index, index + 1),
  ])
  expect(await textsOf(pdfWithPlaces([inTurns]))).toEqual([LEFT.join(' '), RIGHT.join(' ')])
})

test('questions and answers on two pages of one sheet are read page by page', async () => {
  const answers = (number: number) => [
    `${number}. Where can people of your town borrow books and other media today?`,
    'In a library of the town',
    'In the library of their school',
    'In a bus full of books',
    'Only if they are members',
  ]
  const page = (left: number, first: number) =>
    [0, 1, 2].flatMap((at) =>
      answers(first + at).map((text, line): Place => [6, left, 700 - 80 * at - 14 * line, text]),
    )
  const texts = await textsOf(pdfWithPlaces([[...page(40, 1), ...page(330, 4)]]))
  expect(texts.join(' ').match(/\d/g)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(texts.join(' ')).not.toContain('|')
})

test('old and new wordings beside each other keep their rows', async () => {
  const wording = (which: string, left: number, isLonger: (entry: number) => boolean) =>
    [1, 2, 3, 4, 5].flatMap((entry) =>
      [
        `Paragraph ${entry} in its ${which} wording says who may borrow the boats`,
        'of the club and who',
        'must pay for all',
        ...(isLonger(entry) ? ['who come along'] : []),
      ].map((text, line): Place => [7, left, 740 - 53 * entry - 9 * line, text]),
    )
  const places = [
    ...wording('old', 40, (entry) => entry % 2 === 0),
    ...wording('new', 300, (entry) => entry % 2 === 1),
  ]
  const text = (await textsOf(pdfWithPlaces([places]))).join(' ')
  expect(text.match(/Paragraph \d in its (?:old|new)/g)).toEqual(
    [1, 2, 3, 4, 5].flatMap((entry) => [`Paragraph ${entry} in its old`, `Paragraph ${entry} in its new`]),
  )
})

test('verses in two columns are read one column after the other', async () => {
  const verses = (side: string, left: number) =>
    [1, 2, 3, 4].flatMap((verse) =>
      lines(left, 760 - 70 * verse, [
        `In verse ${verse} of the ${side} the boats come home,`,
        'and all the people wait along the shore,',
        'they carry lamps and sing a song of foam,',
        'until the night has closed the harbour door.',
      ]),
    )
  const text = (await textsOf(pdfWithPlaces([[...verses('left', 60), ...verses('right', 330)]]))).join(' ')
  expect(text.match(/verse \d of the (?:left|right)/g)).toEqual(
    ['left', 'right'].flatMap((side) => [1, 2, 3, 4].map((verse) => `verse ${verse} of the ${side}`)),
  )
})

test('a table without lines keeps its rows, columns and empty cells', async () => {
  const rows = [
    ['City', 'Budget', 'Spent', 'Share'],
    ['Sofia', '', '80', '60 %'],
    ['Plovdiv', '120', '', '40 %'],
    ['Varna', '95', '30', ''],
  ]
  const cells = rows.flatMap((row, index) =>
    row.flatMap((text, column): Place[] => (text ? [[10, 72 + 110 * column, 600 - 14 * index, text]] : [])),
  )
  const { blocks } = await read(
    pdfWithPlaces([[...lines(72, 700, LEFT), ...cells, ...lines(72, 500, RIGHT)]]),
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'table', 'text'])
  expect(blocks[1]).toMatchObject({
    text: 'City | Budget | Spent | Share\nSofia |  | 80 | 60 %\nPlovdiv | 120 |  | 40 %\nVarna | 95 | 30',
    head: 'City | Budget | Spent | Share',
  })
})

test('the lines of a cell stay in it', async () => {
  const at = (left: number, bottom: number, text: string): Place => [10, left, bottom, text]
  const { blocks } = await read(
    pdfWithPlaces([
      [
        at(72, 600, 'Part'),
        at(200, 600, 'Use'),
        at(400, 600, 'Price'),
        at(72, 580, 'Bolt'),
        at(200, 580, 'holds the lid'),
        at(400, 580, '2.50'),
        at(200, 568, 'and the handle'),
        at(72, 548, 'Nut'),
        at(200, 548, 'for the bolt'),
        at(400, 548, '0.40'),
      ],
    ]),
  )
  expect(blocks.map(({ text }) => text)).toEqual([
    'Part | Use | Price\nBolt | holds the lid and the handle | 2.50\nNut | for the bolt | 0.40',
  ])
})

test('cut words are joined, and words with hyphens of their own are not', async () => {
  const text = [
    'The home-',
    'office rule is about e-mail and every e-',
    'mail that comes in at the Ein-',
    'und Ausgang of the well-',
    'Known house.',
  ]
  expect(await textsOf(pdfWithPlaces([lines(72, 700, text)]))).toEqual([
    'The homeoffice rule is about e-mail and every e-mail that comes in at the Ein- und Ausgang of the well-Known house.',
  ])
})

test('text that is drawn twice is read once, and text outside of the page is not read', async () => {
  const twice: Place[] = [
    [12, 72, 700, 'Bold by ink'],
    [12, 72.4, 700, 'Bold by ink'],
    [12, 900, 700, 'outside'],
    [12, 72, -50, 'below'],
  ]
  expect(await textsOf(pdfWithPlaces([twice]))).toEqual(['Bold by ink'])
})

test('letters that are drawn twice in other pieces are read once', async () => {
  const place = (left: number, bottom: number, text: string): Place => [12, left, bottom, text]
  // Helvetica has B of 8, O of 9.3, L of 6.7 and D of 8.7 points at this size.
  const letters = [
    ['B', 72],
    ['O', 80],
    ['L', 89.3],
    ['D', 96],
  ] as const
  const twice = letters.flatMap(([letter, left]) => [
    place(left, 700, letter),
    place(left + 0.3, 700.2, letter),
  ])
  const pieces = [place(72, 660, 'PREV'), place(72, 660, 'PREV. CROP'), place(72, 660, 'PREV CR P')]
  expect(await textsOf(pdfWithPlaces([[...twice, ...pieces]]))).toEqual(['BOLD', 'PREV. CROP'])
})

test('turned pages and turned texts are read as lines', async () => {
  const turned =
    'BT /F1 10 Tf 0 1 -1 0 100 100 Tm (first line of text) Tj ET BT /F1 10 Tf 0 1 -1 0 112 100 Tm (goes on here) Tj ET'
  for (const more of ['', '/Rotate 90', '/Rotate 180'])
    expect(await textsOf(pdfOfContents([turned], more))).toEqual(['first line of text goes on here'])
})

test('lists are lists, and headings are known by their size', async () => {
  const { blocks } = await read(
    pdfWithPlaces([
      [
        [16, 72, 740, 'Rules of the club'],
        ...lines(72, 700, LEFT),
        ...lines(72, 640, ['- one', '- two', '1. first', '2. second']),
      ],
    ]),
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'list'])
  expect(blocks[2]?.text).toBe('- one\n- two\n1. first\n2. second')
})

test('marks of any font begin items, and two columns of an index are no table', async () => {
  const marks = ['first of the items', 'second of the items', 'third of the items'].flatMap(
    (text, index): Place[] => [
      [10, 72, 700 - 14 * index, '!'],
      [10, 96, 700 - 14 * index, text],
    ],
  )
  const entries = Array.from({ length: 12 }, (_, index) => `rules about boats, ${index + 10}`)
  const index = [
    ...lines(72, 500, entries),
    ...lines(
      320,
      500,
      entries.map((entry) => `${entry}, 7`),
    ),
  ]
  const { blocks } = await read(pdfWithPlaces([marks, index]))
  expect(blocks.map(({ kind }) => kind)).not.toContain('table')
})

test('values, ticks and choices of a form stand beside their labels', async () => {
  expect(await textsOf(fixture('form.pdf'))).toEqual([
    'Application for a parking permit',
    'Surname: FIELDVALUE Smith',
    'I agree to the rules: ☒',
  ])
  const texts = await textsOf(fixture('form-choices.pdf'))
  expect(texts.join('\n')).toContain('Employee: Ulla Kern')
  expect(texts.join('\n')).toContain('☒ paid')
  expect(texts.join('\n')).toContain('Parental leave')
})

/** A font of Chinese, Japanese or Korean letters that names its encoding only. */
const fontOf = (encoding: string, ordering: string) =>
  `/F2<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Own` +
  `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4>>>>]>>`

test.each([
  ['Japanese', '90ms-RKSJ-H', 'Japan1', '8a4382cc96af82cd', '海の民は'],
  ['Chinese', 'GBK-EUC-H', 'GB1', 'bdadcfc2cebb', '江下位'],
  ['Korean', 'KSC-EUC-H', 'Korea1', 'c7d1b1dbc0fb', '한글적'],
])('%s letters whose font only names its encoding are read', async (_, encoding, ordering, code, text) => {
  const page = `BT /F2 12 Tf 72 700 Td <${code}> Tj ET`
  const { blocks, warnings } = await read(pdfOfContents([page], '', '', fontOf(encoding, ordering)))
  expect([blocks.map((block) => block.text), warnings]).toEqual([[text], []])
})

const SOFT_FONT = '/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[173/sfthyphen]>>>>'
test.each([
  // A program shows words, letters one by one at their places, or parts of a line.
  [
    'BT /F2 11 Tf 72 700 Td (sentences of 1\\25512 or 13\\25524 months) Tj ET',
    ['sentences of 1-12 or 13-24 months'],
  ],
  [
    'BT /F2 11 Tf 72 700 Td (1) Tj 6.1 0 Td (\\255) Tj 3.7 0 Td (2) Tj 6.1 0 Td (\\255) Tj 3.7 0 Td (3) Tj ET',
    ['1-2-3'],
  ],
  ['BT /F2 11 Tf 72 700 Td [(pages 1) 20 (\\255) 20 (12)] TJ ET', ['pages 1-12']],
  ['BT /F2 11 Tf 72 700 Td (work \\255 and rest) Tj ET', ['work - and rest']],
  // Letters outside the page are in no text.
  ['BT /F2 11 Tf 72 950 Td (outside) Tj 0 -250 Td (from 1\\25512) Tj ET', ['from 1-12']],
  // Hyphens as marks of a list: each stands on the line after it.
  [
    'BT /F2 11 Tf 72 700 Td (Bring) Tj 0 -14 Td (\\255) Tj 12 0 Td (Milk) Tj -12 -14 Td (\\255) Tj 12 0 Td (Eggs \\255 six) Tj ET',
    ['Bring - Milk - Eggs - six'],
  ],
  // At the end of a line it cuts a word.
  [
    'BT /F2 11 Tf 72 700 Td (a long sen\\255) Tj 0 -13 Td (tence of words) Tj ET',
    ['a long sentence of words'],
  ],
])('hyphens that a program wrote as soft ones are read: %s', async (page, expected) => {
  const { blocks } = await read(pdfOfContents([page], '', '', SOFT_FONT))
  expect(blocks.flatMap(({ text }) => text.split('\n'))).toEqual(expected)
})

test('letters that a font draws as one are letters', async () => {
  const font = (letters: string) =>
    `/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1${letters}]>>>>`
  const page = 'BT /F2 11 Tf 72 700 Td (an o\\003cer \\001nds the \\002oor, sta\\004ed) Tj ET'
  const { blocks } = await read(pdfOfContents([page], '', '', font('/fi/fl/ffi/ff')))
  expect(blocks.map(({ text }) => text)).toEqual(['an officer finds the floor, staffed'])
})

test('a page with a picture only is a page without text, a white one is not', async () => {
  const { pages, warnings } = await read(pdfOfContents(['BT /F1 10 Tf 72 700 Td (text) Tj ET', PICTURE, '']))
  expect([pages, warnings]).toEqual([3, [{ code: 'pages_without_text', pages: [2] }]])
})

test('attached files are named', async () => {
  const file = '<</Type/Filespec/F(prices.txt)/UF(prices.txt)/EF<</F 5 0 R>>>>'
  const names = `/Names<</EmbeddedFiles<</Names[(prices.txt)${file}]>>>>`
  const { warnings } = await read(pdfOfContents(['BT /F1 10 Tf 72 700 Td (text) Tj ET'], '', names))
  expect(warnings).toEqual([{ code: 'attachments', pages: [], names: ['prices.txt'] }])
})

test('running heads, feet and page numbers are left out, and not the only text of a page', async () => {
  const page = (number: number): Place[] => [
    [9, 72, 760, 'Rules of the club'],
    ...lines(72, 700, [LEFT, RIGHT, LEFT.toReversed(), RIGHT.toReversed()][number - 1] ?? []),
    [9, number % 2 ? 72 : 500, 40, `${number}`],
  ]
  const text = (await textsOf(pdfWithPlaces([1, 2, 3, 4].map(page)))).join('\n')
  expect(text).not.toContain('Rules')
  expect(text).not.toMatch(/\d/)
  expect(await textsOf(pdfWithPlaces([1, 2, 3].map(() => [[12, 72, 760, 'Only this']])))).toEqual([
    'Only this',
    'Only this',
    'Only this',
  ])
})

test.each([
  ['at one place', () => '72 700'],
  ['in one line', (index: number) => `${index / 100} 700`],
  ['scattered', (index: number) => `${(index * 7) % 600} ${(index * 13) % 790}`],
])('20,000 texts %s take linear time', async (_, place) => {
  const content = Array.from(
    { length: 20_000 },
    (_unused, index) => `BT /F1 10 Tf ${place(index)} Td (a${index % 7}) Tj ET`,
  )
  const begun = performance.now()
  await read(pdfOfContents([content.join('\n')]))
  // Quadratic time would be minutes.
  expect(performance.now() - begun).toBeLessThan(12_000)
})

test('lines of dots lead from titles to their pages: rows of a table, without the dots', async () => {
  const contents = [
    `Preface ${'. '.repeat(40)}vii`,
    `1.1 Rules of the club${'.'.repeat(30)} 2`,
    'Chapter 2 is about boats',
    `2.1 Sheds and keys ${'. '.repeat(30)}13`,
    `2.2 Fees . . . . . . . . . . 14`,
  ]
  expect(
    (await read(pdfWithPlaces([[...lines(60, 700, contents), ...lines(60, 560, LEFT)]]))).blocks,
  ).toMatchObject([
    {
      kind: 'table',
      text: 'Preface | vii\n1.1 Rules of the club | 2\nChapter 2 is about boats\n2.1 Sheds and keys | 13\n2.2 Fees | 14',
    },
    { kind: 'text', text: LEFT.join(' ') },
  ])
  const two = [`Preface ${'. '.repeat(40)}vii`, 'We waited ..... and nothing came.']
  expect((await read(pdfWithPlaces([lines(60, 700, two)]))).blocks.map(({ kind }) => kind)).not.toContain(
    'table',
  )
})
