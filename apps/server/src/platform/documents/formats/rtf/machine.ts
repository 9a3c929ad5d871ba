// Reads RTF token by token: the state of each group, the text in its encoding, and where it goes.
import type { Block } from '../../blocks.ts'
import { Counts } from '../outline.ts'
import { namedLevel } from '../word/styles.ts'
import { decodeIn, encodingOf, signOf, type Font } from './charsets.ts'
import { DESTINATIONS } from './destinations.ts'
import { addMathText, mathNodeOf } from './math.ts'
import { firstState, type Reading, type State, type Style } from './state.ts'
import { Story, type Paragraph } from './story.ts'
import { newRow, type RowPlace } from './table.ts'
import type { Tokens } from './tokens.ts'
import { WORDS } from './words.ts'

/** Groups within each other; deeper ones are read as a part of their outer group. */
const MAX_DEPTH = 500
const HELD = 4_096
const MAX_BASES = 20

export class Machine implements Tokens, Reading {
  readonly counts = new Counts()
  readonly fonts = new Map<number, Font>()
  readonly styles = new Map<number, Style>()
  readonly body = new Story(this.counts)
  readonly heads: Block[] = []
  readonly feet: Block[] = []
  state: State = firstState(this.body)
  /** The encoding of the file, and its font where none is chosen. */
  encoding = 'windows-1252'
  defaultFont = 0
  title = ''
  notes = 0
  /** Whether the number of the next note stands in the text. */
  isNumbered = false
  author = ''
  /** The row that is defined: of an outermost table, and of one in a cell. */
  rows: [RowPlace, RowPlace] = [newRow(), newRow()]
  /** Whether the definition of the next cell says that it continues another one. */
  isContinued = false
  readonly #bytes: Uint8Array
  readonly #stack: State[] = []
  #deeper = 0
  /** The depth below the deepest state at which a part begins that is no text. */
  #ignored = 0
  readonly #held = new Uint8Array(HELD)
  #heldEnd = 0
  /** Characters after a Unicode one that old readers show instead. */
  #instead = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  open(): void {
    this.#flush()
    this.#instead = 0
    if (this.state.isSkipped || this.#stack.length >= MAX_DEPTH) {
      this.#deeper++
      this.state.isNew = true
      return
    }
    this.#stack.push(this.state)
    this.state = { ...this.state, onEnd: undefined, isNew: true, isOptional: false }
  }

  close(): void {
    this.#flush()
    this.#instead = 0
    if (this.#deeper > 0) {
      if (this.#deeper === this.#ignored) this.#ignored = 0
      this.#deeper--
      return
    }
    const before = this.#stack.pop()
    if (!before) return
    this.state.onEnd?.()
    // The last paragraph has the properties of the group that is the file.
    if (!this.isOpen && this.body.hasText) this.body.paragraph(this.paragraph)
    this.state = before
  }

  word(name: string, value: number | undefined): void {
    const { state } = this
    if (this.#isSkipped) return
    this.#flush()
    if (name !== 'u') this.#instead = 0
    const { isOptional } = state
    state.isOptional = name === '*' && state.isNew
    state.isNew = false
    const begin = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined
    if (this.#deeper > 0 && (begin || isOptional)) {
      this.#ignored = this.#deeper
      this.counts.objects++
    } else if (begin) begin(this, value)
    else if (state.math && this.#math(name)) return
    else if (isOptional) state.isSkipped = true
    else if (Object.hasOwn(WORDS, name)) WORDS[name]?.(this, value)
  }

  bytes(from: number, to: number): void {
    if (this.#isSkipped) return
    this.state.isNew = false
    const skipped = Math.min(this.#instead, to - from)
    this.#instead -= skipped
    for (let at = from + skipped; at < to; at++) this.#hold(this.#bytes[at] ?? 0)
  }

  byte(value: number): void {
    if (this.#isSkipped) return
    if (this.#instead > 0) this.#instead--
    else this.#hold(value)
  }

  /** Adds a character by its number; as many as the state says follow for readers that do not know it. */
  unicode(value: number): void {
    const code = value < 0 ? value + 65_536 : value
    const font = this.fonts.get(this.state.font)?.name ?? ''
    if (code >= 0xf000 && code <= 0xf0ff) this.put(signOf(font, code))
    else if (code > 0 && code <= 0x10ffff) this.put(String.fromCodePoint(code))
    this.#instead = this.state.fallback
  }

  /** Adds text at this place. */
  put(text: string): void {
    const { state } = this
    if (state.isSkipped || text === '') return
    if (state.capture) state.capture(text)
    else if (state.isMute || state.isHidden || state.isDeleted) return
    else if (state.math) addMathText(state.math, text)
    else state.story.text(text)
  }

  /** Whether groups are open. */
  get isOpen(): boolean {
    return this.#stack.length > 0
  }

  /** Returns the row that is defined at this place. */
  get row(): RowPlace {
    return this.rows[this.state.isNested ? 1 : 0]
  }

  get paragraph(): Paragraph {
    const { state } = this
    const isInTable = state.isInTable || state.story.isInRow
    return {
      depth: isInTable ? Math.max(1, state.depth) : state.depth,
      heading: state.heading ?? this.#headingOf(state.style),
      level: state.level,
    }
  }

  get #isSkipped(): boolean {
    return this.state.isSkipped || this.#ignored > 0
  }

  #headingOf(number: number): number {
    let style = this.styles.get(number)
    for (let count = 0; style && count < MAX_BASES; count++) {
      const level = style.heading ?? namedLevel(style.name)
      if (level !== undefined) return level
      style = style.basedOn === undefined ? undefined : this.styles.get(style.basedOn)
    }
    return 0
  }

  #math(name: string): boolean {
    const node = mathNodeOf(name)
    if (!node) return false
    // Words inside of a run say how its letters look.
    if (this.state.math?.name === 'r' || this.#deeper > 0) return true
    this.state.math?.children.push(node)
    this.state.math = node
    return true
  }

  #hold(byte: number): void {
    this.#held[this.#heldEnd++] = byte
    if (this.#heldEnd === HELD) this.#flush(true)
  }

  #flush(isPart = false): void {
    if (this.#heldEnd === 0) return
    const font = this.fonts.get(this.state.font)
    const held = this.#held.subarray(0, this.#heldEnd)
    this.#heldEnd = 0
    this.put(decodeIn(encodingOf(font, this.encoding), held, font?.name ?? '', isPart))
  }
}
