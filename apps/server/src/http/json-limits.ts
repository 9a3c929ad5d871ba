// What a JSON body may look like, decided before JSON.parse builds anything of it.

/** Limits of a body's shape; a body beyond them is refused however small it is. */
export const JSON_LIMITS = { depth: 32, keys: 10_000, elements: 100_000 } as const

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
// `[` and `{`, and `]` and `}`, differ in this one bit.
const CURLY = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Which limit a JSON text breaks, as words for a sentence; undefined when it breaks none. One pass over the bytes: strings,
 * which is where uploads are large, are skipped with a native search. Says little about whether the text is valid JSON.
 */
export function brokenLimit(text: Uint8Array): string | undefined {
  const { depth: deepest, keys: mostKeys, elements: mostElements } = JSON_LIMITS
  let depth = 0
  let keys = 0
  let elements = 0
  let strings = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (byte <= 0x20) continue
    if (byte === QUOTE) {
      at = endOfString(text, at + 1)
      strings += 1
      // A colon or a comma stands between two strings, but for the newest key. Nothing but strings would cost a second.
      if (strings > keys + elements + 2) return 'must be JSON'
    } else if (byte === COLON) keys += 1
    else if (byte === COMMA) elements += 1
    else if ((byte | CURLY) === OPENING) depth += 1
    else if ((byte | CURLY) === CLOSING) depth -= 1
    if (depth > deepest) return `must not be nested deeper than ${deepest} levels`
    if (keys > mostKeys) return `must not have more than ${mostKeys} keys`
    if (elements > mostElements) return `must not have more than ${mostElements} elements`
  }
  return undefined
}

/** Where the string ends whose first character is at `start`: at the first quote that no backslash escapes. */
function endOfString(text: Uint8Array, start: number): number {
  const quote = text.indexOf(QUOTE, start)
  if (quote === -1) return text.length
  if (text[quote - 1] !== BACKSLASH || quote === start) return quote
  // With escaped quotes, a search from quote to quote is slower than looking at every byte.
  let at = start
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}

/** Something in a parsed body that no schema may let through. */
export interface Poison {
  path: string
  message: string
}

/**
 * The first thing in a parsed body that would harm whoever handles it later: keys that reach an object's prototype, and NUL,
 * which the database cannot store. The limits above bound the work and the recursion.
 */
export function findPoison(value: unknown, path = 'body'): Poison | undefined {
  if (typeof value === 'string')
    return value.includes('\0') ? { path, message: 'must not contain NUL' } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const reaches = key === '__proto__' || (key === 'constructor' && holdsPrototype(inner))
    if (reaches || key.includes('\0')) return { path, message: 'has a key that is not allowed' }
    const poison = findPoison(inner, `${path}.${key}`)
    if (poison) return poison
  }
  return undefined
}

function holdsPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}
