// The data of a chart, as it was when the document was saved, as a table: categories down, series across.
import type { Block } from '../../blocks.ts'
import { tableBlock } from '../tables.ts'
import { allOf, childOf, childrenOf, firstOf, innerText, type XmlNode } from '../xml.ts'

const MAX_POINTS = 5_000
const MAX_SERIES = 100
/** Cells of the table of one chart: few points of many series would make many empty ones. */
const MAX_CELLS = 100_000

/** Returns the titles and the data of a chart; nothing if it has no data. */
export function chartBlocks(root: XmlNode | undefined, page?: number): Block[] {
  const place = page === undefined ? {} : { page }
  const series = allOf(firstOf(root, 'plotArea'), 'ser').slice(0, MAX_SERIES).map(seriesOf)
  const table = tableBlock(rowsOf(series), place)
  return table ? [...titlesOf(root, place), table] : []
}

/** Returns the title of a chart, and those of its axes, which have the units. */
function titlesOf(root: XmlNode | undefined, place: Pick<Block, 'page'>): Block[] {
  const axes = allOf(firstOf(root, 'plotArea'), 'title').map(textOf).filter(Boolean)
  const lines = [textOf(childOf(firstOf(root, 'chart'), 'title')), axes.join(' / ')].filter(Boolean)
  return lines.length > 0 ? [{ kind: 'text', text: lines.join('\n'), ...place }] : []
}

interface Series {
  readonly name: string
  readonly labels: ReadonlyMap<number, string>
  readonly values: ReadonlyMap<number, string>
  readonly sizes: ReadonlyMap<number, string>
}

function seriesOf(node: XmlNode): Series {
  return {
    name: innerText(firstOf(childOf(node, 'tx'), 'v')),
    labels: pointsOf(childOf(node, 'cat') ?? childOf(node, 'xVal')),
    values: withNotes(pointsOf(childOf(node, 'val') ?? childOf(node, 'yVal')), childOf(node, 'dLbls')),
    sizes: pointsOf(childOf(node, 'bubbleSize')),
  }
}

/** Returns the values by their positions. Labels of several levels are joined, the outer one first. */
function pointsOf(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>()
  const levels = allOf(node, 'lvl')
  for (const level of levels.length > 0 ? levels.toReversed() : node ? [node] : []) {
    const format = innerText(firstOf(level, 'formatCode'))
    let last = ''
    for (const point of allOf(level, 'pt')) {
      const at = Number(point.attributes['idx'])
      if (!(at >= 0 && at < MAX_POINTS)) continue
      last = shownValue(innerText(childOf(point, 'v')), format)
      const before = points.get(at)
      points.set(at, before ? `${before} ${last}` : last)
    }
  }
  return points
}

/** Adds what somebody wrote at single points instead of their values. Fields in brackets stand for values. */
function withNotes(points: Map<number, string>, labels: XmlNode | undefined): Map<number, string> {
  for (const label of childrenOf(labels, 'dLbl')) {
    const at = Number(childOf(label, 'idx')?.attributes['val'])
    const note = textOf(childOf(label, 'tx'))
    const value = points.get(at)
    if (value !== undefined && note !== '' && note !== value && !/^\[[A-Z ]+\]$/.test(note))
      points.set(at, `${value} (${note})`)
  }
  return points
}

/** Percents and dates as they are shown; other numbers without the tail of their binary form. */
function shownValue(text: string, format: string): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  if (format.includes('%')) return `${Number((value * 100).toPrecision(12))} %`
  if (isDate(format) && value > 0 && value < 2_958_466)
    return new Date(Math.round((value - 25_569) * 86_400_000)).toISOString().slice(0, 10)
  return String(Number(value.toPrecision(12)))
}

function isDate(format: string): boolean {
  const unquoted = format.split('"').filter((_, at) => at % 2 === 0)
  return /[dy]/i.test(unquoted.join('').replace(/\[[^[\]]*\]|general/gi, ''))
}

function rowsOf(series: readonly Series[]): string[][] {
  const positions = new Set(series.flatMap(({ labels, values }) => [...labels.keys(), ...values.keys()]))
  if (positions.size === 0) return []
  const isShared = series.every(({ labels }) => sameLabels(labels, series[0]?.labels))
  const columns = series.flatMap(({ name, labels, values, sizes }, at) => [
    ...(at === 0 || !isShared ? [{ head: '', points: labels }] : []),
    { head: name, points: values },
    ...(sizes.size > 0 ? [{ head: '', points: sizes }] : []),
  ])
  return [
    columns.map(({ head }) => head),
    ...[...positions]
      .toSorted((a, b) => a - b)
      .slice(0, Math.floor(MAX_CELLS / columns.length))
      .map((at) => columns.map(({ points }) => points.get(at) ?? '')),
  ]
}

function sameLabels(
  labels: ReadonlyMap<number, string>,
  others: ReadonlyMap<number, string> = new Map(),
): boolean {
  if (labels.size === 0) return true
  for (const [at, label] of labels) if (others.get(at) !== label) return false
  return true
}

/** Returns the text of a title: its paragraphs in one line. */
const textOf = (title: XmlNode | undefined): string =>
  (title ? [...allOf(title, 'p'), ...(firstOf(title, 'p') ? [] : allOf(title, 'v'))] : [])
    .map((paragraph) =>
      paragraph.name === 'v' ? innerText(paragraph) : allOf(paragraph, 't').map(innerText).join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the data of a chart of Office 2016, such as a waterfall. */
export function newChartBlocks(root: XmlNode | undefined, page?: number): Block[] {
  const place = page === undefined ? {} : { page }
  const columns = allOf(root, 'data')
    .flatMap((data) => [...childrenOf(data, 'strDim'), ...childrenOf(data, 'numDim')])
    .slice(0, MAX_SERIES)
    .map((dimension) => allOf(firstOf(dimension, 'lvl'), 'pt').slice(0, MAX_POINTS).map(innerText))
  const length = columns.reduce((most, column) => Math.max(most, column.length), 0)
  const names = allOf(root, 'series').map((one) => innerText(firstOf(childOf(one, 'tx'), 'v')))
  const rows = Array.from({ length }, (_, at) => columns.map((column) => column[at] ?? ''))
  const table = tableBlock([['', ...names], ...rows], place)
  return table && length > 0 ? [...titlesOf(root, place), table] : []
}
