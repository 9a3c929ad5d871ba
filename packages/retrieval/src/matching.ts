// Finds the words of a question in a text: as written, by stem, by their first letters, or by groups of four letters.
import { countOfGroups, LetterGroups } from './letter-groups.ts'
import { isStopWord, type TextLanguage } from './languages.ts'
import type { SearchedWord } from './rank.ts'
import { scanWords, UNSEEN, type ScannedKind } from './scan.ts'
import { withoutAccents } from './stems.ts'
import { openLookups } from './word-table.ts'
import { normalWord, wordTerms } from './words.ts'

export type How = 'exact' | 'stem' | 'beginning' | 'letters' | 'none'

/** The part of a text between two UTF-16 offsets. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A question's word in a text. */
export interface FoundWord {
  readonly how: How
  /** Its forms in the text, each once. */
  readonly as: readonly string[]
  readonly times: number
}

export interface Reading {
  /** How often the text has each letter group of the question. */
  readonly groups: Uint32Array
  /** Letter groups of the text. */
  readonly length: number
  /** One for each word of the question. */
  readonly words: readonly FoundWord[]
  readonly spans: readonly Span[]
}

interface Match {
  readonly word: number
  readonly how: How
}

/** The matches of one word of a text with the question. */
interface Meaning {
  readonly groups: readonly number[]
  readonly length: number
  readonly matches: readonly Match[]
}

const NONE: readonly never[] = []
/** Share of a word's letter groups from which a word of a text matches by letters. */
const SHARE = 0.5
const LEAST_GROUPS = 3
const FIRST = 2
const FORMS = 5
const SPANS = 200
const CLOSENESS: readonly How[] = ['exact', 'stem', 'beginning', 'letters', 'none']

/** Finds the words of one question in texts; caches the matches of each word. */
export class Matching {
  readonly groups = new LetterGroups()
  readonly #words: readonly SearchedWord[]
  readonly #groupsOf: readonly (readonly number[])[]
  readonly #terms = new Map<string, Match[]>()
  readonly #normal = new Map<string, number>()
  readonly #firsts = new Set<string>()
  readonly #lookupsOf = openLookups((written, what, language) => this.#newMeaning(written, what, language))

  constructor(words: readonly SearchedWord[]) {
    this.#words = words
    this.#groupsOf = words.map((word) => (hasGroups(word) ? this.groups.add(plainOf(word.word)) : []))
    words.forEach(({ word, terms: { stems, beginning, whole } }, index) => {
      const normal = normalWord(word)
      this.#normal.set(normal, index)
      this.#firsts.add(withoutAccents(normal).slice(0, FIRST))
      for (const stem of stems) this.#know(stem, { word: index, how: 'stem' })
      if (whole !== undefined) this.#know(whole, { word: index, how: 'exact' })
      if (beginning !== undefined) this.#know(beginning, { word: index, how: 'beginning' })
    })
  }

  #know(term: string, match: Match): void {
    this.#terms.set(term, [...(this.#terms.get(term) ?? []), match])
  }

  /** Searches a text and the text that is indexed before it. Spans refer to the text only. */
  read(context: string, text: string, language: TextLanguage): Reading {
    const groups = new Uint32Array(this.groups.size)
    const words = this.#words.map(() => ({ how: 'none' as How, as: new Set<string>(), times: 0 }))
    const spans: Span[] = []
    let length = 0
    const lookups = this.#lookupsOf(language)
    const scan = (part: string, shown: boolean) =>
      scanWords(part, (from, to, what) => {
        const { known, make } = lookups[what]
        const meaning = known.get(part, from, to, make)
        length += meaning.length
        for (const group of meaning.groups) groups[group] = (groups[group] ?? 0) + 1
        for (const { word, how } of meaning.matches) {
          const found = words[word]
          if (found === undefined) continue
          found.times++
          if (closer(how, found.how)) found.how = how
          if (found.as.size < FORMS) found.as.add(part.slice(from, to))
        }
        if (shown && meaning.matches.length > 0) addSpan(spans, { from, to })
      })
    scan(context, false)
    scan(text, true)
    return { groups, length, words: words.map((word) => ({ ...word, as: [...word.as] })), spans }
  }

  #newMeaning(written: string, what: ScannedKind, language: TextLanguage): Meaning {
    const normal = normalWord(written)
    const plain = withoutAccents(normal)
    const isUnspaced = what === 'pair' || what === 'letter'
    const byTerm =
      isUnspaced || this.#firsts.has(plain.slice(0, FIRST))
        ? this.#byTerm(written, normal, what, language)
        : NONE
    const hasNone =
      what === 'joined' || what === 'letter' || (what === 'word' && isStopWord(normal, language))
    if (hasNone) return { groups: NONE, length: 0, matches: byTerm }
    const groups = this.groups.in(plain)
    const byLetters = groups.length < LEAST_GROUPS ? NONE : this.#byLetters(groups, byTerm)
    return {
      groups,
      length: countOfGroups(plain),
      matches: byLetters.length > 0 ? [...byTerm, ...byLetters] : byTerm,
    }
  }

  #byTerm(written: string, normal: string, what: ScannedKind, language: TextLanguage): Match[] {
    const closest = new Map<number, How>()
    for (const term of wordTerms(written, what, language))
      for (const { word, how } of this.#terms.get(term) ?? [])
        if (closer(how, closest.get(word) ?? 'none')) closest.set(word, how)
    const same = this.#normal.get(normal)
    if (same !== undefined && closest.has(same)) closest.set(same, 'exact')
    return [...closest].map(([word, how]) => ({ word, how }))
  }

  #byLetters(groups: readonly number[], matches: readonly Match[]): readonly Match[] {
    const had = new Set(groups)
    const known = new Set(matches.map(({ word }) => word))
    return this.#groupsOf.flatMap((wanted, word) => {
      const share = wanted.filter((group) => had.has(group)).length
      const isFound = share >= LEAST_GROUPS && share >= SHARE * wanted.length
      return isFound && !known.has(word) ? [{ word, how: 'letters' as const }] : []
    })
  }
}

const closer = (how: How, other: How) => CLOSENESS.indexOf(how) < CLOSENESS.indexOf(other)

const plainOf = (word: string) => withoutAccents(normalWord(word))

/** Joined words have the groups of their parts, stop words have none. */
export const hasGroups = ({ word, terms: { stems } }: SearchedWord): boolean =>
  stems.length > 0 && !isJoined(word)

/** Returns whether a word consists of words joined by marks, such as a hyphen. */
export const isJoined = (word: string): boolean => /[^\p{L}\p{M}\p{N}]/u.test(word.replace(UNSEEN, ''))

/** A joined word follows its parts and replaces their spans; pairs of letters overlap and become one. */
function addSpan(spans: Span[], { from, to }: Span): void {
  while ((spans.at(-1)?.from ?? -1) >= from) spans.pop()
  const last = spans.at(-1)
  if (last !== undefined && last.to > from) spans[spans.length - 1] = { from: last.from, to }
  else if (spans.length < SPANS) spans.push({ from, to })
}
