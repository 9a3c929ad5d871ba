// The letters of a page: runs of text with their places, as readers see the page.
import { append } from '../../blocks.ts'
import { markReader } from './letter-marks.ts'

/** Text in one line without large gaps. `base` is the distance of its baseline from the top, `turn` its quarter turns. */
export interface Run {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly base: number
  readonly size: number
  readonly isBold: boolean
  readonly turn: number
  readonly isVertical: boolean
  /** Of vertical text: the distance of its end from the top. */
  readonly end: number
}

export type Matrix = readonly number[]

/** The part of pdf.js's text items that is read. */
export interface TextItem {
  readonly str: string
  readonly transform: Matrix
  readonly width: number
  readonly height: number
  readonly fontName: string
  readonly hasEOL: boolean
}

export interface PageText {
  readonly items: readonly (TextItem | object)[]
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>
}

/** The page as it is shown: its size, and the matrix from the page's own points. */
export interface Shown {
  readonly width: number
  readonly height: number
  readonly transform: Matrix
}

/** Places of a blank run in one string that stand for columns. */
const WIDE_BLANK = /\s{3,}/g
/** Letters without a place in Unicode, and those that pdf.js could not name. */
const UNKNOWN = /[\p{Co}\uFFFD]|(?!\s)\p{Cc}/gu
/** Bullets of symbol fonts. */
const BULLET = /^\s*[\uF0B7\uF0A7\uF0D8\uF0FC\uF076\uF06E\uF0A8\u2022\u25CF\u25AA\uF02D](?=\s|$)/

/** Returns the runs of a page that lie on it, without those drawn twice, and how many of its letters are unknown. */
export function runsOf(
  text: PageText,
  shown: Shown,
  isBold: (font: string) => boolean,
): { runs: Run[]; unknown: number; letters: number } {
  const runs: Run[] = []
  const drawn = new Map<string, Run[]>()
  let unknown = 0
  let letters = 0
  const texts = text.items.filter(isText)
  const read = markReader(texts.map(({ str }) => str))
  for (const item of texts) {
    if (item.str.trim() === '') continue
    const str = read(item.str).replace(BULLET, '•')
    const bad = str.match(UNKNOWN)?.length ?? 0
    letters += str.length
    unknown += bad
    const whole = placed(item, shown, isBold(item.fontName), text.styles[item.fontName]?.vertical ?? false)
    if (!whole || isDrawnAgain(drawn, whole)) continue
    append(runs, splitAtBlanks({ ...whole, text: bad > 0 ? str.replace(UNKNOWN, '') : str }))
  }
  return { runs: runs.filter((run) => run.text !== ''), unknown, letters }
}

export const isText = (item: object): item is TextItem => 'str' in item

function placed(
  { str, transform, width, height }: TextItem,
  shown: Shown,
  isBold: boolean,
  isVertical: boolean,
): Run | undefined {
  const [a, b, , , x, y] = times(shown.transform, transform)
  if (x < -1 || y < -1 || x > shown.width + 1 || y > shown.height + 1) return undefined
  const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || height || 1
  const turn = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4
  const { along, base } = turned(turn, x, y, shown)
  const length = isVertical ? size : width
  const end = base + (isVertical ? height : 0)
  return { text: str, left: along, right: along + length, base, size, isBold, turn, isVertical, end }
}

/** Returns a place as one sees it with the page turned so that the text is upright. */
function turned(
  turn: number,
  x: number,
  y: number,
  { width, height }: Shown,
): { along: number; base: number } {
  if (turn === 1) return { along: y, base: width - x }
  if (turn === 2) return { along: width - x, base: height - y }
  if (turn === 3) return { along: height - y, base: x }
  return { along: x, base: y }
}

/** Multiplies two matrices. */
export function times(m: Matrix, n: Matrix): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Whether the same text stands at almost the same place: programs draw it twice for a bold look or a shadow. */
function isDrawnAgain(drawn: Map<string, Run[]>, run: Run): boolean {
  const key = `${run.text}\0${run.turn}`
  const near = drawn.get(key)
  if (!near) {
    drawn.set(key, [run])
    return false
  }
  const isSame = (other: Run) =>
    Math.abs(other.base - run.base) < run.size * 0.2 && Math.abs(other.left - run.left) < run.size * 0.25
  // Copies follow soon; looking at the last ones only keeps the time linear.
  if (near.slice(-50).some(isSame)) return true
  near.push(run)
  return false
}

/** The most that a blank at the end of a run takes of its width, in shares of the type size. */
const END_BLANK = 0.3

/** Returns a run without blanks at its end: pdf.js adds one for a gap, which the next run then has not any more. */
function withoutEndBlanks(run: Run): Run {
  const text = run.text.replace(/(?<!\s)\s+$/, '')
  const blanks = run.text.length - text.length
  if (blanks === 0 || run.isVertical) return { ...run, text }
  const each = Math.min((run.right - run.left) / run.text.length, END_BLANK * run.size)
  return { ...run, text, right: run.right - blanks * each }
}

/** Splits a run at blanks that are wide enough for columns. */
function splitAtBlanks(whole: Run): Run[] {
  const run = withoutEndBlanks(whole)
  const text = run.text.replace(/^\s+/, '')
  if (!/\s{3}/.test(text)) return [{ ...run, text }]
  const step = (run.right - run.left) / run.text.length
  let at = 0
  const parts: Run[] = []
  for (const { 0: blank, index } of [...text.matchAll(WIDE_BLANK), { 0: '', index: text.length }]) {
    const part = text.slice(at, index)
    parts.push({ ...run, text: part, left: run.left + at * step, right: run.left + index * step })
    at = index + blank.length
  }
  return parts
}
