// The text of stored blocks as JSON, without parsing them: their file can have tens of megabytes.

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
/** As `textOf` of the blocks puts them together, in JSON. */
const BETWEEN = Buffer.from(String.raw`\n\n`)

/** Yields the text of blocks as the inner part of a JSON string. `json` is what `JSON.stringify` makes of the blocks. */
export async function* storedText(json: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const scanner = new Scanner()
  for await (const piece of json)
    yield* scanner.texts(Buffer.from(piece.buffer, piece.byteOffset, piece.length))
}

/** Finds the strings of the field `text` in an array of flat objects, across pieces. */
class Scanner {
  #inString = false
  #isEscaped = false
  #isValue = false
  #isText = false
  #isFirst = true
  /** The part of a name that came with earlier pieces. */
  #name = ''

  /** Goes on to the inside of the next string, and notes whether it is a name or a value. */
  #toString(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at++) {
      const sign = piece[at]
      if (sign === COLON) this.#isValue = true
      if (sign === COMMA || sign === OPEN || sign === CLOSE) this.#isValue = false
      if (sign === QUOTE) {
        this.#inString = true
        return at + 1
      }
    }
    return piece.length
  }

  /** Returns the place of the quote that ends the string, or the length of the piece. */
  #endOfString(piece: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from
    for (; at < piece.length && piece[at] !== QUOTE; at++) if (piece[at] === BACKSLASH) at++
    // The sign after a backslash may be in the next piece.
    this.#isEscaped = at > piece.length
    return Math.min(at, piece.length)
  }

  *texts(piece: Buffer): Generator<Uint8Array> {
    for (let at = 0; at < piece.length;) {
      if (!this.#inString) {
        at = this.#toString(piece, at)
        if (this.#inString && this.#isValue && this.#isText) {
          if (!this.#isFirst) yield BETWEEN
          this.#isFirst = false
        }
        continue
      }
      const end = this.#endOfString(piece, at)
      const part = piece.subarray(at, end)
      if (!this.#isValue) this.#name += part.toString()
      else if (this.#isText && part.length > 0) yield part
      if (end < piece.length) this.#close()
      at = end + 1
    }
  }

  #close(): void {
    this.#inString = false
    if (!this.#isValue) {
      this.#isText = this.#name === 'text'
      this.#name = ''
    }
  }
}
