import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'
import type { Run } from './runs.ts'
import { segmentsOf } from './rows.ts'
import { verticalOf } from './vertical.ts'

const shown = { width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] }

test('a text with very many wide blanks is split', () => {
  const str = 'word     '.repeat(200_000)
  const item = { str, transform: [10, 0, 0, 10, 10, 700], width: 500, height: 10, fontName: 'f' }
  const { runs } = runsOf({ items: [item], styles: {} }, shown, () => false)
  expect(runs).toHaveLength(200_000)
})

test('a blank at the end of a run, which pdf.js adds for a gap, stays one before the next run', () => {
  const item = (str: string, left: number, width: number) => ({
    str,
    transform: [10, 0, 0, 10, left, 700],
    width,
    height: 10,
    fontName: 'f',
  })
  const items = [item('Sample ', 10, 36), item('Contract', 46, 40), item('or', 86.5, 10)]
  const { runs } = runsOf({ items, styles: {} }, shown, () => false)
  expect(segmentsOf(runs).map(({ text }) => text)).toEqual(['Sample Contractor'])
})

/** A column of letters of 10 points, from `base` downwards. */
const column = (text: string, left: number, base: number): Run => ({
  text,
  left,
  right: left + 10,
  base,
  end: base + 10 * text.length,
  size: 10,
  isBold: false,
  turn: 0,
  isVertical: true,
})

test('vertical text is read by bands, and in each by columns from the right', () => {
  const runs = [
    column('下段三', 300, 300),
    column('上段二', 280, 100),
    column('上段一は長い', 300, 100),
    column('下段四', 280, 300),
  ]
  expect(verticalOf(runs)).toEqual(['上段一は長い上段二', '下段三下段四'])
})

test('a full column is continued by the next one, unless that is indented', () => {
  const runs = [
    column('吾輩は猫であ', 300, 100),
    column('る。名前は', 280, 100),
    column('どこで生れ', 260, 110),
    column('たか', 240, 100),
  ]
  expect(verticalOf(runs)).toEqual(['吾輩は猫である。名前は\nどこで生れたか'])
})
