// Limits on a JSON body's shape, checked before JSON.parse.

/** Limits of a body's shape, independent of its size. */
export const JSON_LIMITS = { depth: 32, keys: 10_000, elements: 100_000 } as const

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
// `[` and `{`, and `]` and `}`, differ only in this bit.
const CURLY = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** A JSON text that exceeds a limit or contains what no schema may accept. */
export class Refused extends Error {
  readonly poison: Poison
  constructor(poison: Poison) {
    super(poison.message)
    this.poison = poison
  }
}

/** Counts the structure of a JSON text outside its strings. Does not validate it. */
export class Shape {
  #depth = 0
  #keys = 0
  #elements = 0
  #strings = 0

  /** Counts up to the start of the next string. Returns the index of its quote, or -1. @throws Refused */
  scan(text: Uint8Array, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const byte = text[at] ?? 0
      if (byte <= 0x20) continue
      if (byte === QUOTE) {
        this.#strings += 1
        // Valid JSON has a colon or comma between two strings. Refusing the rest early avoids a second of work on text of
        // strings only.
        if (this.#strings > this.#keys + this.#elements + 2) throw refused('must be JSON')
        return at
      }
      if (byte === COLON) this.#keys += 1
      else if (byte === COMMA) this.#elements += 1
      else if ((byte | CURLY) === OPENING) this.#depth += 1
      else if ((byte | CURLY) === CLOSING) this.#depth -= 1
      else continue
      this.#check()
    }
    return -1
  }

  #check(): void {
    const { depth, keys, elements } = JSON_LIMITS
    if (this.#depth > depth) throw refused(`must not be nested deeper than ${depth} levels`)
    if (this.#keys > keys) throw refused(`must not have more than ${keys} keys`)
    if (this.#elements > elements) throw refused(`must not have more than ${elements} elements`)
  }
}

const refused = (message: string) => new Refused({ path: 'body', message })

/** Content of a parsed body that no schema may accept. */
export interface Poison {
  path: string
  message: string
}

/**
 * Returns the first harmful content of a parsed body: keys that reach an object's prototype, and NUL, which the database
 * cannot store. The limits above bound the recursion.
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
