// Tables of a recognised page: Tesseract reads a column as a block of its own, or a row as a line with wide blanks. The places of
// the words tell rows and cells, as in a PDF.
import type { Block } from '../blocks.ts'
import { bandsOf } from '../formats/pdf/bands.ts'
import { layoutOf } from '../formats/pdf/layout.ts'
import { rowsOf, segmentsOf } from '../formats/pdf/rows.ts'
import { tableBlock } from '../formats/tables.ts'

export interface Word {
  readonly text: string
  readonly confidence: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly height: number
}

export interface ScannedTable {
  readonly block: Block
  /** Whether a line stands in the table, and whether it stands below it. */
  has(line: readonly Word[]): boolean
  isAbove(line: readonly Word[]): boolean
}

/** Lines of a table that are taken for letters. */
const DRAWN = /^[|¦_[\]]+$/

/** Returns the tables between lines of the whole width, from the top. */
export function tablesOf(lines: readonly (readonly Word[])[]): ScannedTable[] {
  const sizeOf = sizesOf(lines)
  const runs = lines.flatMap((line) => {
    const [base, size] = [baseOf(line), sizeOf(line)]
    return line
      .filter(({ text }) => !DRAWN.test(text))
      .map(({ text, left, right }) => ({
        text,
        left,
        right,
        base,
        size,
        isBold: false,
        turn: 0,
        isVertical: false,
        end: 0,
      }))
  })
  return bandsOf(rowsOf(segmentsOf(runs))).flatMap(({ rows }) => {
    const [piece, more] = layoutOf(rows.flatMap(({ segments }) => segments))
    const block = piece?.kind === 'table' && more === undefined ? tableBlock(piece.rows) : undefined
    if (block === undefined) return []
    const bases = new Set(rows.flatMap(({ segments }) => segments.map(({ base }) => base)))
    const end = Math.max(...bases)
    return [{ block, has: (line) => bases.has(baseOf(line)), isAbove: (line) => baseOf(line) > end }]
  })
}

/** A line without high and low letters is lower than its type, at most by this. */
const LOWER = 0.7

const heightOf = (line: readonly Word[]) => Math.max(...line.map(({ height }) => height))

/** Returns a function that tells the size of the type of a line: most of the height of lines that can be of the same type. */
function sizesOf(lines: readonly (readonly Word[])[]): (line: readonly Word[]) => number {
  const heights = lines.map(heightOf).toSorted((one, other) => one - other)
  const known = new Map<number, number>()
  return (line) => {
    const height = heightOf(line)
    const alike = () => heights.filter((one) => one >= height && one * LOWER <= height)
    const size = known.get(height) ?? upperQuarter(alike()) ?? height
    known.set(height, size)
    return size
  }
}

const upperQuarter = (sorted: readonly number[]): number | undefined =>
  sorted[Math.floor(0.75 * sorted.length)]

const BELOW = /[gjpqyçруфцщ]/u
const ABOVE = /[\p{Lu}\p{N}bdfhiklt]/u

/** Returns the baseline of most words: letters that go below it take a part of the word's height. */
function baseOf(line: readonly Word[]): number {
  const bases = line
    .map(
      ({ text, bottom, height }) =>
        bottom - (BELOW.test(text) ? (ABOVE.test(text) ? 0.24 : 0.32) * height : 0),
    )
    .toSorted((one, other) => one - other)
  return bases[Math.floor((bases.length - 1) / 2)] ?? 0
}
