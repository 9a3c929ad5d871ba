// Tables whose cells have drawn lines between them.
import { gridOf } from './grid.ts'
import { isRightToLeft, rowsOf, type Row, type Segment } from './rows.ts'
import type { Rule, Rules } from './rules.ts'
import { joined } from './words.ts'

/** Places for cells from which on lines are those of a drawing. */
const MOST = 10_000
/** Points that lines may miss each other by, and that edges are apart at least. */
const NEAR = 3
const APART = 4
/** Characters of a cell that is a part of the page, and of one that is repeated where it spans others. */
const PART_OF_PAGE = 2_000
const REPEATED = 200
/** The share of texts across lines from which on the lines are not those of a table. */
const ACROSS = 0.1
const FEWEST_CELLS = 4

/** Returns the segments with those of each table replaced by one that has its cells. */
export function withTables(segments: readonly Segment[], rules: Rules): Segment[] {
  let left = [...segments]
  const tables: Segment[] = []
  for (const frame of framesOf(rules)) {
    const inside = left.filter((segment) => isInside(segment, frame))
    const table = inside.length < FEWEST_CELLS ? undefined : tableOf(inside, frame)
    if (!table) continue
    const taken = new Set(inside)
    left = left.filter((segment) => !taken.has(segment))
    tables.push(table)
  }
  return [...left, ...tables]
}

/** Connected lines with the edges of the rows and columns between them. */
interface Frame extends Rules {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

function framesOf({ across, down }: Rules): Frame[] {
  const group = new Map<Rule, Rule>()
  const rootOf = (rule: Rule): Rule => {
    let root = rule
    for (let next = group.get(root); next; next = group.get(root)) root = next
    if (root !== rule) group.set(rule, root)
    return root
  }
  for (const line of across)
    for (const other of down)
      if (covers(line, other.at) && covers(other, line.at) && rootOf(line) !== rootOf(other))
        group.set(rootOf(line), rootOf(other))
  const frames = new Map<Rule, { across: Rule[]; down: Rule[] }>()
  for (const direction of ['across', 'down'] as const)
    for (const rule of direction === 'across' ? across : down) {
      const root = rootOf(rule)
      const frame = frames.get(root) ?? { across: [], down: [] }
      frame[direction].push(rule)
      frames.set(root, frame)
    }
  return [...frames.values()]
    .filter((frame) => frame.across.length > 1 && frame.down.length > 0)
    .map((frame) => ({
      ...frame,
      xs: edgesOf(frame.down, frame.across),
      ys: edgesOf(frame.across, frame.down),
    }))
    .filter(({ xs, ys }) => xs.length > 2 && ys.length > 2 && xs.length * ys.length <= MOST)
}

const covers = ({ from, to }: Rule, at: number) => at > from - NEAR && at < to + NEAR

/** Returns the edges that lines are, and those where the lines across them end: tables may be open at their sides. */
function edgesOf(lines: readonly Rule[], others: readonly Rule[]): number[] {
  const ends = others.flatMap(({ from, to }) => [from, to])
  const all = [
    ...lines.map(({ at }) => at),
    ends.reduce((least, end) => Math.min(least, end), Infinity),
    ends.reduce((most, end) => Math.max(most, end), -Infinity),
  ]
  const edges: number[] = []
  for (const at of all.toSorted((a, b) => a - b)) if (at - (edges.at(-1) ?? -Infinity) > APART) edges.push(at)
  return edges
}

const middleOf = ({ left, right, base, size }: Segment) => [(left + right) / 2, base - 0.3 * size] as const

function isInside(segment: Segment, { xs, ys }: Frame): boolean {
  const [x, y] = middleOf(segment)
  return !segment.table && placeOf(x, xs) >= 0 && placeOf(y, ys) >= 0
}

/** Returns between which edges a place is; −1 if it is outside. */
const placeOf = (at: number, edges: readonly number[]): number => {
  const next = edges.findIndex((edge) => edge > at)
  return next - 1 < 0 ? -1 : next - 1
}

/** A cell of a table, from one edge to another. */
interface Area {
  readonly rows: Set<number>
  readonly columns: Set<number>
  readonly segments: Segment[]
}

function tableOf(inside: readonly Segment[], frame: Frame): Segment | undefined {
  const { xs, ys } = frame
  const areas = areasOf(frame)
  let across = 0
  for (const segment of inside) {
    const [x, y] = middleOf(segment)
    const area = areas[placeOf(y, ys)]?.[placeOf(x, xs)]
    if (!area) continue
    area.segments.push(segment)
    const right = xs[Math.max(...area.columns) + 1] ?? Infinity
    const left = xs[Math.min(...area.columns)] ?? -Infinity
    if (segment.right > right + 0.5 * segment.size || segment.left < left - 0.5 * segment.size) across++
  }
  const filled = new Set(areas.flat().filter(({ segments }) => segments.length > 0))
  const isTable =
    filled.size >= FEWEST_CELLS &&
    across <= ACROSS * inside.length &&
    [...filled].every(({ segments }) => lengthOf(segments) < PART_OF_PAGE)
  if (!isTable) return undefined
  const rows = areas.flatMap((row) => rowsIn(row, xs))
  const columns = rows.filter((row) => row.filter(Boolean).length > 1)
  if (columns.length < 2) return undefined
  const isRtl = isRightToLeft(inside.map(({ text }) => text).join(' '))
  const [first = 0, size] = [ys[0], inside[0]?.size ?? 1]
  return {
    text: '',
    left: xs[0] ?? 0,
    right: xs.at(-1) ?? 0,
    base: first + size,
    size,
    isBold: false,
    table: isRtl ? rows.map((row) => row.toReversed()) : rows,
  }
}

const lengthOf = (segments: readonly Segment[]) => segments.reduce((sum, { text }) => sum + text.length, 0)

/** Returns the cell of each place: places without a line between them are of one cell. */
function areasOf({ xs, ys, across, down }: Frame): Area[][] {
  const areas: Area[][] = []
  const isBetween = (rules: readonly Rule[], at: number, from: number, to: number) =>
    rules.some((rule) => Math.abs(rule.at - at) <= APART && covers(rule, (from + to) / 2))
  for (let row = 0; row + 1 < ys.length; row++) {
    const [top = 0, bottom = 0] = [ys[row], ys[row + 1]]
    const line: Area[] = []
    for (let column = 0; column + 1 < xs.length; column++) {
      const [left = 0, right = 0] = [xs[column], xs[column + 1]]
      const [before, above] = [line.at(-1), areas.at(-1)?.[column]]
      const own =
        before && !isBetween(down, left, top, bottom)
          ? before
          : above && !isBetween(across, top, left, right)
            ? above
            : { rows: new Set<number>(), columns: new Set<number>(), segments: [] }
      own.rows.add(row)
      own.columns.add(column)
      line.push(own)
    }
    areas.push(line)
  }
  return areas
}

/** Returns a row of cells; several rows if no lines are between them. */
function rowsIn(row: readonly Area[], xs: readonly number[]): string[][] {
  const areas = [...new Set(row)]
  const whole = areas.length === 1
  const below = areas.filter(({ rows }) => rows.size === 1)
  const lines = rowsOf(below.flatMap(({ segments }) => segments))
  if (below.length === areas.length && areas.length > 1 && isSeveral(lines, areas)) {
    const spans = row.map((_, column) => ({ from: xs[column] ?? 0, to: xs[column + 1] ?? 0 }))
    return gridOf(lines, spans)
  }
  const texts = new Map(areas.map((area) => [area, textOf(area.segments)]))
  return [
    row.map((area, column) => {
      const text = texts.get(area) ?? ''
      const isFirst = column === Math.min(...area.columns)
      return isFirst || (!whole && text.length <= REPEATED) ? text : ''
    }),
  ]
}

const ROWS = 3
const LOOSE = 1.45
const isNumber = (text: string) => /\d/.test(text) && /^[\d\s.,:/%€$£()+–-]+$/.test(text)

/** Whether lines between two edges are rows: several have numbers below each other, or stand far apart. */
function isSeveral(lines: readonly Row[], areas: readonly Area[]): boolean {
  const full = lines.filter(({ segments }) => segments.length > 1)
  if (full.length < ROWS || full.length * 2 < lines.length) return false
  const hasNumbers = areas.some(
    ({ segments }) => segments.length >= ROWS && segments.every(({ text }) => isNumber(text)),
  )
  const gaps = full.slice(1).map((row, index) => row.base - (full[index]?.base ?? 0))
  const size = full[0]?.segments[0]?.size ?? 1
  return hasNumbers || gaps.every((gap) => gap > LOOSE * size)
}

function textOf(segments: readonly Segment[]): string {
  const lines = rowsOf(segments).map((row) => {
    const texts = row.segments.map(({ text }) => text)
    return (isRightToLeft(texts.join('')) ? texts.toReversed() : texts).join(' ')
  })
  return joined(lines, () => false)
}
