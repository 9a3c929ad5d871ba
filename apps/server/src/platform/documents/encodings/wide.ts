// UTF-16 and UTF-32 without a byte order mark.

export type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** Bytes that tell whether a text is wide. */
const SAMPLE = 8_192
/** The share of characters of ordinary scripts from which a text counts as such. */
const ORDINARY = 0.95

const NOT_ORDINARY =
  /[^\t\n\r\f\x20-\x7E\u00A0-\u024F\u0370-\u06FF\u0900-\u0E7F\u1E00-\u20BF\u2010-\u27BF\u3000-\u318F\u3400-\u9FFF\uAC00-\uD7A3\uD800-\uDFFF\uFF00-\uFFEF]/g

/** Whether bytes have a NUL near their beginning, as wide texts do and no others. */
export const hasNul = (bytes: Uint8Array): boolean => bytes.subarray(0, SAMPLE).includes(0)

/** Bytes besides NULs that a text with some has: the beginning of a program has fewer. */
const LEAST = 8
/** The share of bytes besides NULs that are those of letters in a text with NULs. */
const LETTERS = 0.99

/**
 * Whether bytes are a text with NULs between or after its letters, as crashed programs and old databases leave them. Pairs of its letters
 * could be Chinese in UTF-16. In a wide text, no two letters of ASCII stand together.
 */
export function hasStrayNuls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE)
  let [nuls, letters, together] = [0, 0, 0]
  let [isAfterLetter, isInRun, hasRun] = [false, false, false]
  for (const byte of sample) {
    const isAscii = (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)
    if (byte === 0) nuls++
    else if (isAscii || byte > 0x7f) letters++
    if (isAscii && isAfterLetter) together++
    isAfterLetter = isAscii
    hasRun ||= isInRun && byte === 0
    isInRun = byte === 0
  }
  const others = sample.length - nuls
  // Wide texts have no two NULs one after the other.
  return nuls > 0 && others >= LEAST && letters >= others * LETTERS && together * (hasRun ? 3 : 2) > others
}

/** Returns the wide encoding that the mark at the beginning of bytes names. */
export function markOf([first, second, third, fourth]: Uint8Array): Wide | undefined {
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : undefined
}

export const isMarked = (bytes: Uint8Array): boolean => markOf(bytes) !== undefined

/** Returns the wide encoding of bytes without a mark; undefined if they are in none. */
export function wideOf(bytes: Uint8Array): Wide | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const orders =
    sample.length >= 8 && sample.length % 4 === 0 && hasNul(sample) ? (['utf-32le', 'utf-32be'] as const) : []
  for (const wide of [...orders, ...inOrder(sample)]) {
    const text = decodeWide(wide, sample.subarray(0, sample.length & ~1))
    const others = text.match(NOT_ORDINARY)?.length ?? 0
    if (text !== '' && others <= text.length * (1 - ORDINARY)) return wide
  }
  return undefined
}

/** Returns first the order that most pairs of bytes suggest: the upper byte is 0 more often. */
function inOrder(bytes: Uint8Array): ('utf-16le' | 'utf-16be')[] {
  let [even, odd] = [0, 0]
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  return even > odd ? ['utf-16be', 'utf-16le'] : ['utf-16le', 'utf-16be']
}

/** Decodes a wide text; what is no character becomes U+FFFD. */
export function decodeWide(wide: Wide, bytes: Uint8Array): string {
  if (wide === 'utf-16le' || wide === 'utf-16be') return new TextDecoder(wide).decode(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    const point = view.getUint32(at, wide === 'utf-32le')
    const isCharacter = point <= 0x10ffff && (point & 0xfffff800) !== 0xd800
    if (at > 0 || point !== 0xfeff) parts.push(isCharacter ? String.fromCodePoint(point) : '\uFFFD')
  }
  return parts.join('')
}
