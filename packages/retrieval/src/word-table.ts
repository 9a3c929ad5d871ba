// A map of words that is looked up by place in a text, so that no string is created for a known word.

import type { TextLanguage } from './languages.ts'
import type { ScannedKind } from './scan.ts'

/** Faster than a Map for texts whose words were mostly seen before. */
export class WordTable<Value> {
  #slots = new Int32Array(1_024)
  readonly #words: string[] = []
  readonly #values: Value[] = []
  readonly #hashes: number[] = []

  /** Returns the value of the word between two places of a text; creates it if the word is new. */
  get(text: string, from: number, to: number, make: (word: string) => Value): Value {
    const hash = hashOf(text, from, to)
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const entry = (this.#slots[slot] ?? 0) - 1
      if (entry < 0) break
      const value = this.#values[entry]
      if (
        this.#hashes[entry] === hash &&
        value !== undefined &&
        isAt(this.#words[entry] ?? '', text, from, to)
      )
        return value
      slot = (slot + 1) & mask
    }
    return this.#add(text.slice(from, to), hash, make)
  }

  #add(word: string, hash: number, make: (word: string) => Value): Value {
    const value = make(word)
    this.#words.push(word)
    this.#values.push(value)
    this.#hashes.push(hash)
    if (this.#words.length * 2 > this.#slots.length) this.#grow()
    else this.#place(hash, this.#words.length)
    return value
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4)
    this.#hashes.forEach((hash, index) => this.#place(hash, index + 1))
  }

  #place(hash: number, entry: number): void {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = entry
  }
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  return true
}

export function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** The words known of a language, by how they are scanned, and what a new one stands for. */
export type Lookups<Value> = Readonly<
  Record<ScannedKind, { readonly known: WordTable<Value>; readonly make: (word: string) => Value }>
>

/** Opens the lookups of each language when it is first met. */
export function openLookups<Value>(
  make: (word: string, what: ScannedKind, language: TextLanguage) => Value,
): (language: TextLanguage) => Lookups<Value> {
  const opened = new Map<TextLanguage, Lookups<Value>>()
  return (language) => {
    const known = opened.get(language)
    if (known) return known
    const lookup = (what: ScannedKind) => ({
      known: new WordTable<Value>(),
      make: (word: string) => make(word, what, language),
    })
    const lookups = {
      word: lookup('word'),
      pair: lookup('pair'),
      joined: lookup('joined'),
      letter: lookup('letter'),
    }
    opened.set(language, lookups)
    return lookups
  }
}
