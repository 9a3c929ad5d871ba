// Ranks passages by the words they share with a question: Okapi BM25 (Robertson, Zaragoza 2009); headings count three times.

import type { Source } from '@polylogue/contract'
import { likenessTo, questionWords } from './questions.ts'
import { synonymsOf } from './synonyms.ts'
import { rejoined, words } from './words.ts'

/** A passage of the help: `place` is the heading inside the topic `title`; empty for its beginning. */
export interface HelpPassage extends Readonly<Required<Pick<Source, 'title' | 'place' | 'uri'>>> {
  readonly text: string
  /** Questions in people's own words that it answers; they are compared and never quoted. */
  readonly questions?: readonly string[]
}

export interface Ranked {
  readonly passage: HelpPassage
  readonly score: number
}

const K1 = 1.2
const B = 0.75
const HEADING_WEIGHT = 3
/** Bonus for a passage whose heading is exactly the question. */
const HEADING_FIT = 1
/** Bonus for a passage that is known to answer the question; a word of its heading scores up to 4.4 times its weight. */
const QUESTION_FIT = 6
/** A question of more content words is not compared with known ones, which are short. */
const MOST_COMPARED = 20
/** Minimum length of a compound part, to exclude accidental matches. */
const PART_LENGTH = 5
const COMPOUND_SHARE = 0.6
const SYNONYM_SHARE = 0.8
/** A question with fewer content words than this may be a follow-up. */
const FEW = 3
/** Weight of the previous question's words; the weight is multiplied again for each question before it. */
const BEFORE_SHARE = 0.4
/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de'])

interface Indexed {
  readonly passage: HelpPassage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
  /** The words of its own heading, or of the topic title for the beginning. */
  readonly heading: ReadonlySet<string>
  /** The words of each question that it is known to answer. */
  readonly questions: readonly ReadonlySet<string>[]
}

/** Matching words of the help for one word of the question, each with its weight. */
type Term = ReadonlyMap<string, number>

/** The conversation before a question. */
export interface Before {
  /** Previous questions, newest first. */
  readonly questions: readonly string[]
  /** Whether a passage was already quoted. */
  readonly quoted: (passage: HelpPassage) => boolean
}

export interface Index {
  /**
   * Returns the best passages, best first; only those that share a content word with the question. A question of few such
   * words
   * (“and for a team?”) is combined with the previous ones; one of none (“tell me more”) returns passages not quoted yet.
   */
  find(question: string, most: number, before?: Before): readonly Ranked[]
}

const NOTHING_BEFORE: Before = { questions: [], quoted: () => false }

/** Builds the index of passages in a language. */
export function indexPassages(passages: readonly HelpPassage[], language: string): Index {
  const indexed = passages.map((passage) => indexOne(passage, language))
  const average = indexed.reduce((sum, one) => sum + one.length, 0) / Math.max(1, indexed.length)
  const spread = new Map<string, number>()
  for (const one of indexed)
    for (const word of new Set([...one.counts.keys(), ...one.questions.flatMap((words) => [...words])]))
      spread.set(word, (spread.get(word) ?? 0) + 1)
  const weight = (word: string) => {
    const having = spread.get(word) ?? 0
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }
  const known = new Set(spread.keys())
  const termsOf = (text: string) => {
    const asked = new Set([...words(text, language), ...rejoined(text, language)])
    return [...asked].flatMap((word) => termsFor(word, known, language))
  }
  // Of a word and its compounds, only the best match counts.
  const scoreOf = (one: Indexed, terms: readonly Term[]) =>
    terms.reduce(
      (sum, term) =>
        sum +
        [...term].reduce(
          (best, [word, share]) => Math.max(best, share * weight(word) * part(one, word, average)),
          0,
        ),
      0,
    )
  const vocabulary = { language, rarity: weight, matching: (word: string) => termsFor(word, known, language) }
  const rarest = (term: Term) => Math.max(...[...term.keys()].map(weight))
  return {
    find(question, most, before = NOTHING_BEFORE) {
      const own = new Set(words(question, language))
      const asked = termsOf(question)
      // The question has content words of its own, and no passage matches them.
      if (own.size > 0 && asked.length === 0) return []
      const isFollowUp = own.size === 0 && before.questions.length > 0
      const isCompared = !isFollowUp && own.size <= MOST_COMPARED
      const likeness = isCompared ? likenessTo(question, vocabulary) : () => 0
      const bonus =
        QUESTION_FIT *
        Math.max(
          1,
          asked.map(rarest).reduce((sum, one) => sum + one, 0),
        )
      const terms = own.size < FEW ? withBefore(asked, before.questions.map(termsOf)) : asked
      return indexed
        .filter(({ passage }) => own.size > 0 || !before.quoted(passage))
        .map((one) => {
          const fit = 1 + HEADING_FIT * fitOf(one.heading, asked, own.size)
          const like = likeness(one.questions)
          return { passage: one.passage, score: scoreOf(one, terms) * fit + bonus * like }
        })
        .filter((ranked) => ranked.score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, most)
    },
  }
}

/** Adds the terms of previous questions with decreasing weight; a term that is already there keeps its weight. */
function withBefore(asked: readonly Term[], earlier: readonly (readonly Term[])[]): readonly Term[] {
  const counted = new Set(asked.flatMap((term) => [...term.keys()]))
  const terms = [...asked]
  for (const [back, before] of earlier.entries())
    for (const term of before) {
      const fresh = [...term].filter(([word]) => !counted.has(word))
      for (const [word] of fresh) counted.add(word)
      if (fresh.length)
        terms.push(new Map(fresh.map(([word, share]) => [word, share * BEFORE_SHARE ** (back + 1)])))
    }
  return terms
}

/** Returns how exactly a heading matches the question, from 0 to 1. */
function fitOf(heading: ReadonlySet<string>, asked: readonly Term[], askedWords: number): number {
  const shared = [...heading].reduce(
    (sum, word) => sum + Math.max(0, ...asked.map((term) => term.get(word) ?? 0)),
    0,
  )
  return (2 * Math.min(shared, askedWords)) / (heading.size + askedWords || 1)
}

/**
 * Returns the words of the help that match a word of the question: itself, its synonyms, and compounds in either direction.
 */
function termsFor(word: string, known: ReadonlySet<string>, language: string): Term[] {
  const compounding = COMPOUNDING.has(language)
  const withCompounds = (one: string, share: number): Term => {
    const compounds = compounding ? [...known].filter((other) => other !== one && isPart(one, other)) : []
    const own = known.has(one) ? [[one, share] as const] : []
    return new Map([...own, ...compounds.map((other) => [other, share * COMPOUND_SHARE] as const)])
  }
  // Splits “modellvergleich”, which the help does not contain, into “modell” and “vergleich”.
  const parts = compounding && !known.has(word) ? [...known].filter((other) => isPart(other, word)) : []
  return [
    withCompounds(word, 1),
    ...synonymsOf(word, language).map((other) => withCompounds(other, SYNONYM_SHARE)),
    ...parts.map((other) => new Map([[other, COMPOUND_SHARE]])),
  ].filter((term) => term.size > 0)
}

const isPart = (word: string, compound: string) =>
  word.length >= PART_LENGTH && (compound.startsWith(word) || compound.endsWith(word))

function part(one: Indexed, word: string, average: number): number {
  const count = one.counts.get(word) ?? 0
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * one.length) / average))
}

function indexOne(passage: HelpPassage, language: string): Indexed {
  const heading = words(`${passage.title} ${passage.place}`, language)
  const body = words(passage.text, language)
  const counts = new Map<string, number>()
  for (const word of body) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of heading) counts.set(word, (counts.get(word) ?? 0) + HEADING_WEIGHT)
  const own = new Set(words(passage.place || passage.title, language))
  const questions = (passage.questions ?? []).map((question) => questionWords(question, language))
  return { passage, counts, heading: own, questions, length: body.length + heading.length * HEADING_WEIGHT }
}
