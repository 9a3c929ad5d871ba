import { expect, test } from 'vitest'
import { layoutOf } from './layout.ts'
import type { Segment } from './rows.ts'

const segment = (text: string, left: number, base: number, size: number, width: number): Segment => ({
  text,
  left,
  right: left + width,
  base,
  size,
  isBold: false,
})

/** A column of running text with small characters below some of its lines. */
const column = (side: string, left: number, marks: readonly (readonly [line: number, below: number])[]) => [
  ...Array.from({ length: 12 }, (_, at) =>
    segment(`Line ${at} of the ${side} tells of all the boats and sheds`, left, 12 * at, 10, 220),
  ),
  ...marks.map(([line, below]) => segment('2', left + 100, 12 * line + below, 6, 3)),
]

test('columns with raised and lowered characters are read one after the other', () => {
  const left = column('left', 50, [
    [3, 9.8],
    [5, 7],
    [8, 7],
  ])
  const right = column('right', 330, [[6, 9.8]])
  const text = JSON.stringify(layoutOf([...left, ...right]))
  expect(text.match(/of the (?:left|right)/g)).toEqual([
    ...Array.from({ length: 12 }, () => 'of the left'),
    ...Array.from({ length: 12 }, () => 'of the right'),
  ])
})

/** Lines of a text that is wrapped at so many letters of five points. */
function wrapped(text: string, most: number, left: number): Segment[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line, at) => segment(line, left, 14 * at, 10, 5 * line.length))
}

const LEFT =
  'Rooms for groups hold up to thirty people. They can be kept by phone or at the desk of the house, where a key is given to the one who asks. Chairs stay inside, and the last to go puts out all the lights.'
const RIGHT =
  'The garden at the back is owned by the school next door, but readers may sit there when it is dry. Dogs are kept on a lead and do not go into the pond, which is home to many kinds of frogs and newts.'

test('columns whose lines have three words are read one after the other', () => {
  const pieces = layoutOf([...wrapped(LEFT, 17, 50), ...wrapped(RIGHT, 17, 200)])
  expect(pieces.map(({ kind }) => kind)).toEqual(['lines', 'lines'])
  const text = pieces.flatMap((piece) => (piece.kind === 'lines' ? piece.lines.map((line) => line.text) : []))
  expect(text.join(' ')).toBe(`${LEFT} ${RIGHT}`)
})

test('a list of words in two languages stays a table', () => {
  const words = [
    ['to go home', 'nach Hause gehen'],
    ['to eat', 'essen'],
    ['to look out for', 'Ausschau halten'],
    ['to sit', 'sitzen bleiben'],
    ['to get up early', 'früh aufstehen'],
    ['to rest', 'sich ausruhen'],
    ['to be on time', 'pünktlich sein'],
    ['to lend', 'leihen'],
    ['to fall asleep', 'einschlafen'],
    ['to win', 'gewinnen'],
  ]
  const side = (at: number, left: number) =>
    words.map((row, line) => segment(row[at] ?? '', left, 14 * line, 10, 5 * (row[at] ?? '').length))
  expect(layoutOf([...side(0, 50), ...side(1, 200)])).toMatchObject([{ kind: 'table', rows: words }])
})
