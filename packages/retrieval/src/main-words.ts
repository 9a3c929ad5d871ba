// Decides whether the words that carry a question occur nowhere in the searched documents (decision 105).
import { isCommonWord, isGeneralNoun } from './common-words.ts'
import { isStopWord, type TextLanguage } from './languages.ts'
import type { ScoredTerm } from './letters.ts'
import { isJoined } from './matching.ts'
import type { SearchedWord } from './rank.ts'
import { isPairLetter } from './scan.ts'
import { stemOf } from './stems.ts'
import { sum } from './scoring.ts'
import { normalWord, type QuestionWord } from './words.ts'

/** Main words of a question that no searched document has in any form; empty if most of the question is known. */
export type MissingWords = readonly string[]

export interface MainWordsInput {
  /** The words of the question itself, if it is read together with the one before it. */
  readonly own?: readonly QuestionWord[]
  readonly languages: readonly TextLanguage[]
  readonly words: readonly SearchedWord[]
  /** The terms of each passage that was read, in the order of the words. */
  readonly passages: readonly (readonly ScoredTerm[])[]
  /** Returns which of these terms the index has. */
  has(terms: readonly string[]): Promise<ReadonlySet<string>>
}

interface Rule {
  /** Share of the main words from which a question counts as unknown. */
  readonly share: number
  /** Share of a word that a form of it has in common, from its first letter. */
  readonly form: number
}

// Tuned on one half of the questions of `bench/data/retrieval`; `bench/retrieval-weak.ts` reports the other half.
const RULES: Readonly<Record<TextLanguage, Rule>> = {
  en: { share: 0.5, form: 0.5 },
  de: { share: 1, form: 0.65 },
  bg: { share: 1, form: 0.5 },
}
/** Longer words weigh no more. */
const LONGEST = 8
const LEAST_TAIL = 4
const LEAST_BEFORE_TAIL = 3
/** Words that are named, and words that are split. */
const MOST = 5
/** Longer words are not split. */
const LONGEST_COMPOUND = 40

/** Returns the missing main words if they are most of the question. Only German compounds are split. */
export async function missingWords(asked: MainWordsInput): Promise<MissingWords> {
  const { languages, words } = asked
  const rule = {
    share: Math.max(...languages.map((language) => RULES[language].share)),
    form: Math.max(...languages.map((language) => RULES[language].form)),
  }
  const all = words.flatMap((word, index) => {
    if (!canBeMain(word)) return []
    const main = { word: word.word, isKnown: isKnown(word, asked, index, rule.form) }
    const counts = main.isKnown ? isTelling : isMain
    return counts(word, languages) ? [main] : []
  })
  const main = ownOf(all, asked.own)
  if (missingShare(main) < rule.share) return []
  const unknown = languages.includes('de') ? main.filter(({ isKnown }) => !isKnown).slice(0, MOST) : []
  const tails = new Map(unknown.map(({ word }) => [word, tailsOf(word)]))
  const found = await asked.has([...tails.values()].flat())
  const rated = main.map(({ word, isKnown }) => ({
    word,
    isKnown: isKnown || (tails.get(word)?.some((tail) => found.has(tail)) ?? false),
  }))
  if (missingShare(rated) < rule.share) return []
  return rated.flatMap(({ word, isKnown }) => (isKnown ? [] : [word])).slice(0, MOST)
}

/** Returns the main words of the question itself, or all if it has none: “And why?”. */
function ownOf<Main extends { readonly word: string }>(
  main: readonly Main[],
  own: MainWordsInput['own'],
): readonly Main[] {
  const words = new Set(own?.map(({ word }) => normalWord(word)))
  const found = main.filter(({ word }) => words.has(normalWord(word)))
  return found.length > 0 ? found : main
}

/** Returns the share of the words that is missing; a longer word says more. */
function missingShare(main: readonly { readonly word: string; readonly isKnown: boolean }[]): number {
  const weightOf = ({ word }: { readonly word: string }) => Math.min(word.length, LONGEST)
  const total = sum(main, weightOf)
  const missing = main.filter(({ isKnown }) => !isKnown)
  return total === 0 ? 0 : sum(missing, weightOf) / total
}

/** Pairs of letters are no words, and the parts of joined words are words of their own. */
const canBeMain = ({ word, terms }: SearchedWord): boolean =>
  terms.stems.length > 0 && !isJoined(word) && !isPairLetter(word.charCodeAt(0))

const isMain = ({ word }: SearchedWord, languages: readonly TextLanguage[]): boolean =>
  !languages.some((language) => isCommonWord(normalWord(word), language))

/** A general noun that a document has speaks for the question; one that none has does not speak against it. */
const isTelling = (word: SearchedWord, languages: readonly TextLanguage[]): boolean =>
  isMain(word, languages) || languages.some((language) => isGeneralNoun(normalWord(word.word), language))

/** Whether a passage has the word, or a word with the same letters for most of its length. */
function isKnown(word: SearchedWord, { passages }: MainWordsInput, index: number, form: number): boolean {
  const found = passages.flatMap((passage) => passage[index] ?? []).filter(({ how }) => how !== 'none')
  if (found.some(({ how }) => how !== 'beginning')) return true
  // Otherwise chunks have it that were not read.
  if (found.length === 0) return word.chunks > 0
  const normal = normalWord(word.word)
  return found.some(({ as }) =>
    as.some((written) => sharedLetters(normal, normalWord(written)) >= form * normal.length),
  )
}

function sharedLetters(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}

/** Returns the stems of the ends of a German word that may be the last part of a compound. */
function tailsOf(word: string): string[] {
  const normal = normalWord(word)
  const tails: string[] = []
  if (normal.length > LONGEST_COMPOUND) return tails
  for (let at = LEAST_BEFORE_TAIL; at <= normal.length - LEAST_TAIL; at++) {
    const tail = normal.slice(at)
    if (!isStopWord(tail, 'de') && !isCommonWord(tail, 'de')) tails.push(`s${stemOf(tail, 'de')}`)
  }
  return tails
}
