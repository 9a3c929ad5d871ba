// Splits JSON into the elements of its list while its bytes come, so that a large export is in memory one chat at a time.
import { WrongFile } from './formats.ts'

/** Maximum characters of one element: what a browser can hold as one text and its content. */
export const ELEMENT_LIMIT = 300_000_000

/** An element of the list, or the whole content if it is no list. */
export interface Element {
  /** Undefined if it is too large. */
  readonly value: unknown
  readonly isInList: boolean
}

const [TAB, LINE, RETURN, BLANK, QUOTE, COMMA, BACKSLASH] = [9, 10, 13, 32, 34, 44, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125]
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf])
const isBlank = (byte: number) => byte === BLANK || byte === LINE || byte === RETURN || byte === TAB

/** Yields the elements as they are complete. @throws WrongFile 'json' after those before the damage */
export async function* jsonElements(
  stream: ReadableStream<Uint8Array>,
  most = ELEMENT_LIMIT,
): AsyncGenerator<Element> {
  const splitter = new Splitter(most)
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield* splitter.push(value)
    }
    yield* splitter.finish()
  } catch (error) {
    throw error instanceof WrongFile ? error : new WrongFile('json')
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

class Splitter {
  readonly #most: number
  #decoder = new TextDecoder('utf-8', { fatal: true })
  #text = ''
  #isTooLarge = false
  #state: 'begin' | 'between' | 'element' | 'whole' | 'end' = 'begin'
  #depth = 0
  #isText = false
  #isEscaped = false

  constructor(most: number) {
    this.#most = most
  }

  *push(bytes: Uint8Array): Generator<Element> {
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      // Most bytes are in texts, where only two kinds of bytes mean something.
      if (this.#isText && !this.#isEscaped)
        while (at < bytes.length - 1 && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1
      const byte = bytes[at] ?? 0
      if (this.#state === 'element') {
        const ends = this.#endsAt(byte)
        if (ends === undefined) continue
        // A bracket belongs to what it closes; a comma, a blank or the end of the list does not.
        this.#add(bytes.subarray(from, ends === 'with' ? at + 1 : at))
        yield this.#taken(true)
        this.#state = ends === 'list' ? 'end' : 'between'
      } else if (this.#state !== 'whole' && this.#begins(byte)) from = at
    }
    if (this.#state === 'element' || this.#state === 'whole') this.#add(bytes.subarray(from))
  }

  *finish(): Generator<Element> {
    if (this.#state === 'whole') yield this.#taken(false)
    else if (this.#state !== 'end') throw new WrongFile('json')
  }

  /** Whether an element, or content without a list, begins at this byte. */
  #begins(byte: number): boolean {
    if (isBlank(byte)) return false
    if (this.#state === 'end') throw new WrongFile('json')
    if (this.#state === 'between') {
      if (byte === COMMA) return false
      if (byte === CLOSE_LIST) {
        this.#state = 'end'
        return false
      }
      this.#state = 'element'
      this.#endsAt(byte)
      return true
    }
    if (BYTE_ORDER_MARK.has(byte)) return false
    this.#state = byte === OPEN_LIST ? 'between' : 'whole'
    return this.#state === 'whole'
  }

  /** Whether the element ends with this byte, before it, or with the list. */
  #endsAt(byte: number): 'with' | 'before' | 'list' | undefined {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isText = false
      return undefined
    }
    if (byte === QUOTE) this.#isText = true
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1
    else if (this.#depth === 0)
      return byte === CLOSE_LIST ? 'list' : byte === COMMA || isBlank(byte) ? 'before' : undefined
    else if ((byte === CLOSE || byte === CLOSE_LIST) && --this.#depth === 0) return 'with'
    return undefined
  }

  #add(bytes: Uint8Array): void {
    if (this.#isTooLarge) return
    this.#text += this.#decoder.decode(bytes, { stream: true })
    if (this.#text.length <= this.#most) return
    this.#isTooLarge = true
    this.#text = ''
  }

  #taken(isInList: boolean): Element {
    const text = this.#isTooLarge ? '' : this.#text + this.#decoder.decode()
    const element = { value: this.#isTooLarge ? undefined : (JSON.parse(text) as unknown), isInList }
    this.#decoder = new TextDecoder('utf-8', { fatal: true })
    this.#text = ''
    this.#isTooLarge = false
    return element
  }
}
