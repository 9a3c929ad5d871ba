// The letters that the operators of a page show, in their order, and the soft hyphens between them.
import type { Operators } from './rules.ts'

/** A soft hyphen between two letters. */
export interface SoftHyphen {
  /** The number of letters before it. */
  readonly at: number
  /** Its width in thousandths of the type size. */
  readonly width: number
  /** Whether it is on the line of the letter after it, not on that of the letter before. */
  readonly beginsLine: boolean
  readonly hasBlankBefore: boolean
  readonly hasBlankAfter: boolean
}

export interface Glyphs {
  readonly letters: readonly string[]
  readonly hyphens: readonly SoftHyphen[]
}

interface Glyph {
  readonly unicode: string
  readonly width: number
}

export const SOFT = '\u00ad'

/** Numbers of pdf.js's operators. */
const [BEGIN, LEADING, MOVE, LEADING_MOVE, MATRIX, NEXT_LINE, SHOW] = [31, 36, 40, 41, 42, 43, 44]
const MOVING: ReadonlySet<number> = new Set([BEGIN, LEADING, MOVE, LEADING_MOVE, MATRIX, NEXT_LINE])
/** Thousandths of the type size: a gap that is a blank. */
const BLANK = 180
const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0]

type Matrix = readonly [number, number, number, number, number, number]

/** Returns the letters of a text without their marks, blanks and what is not seen: those that two readings of it have in common. */
export function lettersIn(text: string): string[] {
  return Array.from(text.normalize('NFKD')).filter((letter) => !/[\s\p{Cf}\p{M}]/u.test(letter))
}

/** Returns the letters and soft hyphens of a page; none of a page without soft hyphens. */
export function glyphsOf({ fnArray, argsArray }: Operators): Glyphs {
  const reading = new GlyphReading()
  const hasSome = fnArray.some(
    (operator, index) =>
      operator === SHOW &&
      shownBy(argsArray[index]).some((glyph) => isGlyph(glyph) && glyph.unicode === SOFT),
  )
  if (!hasSome) return reading
  for (const [index, operator] of fnArray.entries()) {
    if (operator === SHOW) reading.show(shownBy(argsArray[index]))
    else if (MOVING.has(operator)) reading.move(operator, numbersOf(argsArray[index]))
  }
  return reading
}

/** Glyphs, and numbers between them that move the next one. */
const shownBy = (args: unknown): readonly unknown[] => {
  const [shown] = (args ?? []) as readonly unknown[]
  return Array.isArray(shown) ? (shown as unknown[]) : []
}

const isGlyph = (shown: unknown): shown is Glyph =>
  typeof shown === 'object' && shown !== null && typeof (shown as Glyph).unicode === 'string'

/** Arguments of an operator: a list of numbers, also if they are in one array. */
function numbersOf(args: unknown): readonly number[] {
  const list = (args ?? []) as readonly unknown[]
  const [first] = list
  return (ArrayBuffer.isView(first) ? Array.from(first as Float32Array) : list) as readonly number[]
}

class GlyphReading implements Glyphs {
  readonly letters: string[] = []
  readonly hyphens: { -readonly [Key in keyof SoftHyphen]: SoftHyphen[Key] }[] = []
  /** Distances of hyphens from the line of the letter before them; they wait for the letter after them. */
  #waiting: number[] = []
  /** How many hyphens are looked at by the next blank no more. */
  #beforeBlank = 0
  /** Distance between the lines of the last letter or hyphen and of the next. */
  #away = 0
  #hasBlank = false
  /** Whether the next glyph is placed by itself. */
  #isMoved = false
  #matrix: Matrix = UPRIGHT
  #leading = 0

  show(shown: readonly unknown[]): void {
    for (const glyph of shown) {
      if (typeof glyph === 'number' ? glyph < -BLANK : isGlyph(glyph) && glyph.unicode.trim() === '')
        this.#blank()
      else if (isGlyph(glyph)) this.#glyph(glyph)
    }
  }

  /** Follows the matrix of lines. */
  move(operator: number, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): void {
    if (operator === BEGIN) this.#moveTo(UPRIGHT)
    else if (operator === MATRIX) this.#moveTo([a, b, c, d, e, f])
    else if (operator === LEADING) this.#leading = a
    else if (operator === MOVE || operator === LEADING_MOVE) {
      if (operator === LEADING_MOVE) this.#leading = -b
      this.#moveTo(moved(this.#matrix, a, b))
    } else if (operator === NEXT_LINE) this.#moveTo(moved(this.#matrix, 0, -this.#leading))
  }

  #moveTo(matrix: Matrix): void {
    const [a, b, , , e, f] = matrix
    const [, , , , fromX, fromY] = this.#matrix
    this.#away += (a * (f - fromY) - b * (e - fromX)) / (Math.hypot(a, b) || 1)
    this.#matrix = matrix
    this.#isMoved = true
  }

  #blank(): void {
    this.#hasBlank = true
    const first = Math.max(this.#beforeBlank, this.hyphens.length - this.#waiting.length)
    for (const hyphen of this.hyphens.slice(first)) hyphen.hasBlankAfter = true
    this.#beforeBlank = this.hyphens.length
  }

  #glyph({ unicode, width }: Glyph): void {
    const waiting = this.hyphens.length - this.#waiting.length
    if (unicode === SOFT) {
      const place = { at: this.letters.length, width, beginsLine: false }
      this.hyphens.push({ ...place, hasBlankBefore: this.#hasBlank, hasBlankAfter: false })
      this.#waiting.push(Math.abs(this.#away))
    } else {
      const letters = lettersIn(unicode)
      if (letters.length === 0) return
      this.letters.push(...letters)
      for (const [index, before] of this.#waiting.entries()) {
        const hyphen = this.hyphens[waiting + index]
        if (!hyphen || before <= Math.abs(this.#away)) continue
        hyphen.beginsLine = true
        // The mark of a list stands before its text.
        hyphen.hasBlankAfter ||= this.#isMoved
      }
      this.#waiting = []
    }
    this.#away = 0
    this.#hasBlank = this.#isMoved = false
  }
}

function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, a * x + c * y + e, b * x + d * y + f]
}
