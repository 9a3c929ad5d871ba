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
