// The tokens of RTF: groups, control words and bytes of text, in one pass.

export interface Tokens {
  open(): void
  close(): void
  /** A control word with its number, or a control symbol such as “~”. */
  word(name: string, value: number | undefined): void
  /** Bytes of text between two places. */
  bytes(from: number, to: number): void
  /** A byte of text that is written as a number. */
  byte(value: number): void
}

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x27
const MINUS = 0x2d
const SPACE = 0x20
const LINE_FEED = 0x0a
const RETURN = 0x0d
const MAX_NAME = 32
const MAX_DIGITS = 10

const isLetter = (code: number | undefined): boolean =>
  code !== undefined && ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a))
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39

/** Reads all tokens. Binary data is skipped. */
export function readTokens(bytes: Uint8Array, to: Tokens): void {
  let at = 0
  while (at < bytes.length) {
    const code = bytes[at]
    if (code === BACKSLASH) at = control(bytes, at + 1, to)
    else if (code === OPEN || code === CLOSE) {
      if (code === OPEN) to.open()
      else to.close()
      at++
    } else if (code === LINE_FEED || code === RETURN || code === 0) at++
    else {
      const end = textEnd(bytes, at)
      to.bytes(at, end)
      at = end
    }
  }
}

function textEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const code = bytes[at]
    if (code === BACKSLASH || code === OPEN || code === CLOSE) return at
    if (code === LINE_FEED || code === RETURN || code === 0) return at
  }
  return bytes.length
}

/** Reads what follows a backslash; returns its end. */
function control(bytes: Uint8Array, at: number, to: Tokens): number {
  const code = bytes[at]
  if (code === undefined) return at
  if (code === QUOTE) {
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16)
    if (!Number.isNaN(value)) to.byte(value)
    return at + 3
  }
  if (!isLetter(code)) {
    to.word(code === LINE_FEED || code === RETURN ? 'par' : String.fromCharCode(code), undefined)
    return at + 1
  }
  let end = at
  while (end - at < MAX_NAME && isLetter(bytes[end])) end++
  const name = String.fromCharCode(...bytes.subarray(at, end))
  const digits = end + (bytes[end] === MINUS && isDigit(bytes[end + 1]) ? 1 : 0)
  let last = digits
  while (last - digits < MAX_DIGITS && isDigit(bytes[last])) last++
  const value = last > digits ? Number(String.fromCharCode(...bytes.subarray(end, last))) : undefined
  const after = bytes[last] === SPACE ? last + 1 : last
  if (name === 'bin') return after + Math.max(0, value ?? 0)
  to.word(name, value)
  return after
}
