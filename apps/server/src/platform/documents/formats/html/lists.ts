// Lists of HTML as lines: “- ” or the number of an item, indented by level.
import { attribute, type HtmlNode } from './elements.ts'

const STEP = '  '
const DEEPEST = 12
const LETTERS = 26

interface Level {
  readonly isOrdered: boolean
  readonly type: string
  readonly step: number
  next: number
}

/** The open lists, the lines of the outermost one, and the mark of an item whose text has not come yet. */
export class Lists {
  readonly #levels: Level[] = []
  readonly #bullet: string
  #lines: string[] = []
  #mark: string | undefined

  constructor(bullet: string) {
    this.#bullet = bullet
  }

  get isOpen(): boolean {
    return this.#levels.length > 0
  }

  begin(list: HtmlNode, isOrdered: boolean, items: number): void {
    const isReversed = isOrdered && list.getAttribute?.('reversed') != null
    const start = Number.parseInt(attribute(list, 'start'), 10)
    const first = Number.isNaN(start) ? (isReversed ? items : 1) : start
    this.#levels.push({ isOrdered, type: attribute(list, 'type'), step: isReversed ? -1 : 1, next: first })
    this.#mark = undefined
  }

  end(): void {
    this.#levels.pop()
    this.#mark = undefined
  }

  item(item: HtmlNode): void {
    const level = this.#levels.at(-1)
    if (!level) return
    if (!level.isOrdered) this.#mark = this.#bullet
    else {
      const value = Number.parseInt(attribute(item, 'value'), 10)
      if (!Number.isNaN(value)) level.next = value
      this.#mark = `${numbered(level.next, level.type)}. `
      level.next += level.step
    }
  }

  /** Adds the text of an item, or what follows in it. */
  add(text: string): void {
    const indent = STEP.repeat(Math.min(DEEPEST, Math.max(0, this.#levels.length - 1)))
    const lines = text.split('\n')
    const mark = this.#mark
    lines.forEach((line, index) => {
      const before = index === 0 && mark !== undefined ? mark : this.#bullet === '' ? '' : STEP
      this.#lines.push(`${indent}${before}${line}`)
    })
    this.#mark = undefined
  }

  /** Adds a line without a mark, such as a term. */
  line(text: string, isIndented: boolean): void {
    const indent = this.#bullet !== '' && isIndented ? STEP : ''
    for (const line of text.split('\n')) this.#lines.push(`${indent}${line}`)
  }

  /** Returns the lines since the last call. */
  take(): string {
    const text = this.#lines.join('\n')
    this.#lines = []
    return text
  }
}

function numbered(value: number, type: string): string {
  if (value < 1 || !/^[aAiI]$/.test(type)) return String(value)
  const text = type.toLowerCase() === 'a' ? lettered(value) : roman(value)
  return type === type.toUpperCase() ? text.toUpperCase() : text
}

function lettered(value: number): string {
  let rest = value
  let text = ''
  while (rest > 0) {
    rest--
    text = String.fromCharCode(97 + (rest % LETTERS)) + text
    rest = Math.floor(rest / LETTERS)
  }
  return text
}

const ROMAN = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

function roman(value: number): string {
  if (value > 3_999) return String(value)
  let rest = value
  let text = ''
  for (const [sign, worth] of ROMAN) for (; rest >= worth; rest -= worth) text += sign
  return text
}
