// Reads JSON in chunks: checks the shape before parsing, and keeps long strings (file uploads) out of JSON.parse, so that no
// chunk blocks the event loop for long.
import { isAscii, isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { findPoison, Refused, Shape } from './json-limits.ts'

/** The text is not JSON or not UTF-8. */
export class NotJson extends Error {}

/** Strings from this length on, in bytes, bypass JSON.parse. */
const LONG = 256
/** The maximum of everything except long strings; the shape limits normally keep it smaller. */
const MAX_OTHER_BYTES = 40_000_000
/** Unescaping takes a second per few hundred megabytes; base64 needs none. */
const MAX_ESCAPED = 32_000_000
/** Strings up to this length are checked for raw control characters, which JSON forbids. NUL is checked in all. */
const SEARCHED = 1_000_000
const CONTROL = /[^ -\uffff]/

const QUOTE = 0x22
const BACKSLASH = 0x5c

export class JsonReader {
  readonly #shape = new Shape()
  /** The text with a short placeholder for every long string. */
  readonly #beside = new GrowingBytes()
  /** The start of a string that continues in the next chunk. */
  readonly #open = new GrowingBytes()
  readonly #long = new Map<string, string>()
  // Unguessable, so that no text in a body can imitate a placeholder.
  readonly #nonce = randomBytes(18).toString('base64url')
  #inString = false
  #escaped = false

  /** Takes the next chunk; copies what it keeps. @throws Refused, NotJson */
  push(piece: Buffer): void {
    let from = 0
    if (this.#inString) {
      const end = this.#endOfString(piece, 0)
      this.#open.add(piece.subarray(0, end === -1 ? piece.length : end))
      if (end === -1) return
      this.#inString = false
      this.#close()
      from = end + 1
    }
    let at = from
    for (;;) {
      const quote = this.#shape.scan(piece, at)
      if (quote === -1) break
      const end = this.#endOfString(piece, quote + 1)
      if (end === -1) {
        this.#keep(piece.subarray(from, quote))
        this.#open.add(piece.subarray(quote + 1))
        this.#inString = true
        return
      }
      if (end - quote > LONG) {
        this.#keep(piece.subarray(from, quote))
        this.#keepLong(piece.subarray(quote + 1, end))
        from = end + 1
      }
      at = end + 1
    }
    this.#keep(piece.subarray(from))
  }

  /** Returns the parsed value; undefined for an empty text. @throws Refused, NotJson */
  end(): unknown {
    if (this.#inString) throw new NotJson()
    const all = this.#beside.take()
    const bytes = all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? all.subarray(3) : all
    if (bytes.length === 0) return undefined
    if (!isUtf8(bytes)) throw new NotJson()
    const value = parse(bytes.toString('utf8'))
    const poison = findPoison(value)
    if (poison) throw new Refused(poison)
    return this.#long.size === 0 ? value : this.#filled(value, 'body')
  }

  /** Returns the end of the string that continues at `start`; -1 when it is not in this chunk. */
  #endOfString(piece: Buffer, start: number): number {
    let at = this.#escaped ? start + 1 : start
    this.#escaped = false
    const quote = piece.indexOf(QUOTE, at)
    if (quote !== -1 && (quote === at || piece[quote - 1] !== BACKSLASH)) return quote
    if (quote === -1) {
      this.#escaped = backslashesBefore(piece, at) % 2 === 1
      return -1
    }
    // With many escaped quotes, searching quote by quote is slower than scanning every byte.
    while (at < piece.length && piece[at] !== QUOTE) at += piece[at] === BACKSLASH ? 2 : 1
    this.#escaped = at > piece.length
    return at < piece.length ? at : -1
  }

  #close(): void {
    const bytes = this.#open.take()
    if (bytes.length >= LONG) return this.#keepLong(bytes)
    for (const part of [SIGN, bytes, SIGN]) this.#keep(part)
  }

  #keep(bytes: Buffer): void {
    this.#beside.add(bytes)
    if (this.#beside.length > MAX_OTHER_BYTES) throw new Refused({ path: 'body', message: 'must be smaller' })
  }

  #keepLong(bytes: Buffer): void {
    const mark = `${this.#nonce}${this.#long.size}`
    this.#long.set(mark, textOf(bytes))
    this.#keep(Buffer.from(`"${mark}"`))
  }

  /** Replaces the placeholders by the long strings. */
  #filled(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      const text = this.#long.get(value) ?? value
      if (text.includes('\0')) throw new Refused({ path, message: 'must not contain NUL' })
      return text
    }
    if (typeof value !== 'object' || value === null) return value
    const holder = value as Record<string, unknown>
    for (const [key, inner] of Object.entries(holder)) {
      if (this.#long.has(key)) throw new Refused({ path, message: 'has a key that is too long' })
      holder[key] = this.#filled(inner, `${path}.${key}`)
    }
    return value
  }
}

const SIGN = Buffer.from('"')

/** Bytes that grow in one buffer, which is used again after `take`: every new buffer brings a garbage collection nearer. */
class GrowingBytes {
  #bytes = Buffer.alloc(0)
  length = 0

  add(part: Buffer): void {
    const length = this.length + part.length
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    part.copy(this.#bytes, this.length)
    this.length = length
  }

  /** Returns all bytes, which the next `add` overwrites, and resets the reader. */
  take(): Buffer {
    const all = this.#bytes.subarray(0, this.length)
    this.length = 0
    return all
  }
}

function backslashesBefore(piece: Buffer, start: number): number {
  let count = 0
  while (piece.length - 1 - count >= start && piece[piece.length - 1 - count] === BACKSLASH) count += 1
  return count
}

/** Returns the text between the quotes of a string. */
function textOf(bytes: Buffer): string {
  const isEscaped = bytes.includes(BACKSLASH)
  if (isEscaped && bytes.length > MAX_ESCAPED)
    throw new Refused({ path: 'body', message: 'has a text with escapes that is too long' })
  const isPlain = isAscii(bytes)
  if (!isPlain && !isUtf8(bytes)) throw new NotJson()
  const text = bytes.toString(isPlain ? 'latin1' : 'utf8')
  if (isEscaped) return parse(`"${text}"`) as string
  if (bytes.includes(0) || (bytes.length < SEARCHED && CONTROL.test(text))) throw new NotJson()
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NotJson('not JSON', { cause })
  }
}
