// Letters that are drawn twice for a bold look, where the two drawings are cut into different runs.
import type { Run } from './runs.ts'

/** The share of the type size by which runs overlap that are not only close. */
const OVERLAP = 0.3
/** Letters of a run that another one repeats. */
const LONGEST = 200
/** Letters of the run before in which they are looked for. */
const MOST = 1_000

/** Returns the runs of a line from left to right, without what repeats the run before at the same place. */
export function withoutOverlaps(row: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of row.toSorted((a, b) => a.left - b.left || b.right - a.right)) {
    const last = kept.at(-1)
    const rest =
      last && last.right - run.left > OVERLAP * Math.min(run.size, last.size) ? restOf(run, last) : run
    if (rest) kept.push(rest)
  }
  return kept
}

/** Returns what of a run is not in the one that it overlaps; undefined if that has all of it. */
function restOf(run: Run, last: Run): Run | undefined {
  if (run.right < last.right + OVERLAP * run.size && isIn(run.text, last.text)) return undefined
  const width = (run.right - run.left) / Math.max(1, run.text.length)
  for (let count = Math.min(LONGEST, run.text.length - 1); count > 0; count--) {
    const fits = count * width < last.right - run.left + OVERLAP * run.size
    if (fits && last.text.endsWith(run.text.slice(0, count)))
      return { ...run, text: run.text.slice(count), left: Math.max(last.right, run.left + count * width) }
  }
  return run
}

/** Whether the letters of a text are in another one, in their order: the second drawing may lack some. */
function isIn(text: string, other: string): boolean {
  const letters = text.slice(0, LONGEST).replaceAll(' ', '')
  let next = 0
  for (const letter of other.slice(0, MOST)) if (letter === letters.charAt(next)) next++
  return next === letters.length && text.length <= LONGEST
}
