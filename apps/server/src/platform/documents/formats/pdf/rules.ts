// Straight lines that are drawn on a page, such as those between the cells of a table.
import { times, type Matrix, type Shown } from './runs.ts'

/** A line across or down the page as it is shown: its distance from the top or from the left, and its ends. */
export interface Rule {
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Rules {
  readonly across: readonly Rule[]
  readonly down: readonly Rule[]
}

export const NO_RULES: Rules = { across: [], down: [] }

/** The operators of a page, as pdf.js lists them. */
export interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** Parts of lines of a page, and lines in a direction, from which on it is a drawing. */
const MOST_PARTS = 20_000
const MOST = 600
/** Points: what a line is thick at most, what its ends may be apart to be one, and how long it is at least. */
const THICK = 3.5
const APART = 3
const SHORTEST = 7
/** Distance of lines that are the two sides of one. */
const DOUBLE = 2.5

/** Numbers of pdf.js's operators. */
const [SAVE, RESTORE, TRANSFORM, FORM_BEGIN, FORM_END, PATH] = [10, 11, 12, 74, 75, 91]
const STROKES = new Set([20, 21, 24, 25, 26, 27])
const FILLS = new Set([22, 23, 24, 25, 26, 27])
/** How many numbers the parts of a path have: to a place, a line, two kinds of curves, and the end. */
const PARTS = [2, 2, 6, 4, 0]
const [MOVE, LINE, , , CLOSE] = [0, 1, 2, 3, 4]

/** Returns the lines of a page; none of a page with more than can be a table's. */
export function rulesOf({ fnArray, argsArray }: Operators, shown: Shown): Rules {
  const drawn: Drawn = { across: [], down: [] }
  const stack: Matrix[] = []
  let matrix: Matrix = shown.transform
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    if (operator === SAVE) stack.push(matrix)
    else if (operator === RESTORE || operator === FORM_END) matrix = stack.pop() ?? matrix
    else if (operator === TRANSFORM) matrix = times(matrix, args as Matrix)
    else if (operator === FORM_BEGIN) {
      stack.push(matrix)
      const [form] = args as [Matrix | null]
      if (form) matrix = times(matrix, form)
    } else if (operator === PATH) path(args as PathArguments, matrix, drawn)
    if (drawn.across.length + drawn.down.length > MOST_PARTS) return NO_RULES
  }
  const [across, down] = [joined(drawn.across), joined(drawn.down)]
  return across.length > MOST || down.length > MOST ? NO_RULES : { across, down }
}

interface Drawn {
  readonly across: Rule[]
  readonly down: Rule[]
}

type PathArguments = readonly [painted: number, parts: readonly [ArrayLike<number> | null]]
type Point = readonly [x: number, y: number]

function path([painted, [data]]: PathArguments, matrix: Matrix, drawn: Drawn): void {
  if (!data || !(STROKES.has(painted) || FILLS.has(painted))) return
  for (const points of figuresOf(data, matrix)) {
    if (STROKES.has(painted))
      for (const [index, to] of points.entries()) {
        const from = points[index - 1]
        if (from) add([from, to], drawn)
      }
    else add(points, drawn)
  }
}

/** Yields the figures of a path by their corners; curves have none in between. */
function* figuresOf(data: ArrayLike<number>, matrix: Matrix): Generator<Point[]> {
  let points: Point[] = []
  for (let at = 0; at < data.length;) {
    const part = data[at] ?? CLOSE
    const size = PARTS[part] ?? data.length
    const [first] = points
    if (part === MOVE && points.length > 1) yield points
    if (part === MOVE) points = []
    if (part === CLOSE && first) points.push(first)
    if (part === MOVE || part === LINE) {
      const [, , , , x, y] = times(matrix, [1, 0, 0, 1, data[at + 1] ?? 0, data[at + 2] ?? 0])
      points.push([x, y])
    }
    at += size + 1
  }
  if (points.length > 1) yield points
}

/** Adds a figure that is as thin as a line. */
function add(points: readonly Point[], { across, down }: Drawn): void {
  const [left, right] = ends(points.map(([x]) => x))
  const [top, bottom] = ends(points.map(([, y]) => y))
  if (bottom - top <= THICK && right - left > bottom - top)
    across.push({ at: (top + bottom) / 2, from: left, to: right })
  else if (right - left <= THICK && bottom - top > right - left)
    down.push({ at: (left + right) / 2, from: top, to: bottom })
}

const ends = (values: readonly number[]): [least: number, most: number] => [
  values.reduce((least, value) => Math.min(least, value), Infinity),
  values.reduce((most, value) => Math.max(most, value), -Infinity),
]

/** Joins the parts of lines, such as dots and the sides of cells. */
function joined(rules: readonly Rule[]): Rule[] {
  const lines: Rule[][] = []
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const [first] = lines.at(-1) ?? []
    if (first && rule.at - first.at < DOUBLE) lines.at(-1)?.push(rule)
    else lines.push([rule])
  }
  return lines.flatMap((line) => {
    const whole: { at: number; from: number; to: number }[] = []
    for (const { at, from, to } of line.toSorted((a, b) => a.from - b.from)) {
      const last = whole.at(-1)
      if (last && from - last.to <= APART) last.to = Math.max(last.to, to)
      else whole.push({ at, from, to })
    }
    return whole.filter(({ from, to }) => to - from >= SHORTEST)
  })
}
