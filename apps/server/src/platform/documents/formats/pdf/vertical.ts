// Vertical text, as in Chinese and Japanese books: bands from the top, and in each its columns from the right.
import type { Run } from './runs.ts'

/** Letters between two bands, and the share of a band from which a column is full, so that the next one continues it. */
const BETWEEN = 1
const FULL = 0.9

interface Column {
  readonly left: number
  readonly size: number
  readonly runs: Run[]
}

/** Returns the texts of the bands of a page. */
export const verticalOf = (runs: readonly Run[]): string[] => bandsOf(runs).map(textOf)

/** Separates texts where no column reaches over the white between them: pages of two bands are not read across. */
function bandsOf(runs: readonly Run[]): Run[][] {
  const bands: Run[][] = []
  let end = -Infinity
  for (const run of runs.toSorted((a, b) => a.base - b.base)) {
    const last = bands.at(-1)
    if (last && run.base < end + BETWEEN * run.size) last.push(run)
    else bands.push([run])
    end = Math.max(end, run.end)
  }
  return bands
}

function textOf(band: readonly Run[]): string {
  const top = band.reduce((least, { base }) => Math.min(least, base), Infinity)
  const bottom = band.reduce((most, { end }) => Math.max(most, end), 0)
  let text = ''
  let isFull = true
  for (const { runs } of columnsOf(band)) {
    const begin = runs[0]?.base ?? top
    const size = runs[0]?.size ?? 0
    // An indent begins a paragraph.
    const continues = isFull && begin < top + 0.5 * size
    const letters = runs.map((run) => run.text).join('')
    text += text === '' || continues ? letters : `\n${letters}`
    isFull = runs.reduce((most, { end }) => Math.max(most, end), 0) > top + FULL * (bottom - top)
  }
  return text
}

function columnsOf(band: readonly Run[]): Column[] {
  const columns: Column[] = []
  for (const run of band.toSorted((a, b) => b.left - a.left)) {
    const last = columns.at(-1)
    if (last && last.left - run.left < 0.5 * run.size) last.runs.push(run)
    else columns.push({ left: run.left, size: run.size, runs: [run] })
  }
  for (const { runs } of columns) runs.sort((a, b) => a.base - b.base)
  return columns
}
