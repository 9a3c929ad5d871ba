// Reads a JSON text piece by piece: its shape is checked before anything of it is built, and long strings, which is where
// uploads are large, go past JSON.parse, so that no piece takes long.
import { isAscii, isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { findPoison, Refused, Shape } from './json-limits.ts'

/** What is not JSON, or not in UTF-8. */
export class NotJson extends Error {}

/** Bytes from which a string goes past JSON.parse. */
const LONG = 256
/** Beside long strings there are short ones, numbers and signs: with the limits of shape they cannot take so much. */
const MOST_BESIDE = 40_000_000
/** Decoding escapes takes a second for every few hundred megabytes; files in base64 have none. */
const MOST_ESCAPED = 32_000_000
/** Up to here a string is searched for raw control characters, which JSON does not allow. NUL is searched for in all. */
const SEARCHED = 1_000_000
const CONTROL = /[^ -\uffff]/

const QUOTE = 0x22
const BACKSLASH = 0x5c

export class JsonReader {
  readonly #shape = new Shape()
  /** The text, with a short mark in the place of every long string. */
  readonly #beside = new ByteList()
  /** The beginning of a string that goes on in the next piece. */
  readonly #open = new ByteList()
  readonly #long = new Map<string, string>()
  // Nobody can guess it, so that no text of a body is taken for a mark.
  readonly #nonce = randomBytes(18).toString('base64url')
  #inString = false
  #escaped = false

  /** Takes the next piece, which must stay as it is. @throws Refused, NotJson */
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

  /** Returns what was read; undefined for nothing. @throws Refused, NotJson */
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

  /** Where the string ends that goes on at `start`; -1 when that is not in this piece. */
  #endOfString(piece: Buffer, start: number): number {
    let at = this.#escaped ? start + 1 : start
    this.#escaped = false
    const quote = piece.indexOf(QUOTE, at)
    if (quote !== -1 && (quote === at || piece[quote - 1] !== BACKSLASH)) return quote
    if (quote === -1) {
      this.#escaped = backslashesBefore(piece, at) % 2 === 1
      return -1
    }
    // With escaped quotes, a search from quote to quote is slower than looking at every byte.
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
    if (this.#beside.length > MOST_BESIDE) throw new Refused({ path: 'body', message: 'must be smaller' })
  }

  #keepLong(bytes: Buffer): void {
    const mark = `${this.#nonce}${this.#long.size}`
    this.#long.set(mark, textOf(bytes))
    this.#keep(Buffer.from(`"${mark}"`))
  }

  /** Puts the long strings in their places. */
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

/** Bytes in parts that are joined once. */
class ByteList {
  #parts: Buffer[] = []
  length = 0

  add(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.length += part.length
  }

  /** Returns all bytes, and is empty then. */
  take(): Buffer {
    const [first] = this.#parts
    const all = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.length)
    this.#parts = []
    this.length = 0
    return all
  }
}

function backslashesBefore(piece: Buffer, start: number): number {
  let count = 0
  while (piece.length - 1 - count >= start && piece[piece.length - 1 - count] === BACKSLASH) count += 1
  return count
}

/** The text between the quotes of a string. */
function textOf(bytes: Buffer): string {
  const isEscaped = bytes.includes(BACKSLASH)
  if (isEscaped && bytes.length > MOST_ESCAPED)
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
