// Lines of a page from its runs: runs with the same baseline, joined where no large gap is between them.
import { withoutOverlaps } from './overlaps.ts'
import type { Rule } from './rules.ts'
import type { Run } from './runs.ts'

/** A part of a line between large gaps. */
export interface Segment {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly base: number
  readonly size: number
  readonly isBold: boolean
  /** The rows of a table that stands here. */
  readonly table?: readonly (readonly string[])[]
}

/** What stands on one baseline, from left to right. */
export interface Row {
  readonly base: number
  readonly segments: readonly Segment[]
}

/** Gaps in shares of the type size: from which one there is a blank, and from which one another segment. */
const BLANK = 0.15
const APART = 0.95
/** Distances of baselines in shares of the type size: of one line, and of raised letters. */
const SAME = 0.35
const RAISED = 0.62
/** Runs before and after a raised one among which its line is looked for. */
const NEAR = 40

const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/g
const LETTER = /\p{L}/gu

/** Whether most letters of a text are of a script from right to left. */
export function isRightToLeft(text: string): boolean {
  const rtl = text.match(RTL)?.length ?? 0
  return rtl > 0 && rtl * 2 > (text.match(LETTER)?.length ?? 0)
}

/** Returns the parts of lines of upright runs; lines down the page part them, too. */
export function segmentsOf(runs: readonly Run[], down: readonly Rule[] = []): Segment[] {
  return clustered(onLines(runs)).flatMap((row) => joinedRuns(row, down))
}

/** Returns segments as rows, from the top. */
export const rowsOf = (segments: readonly Segment[]): Row[] =>
  clustered(segments).map((row) => ({
    base: row[0]?.base ?? 0,
    segments: row.toSorted((a, b) => a.left - b.left),
  }))

/** Groups what stands on one baseline. */
function clustered<Part extends Pick<Segment, 'base' | 'size'>>(parts: readonly Part[]): Part[][] {
  const rows: Part[][] = []
  for (const part of parts.toSorted((a, b) => a.base - b.base)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && part.base - first.base <= SAME * Math.min(part.size, first.size)) row.push(part)
    else rows.push([part])
  }
  return rows
}

/** Puts raised and lowered letters on the line of the larger ones that they touch. */
function onLines(runs: readonly Run[]): Run[] {
  const sorted = runs.toSorted((a, b) => a.base - b.base)
  return sorted.map((run, index) => {
    const touched = [
      ...sorted.slice(Math.max(0, index - NEAR), index),
      ...sorted.slice(index + 1, index + NEAR),
    ].filter(
      (other) =>
        run.size < 0.9 * other.size &&
        Math.abs(other.base - run.base) < RAISED * other.size &&
        run.left < other.right + 0.4 * other.size &&
        run.right > other.left - 0.4 * other.size,
    )
    // Raised letters are above the baseline of theirs, and near the one below of the line before.
    const host = touched.find(({ base }) => base >= run.base) ?? touched[0]
    return host ? { ...run, base: host.base } : run
  })
}

function joinedRuns(row: readonly Run[], down: readonly Rule[]): Segment[] {
  const sorted = withoutOverlaps(row)
  const groups: Run[][] = []
  let right = 0
  for (const run of sorted) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNear = last !== undefined && run.left - right < APART * Math.max(run.size, last.size)
    if (group && isNear && !isParted(right, run, down)) group.push(run)
    else groups.push([run])
    right = group && group === groups.at(-1) ? Math.max(right, run.right) : run.right
  }
  return groups.map(segmentOf)
}

/** Whether a line goes down between the end of a text and the next one. */
const isParted = (right: number, { left, base, size }: Run, down: readonly Rule[]) =>
  left > right &&
  down.some(({ at, from, to }) => at >= right - 1 && at <= left + 1 && from < base && to > base - size)

function segmentOf(group: readonly Run[]): Segment {
  const isRtl = isRightToLeft(group.map(({ text }) => text).join(''))
  const order = isRtl ? group.toReversed() : group
  let text = ''
  let last: Run | undefined
  for (const run of order) {
    const gap = last ? Math.max(run.left - last.right, last.left - run.right) : 0
    const isApart = last !== undefined && gap > BLANK * Math.min(run.size, last.size)
    text += isApart ? ` ${run.text}` : run.text
    last = run
  }
  const main = group.reduce((most, run) => (run.text.length > most.text.length ? run : most))
  const bold = group.reduce((sum, run) => sum + (run.isBold ? run.text.length : 0), 0)
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    left: group.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: group.reduce((most, { right }) => Math.max(most, right), -Infinity),
    base: main.base,
    size: main.size,
    isBold: bold * 10 > text.length * 8,
  }
}
