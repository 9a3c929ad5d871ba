// Tables with drawn lines, through the process that reads documents.
import { afterAll, expect, test } from 'vitest'
import { pdfOfContents, type Place } from '#test/pdf.ts'
import { openDocuments, type Block } from '../../index.ts'

const documents = openDocuments()
afterAll(() => documents.close())

let user = 0
async function read(bytes: Buffer) {
  const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
  const { json } = await documents.read(file, { key: `${++user}` })
  return JSON.parse(json.toString()) as Block[]
}
const textsOf = async (bytes: Buffer) => (await read(bytes)).map(({ text }) => text)

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

/** Lines across and down, drawn as strokes or as thin areas. */
const rules = (xs: readonly number[], ys: readonly number[], isArea: boolean) => {
  const [left = 0, bottom = 0] = [xs[0], ys.at(-1)]
  const [width, height] = [(xs.at(-1) ?? 0) - left, (ys[0] ?? 0) - bottom]
  const across = ys.map((y) =>
    isArea ? `${left} ${y} ${width} 0.5 re f` : `${left} ${y} m ${left + width} ${y} l S`,
  )
  const down = xs.map((x) =>
    isArea ? `${x} ${bottom} 0.5 ${height} re f` : `${x} ${bottom} m ${x} ${bottom + height} l S`,
  )
  return [...across, ...down].join('\n')
}
const drawn = (places: readonly Place[]) =>
  places
    .map(([size, left, bottom, text]) => `BT /F1 ${size} Tf ${left} ${bottom} Td (${text}) Tj ET`)
    .join('\n')

test.each([
  ['strokes', false],
  ['thin areas', true],
])('lines around cells part them, also where their texts run on: %s', async (_, isArea) => {
  const cells = [
    ...lines(74, 688, LEFT),
    ...lines(294, 688, RIGHT),
    ...lines(74, 648, RIGHT.toReversed()),
    ...lines(294, 648, LEFT.toReversed()),
  ]
  const content = `${rules([72, 292, 520], [700, 660, 620], isArea)}\n${drawn(cells)}`
  const blocks = await read(pdfOfContents([content]))
  const text = (parts: readonly string[]) => parts.join(' ')
  expect(blocks).toMatchObject([
    {
      kind: 'table',
      text: `${text(LEFT)} | ${text(RIGHT)}\n${text(RIGHT.toReversed())} | ${text(LEFT.toReversed())}`,
    },
  ])
})

test('a cell without lines in it is in each row and column that it spans, and a line parts close texts', async () => {
  const at = (left: number, bottom: number, text: string): Place => [10, left, bottom, text]
  const content = drawn([
    at(74, 688, 'Group'),
    at(112, 688, 'Name'),
    at(74, 658, 'North'),
    at(112, 668, 'Ada'),
    at(112, 648, 'Bea'),
  ])
  // The line between the rows of the first column is not drawn.
  const frame = rules([72, 110, 150], [700, 680, 640], false)
  expect(await textsOf(pdfOfContents([`${frame}\n110 660 m 150 660 l S\n${content}`]))).toEqual([
    'Group | Name\nNorth | Ada\nNorth | Bea',
  ])
})

test('rows of numbers without lines between them are rows, and a frame around text is no table', async () => {
  const at = (left: number, bottom: number, text: string): Place => [10, left, bottom, text]
  const numbers = [1, 2, 3].flatMap((row) => [
    at(74, 680 - 11 * row, `City ${row}`),
    at(154, 680 - 11 * row, `${row}20`),
  ])
  const table = `${rules([72, 150, 220], [700, 682, 630], false)}\n${drawn([at(74, 688, 'City'), at(154, 688, 'Spent'), ...numbers])}`
  expect(await textsOf(pdfOfContents([table]))).toEqual([
    'City | Spent\nCity 1 | 120\nCity 2 | 220\nCity 3 | 320',
  ])
  const frame = `${rules([60, 400], [720, 600], false)}\n${drawn(lines(72, 700, LEFT))}`
  expect(await textsOf(pdfOfContents([frame]))).toEqual([LEFT.join(' ')])
})

test('a net of 25 million places is a drawing', async () => {
  const drawing = Array.from({ length: 5_000 }, (_unused, index) => {
    const at = 5 * index
    return `0 ${at} m 25000 ${at} l S ${at} 0 m ${at} 25000 l S`
  })
  const texts = Array.from({ length: 2_000 }, (_unused, index): Place => [
    5,
    (index * 7) % 600,
    (index * 13) % 790,
    `a${index % 7}`,
  ])
  const begun = performance.now()
  await read(pdfOfContents([`${drawing.join('\n')}\n${drawn(texts)}`]))
  // Its places would take minutes.
  expect(performance.now() - begun).toBeLessThan(12_000)
})
