// Ranks passages by the words they share with a question: Okapi BM25 (Robertson, Zaragoza 2009), headings counted thrice.

import { words } from './words.ts'

/** A part of a text that can be quoted on its own. */
export interface Passage {
  /** The topic's title. */
  readonly title: string
  /** Its heading inside the topic; empty for the beginning. */
  readonly place: string
  readonly uri: string
  readonly text: string
}

export interface Ranked {
  readonly passage: Passage
  readonly score: number
}

const K1 = 1.2
const B = 0.75
const HEADING_WEIGHT = 3
/** Parts of compounds are told from accidents by their length. */
const PART_LENGTH = 5
const COMPOUND_SHARE = 0.85
/** A question with fewer telling words than this may go on about what was asked before. */
const FEW = 3
/** What the words of the question before count beside its own; of the one before that, this part again. */
const BEFORE_SHARE = 0.4
/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de'])

interface Indexed {
  readonly passage: Passage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** What was said before a question. */
export interface Before {
  /** Earlier questions, the newest first. */
  readonly questions: readonly string[]
  /** Whether a passage was quoted in answer to them. */
  readonly quoted: (passage: Passage) => boolean
}

export interface Index {
  /**
   * The best passages, best first; only those that share a telling word with the question. A question of few telling words
   * (“and for a team?”) is read together with those before it; one of none (“tell me more”) goes on with what was not quoted
   * yet.
   */
  find(question: string, most: number, before?: Before): readonly Ranked[]
}

const NOTHING_BEFORE: Before = { questions: [], quoted: () => false }

/** Builds the index of some passages in a language, once. */
export function indexPassages(passages: readonly Passage[], language: string): Index {
  const indexed = passages.map((passage) => indexOne(passage, language))
  const average = indexed.reduce((sum, one) => sum + one.length, 0) / Math.max(1, indexed.length)
  const spread = new Map<string, number>()
  for (const one of indexed)
    for (const word of one.counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const weight = (word: string) => {
    const having = spread.get(word) ?? 0
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }
  const known = [...spread.keys()]
  const compounds = COMPOUNDING.has(language)
  const relatedTo = (text: string) => related([...new Set(words(text, language))], known, compounds)
  const scoreOf = (one: Indexed, asked: ReadonlyMap<string, number>) =>
    [...asked].reduce((sum, [word, share]) => sum + share * weight(word) * part(one, word, average), 0)
  return {
    find(question, most, before = NOTHING_BEFORE) {
      const own = new Set(words(question, language))
      const asked = relatedTo(question)
      // It asks for something of its own, and there is nothing of it.
      if (own.size > 0 && asked.size === 0) return []
      if (own.size < FEW) addBefore(asked, before.questions.map(relatedTo))
      return indexed
        .filter(({ passage }) => own.size > 0 || !before.quoted(passage))
        .map((one) => ({ passage: one.passage, score: scoreOf(one, asked) }))
        .filter((ranked) => ranked.score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, most)
    },
  }
}

/** Adds what was asked before: each earlier question counts less, and a word that counts already counts as it does. */
function addBefore(asked: Map<string, number>, earlier: readonly ReadonlyMap<string, number>[]): void {
  for (const [back, shares] of earlier.entries())
    for (const [word, share] of shares)
      if (!asked.has(word)) asked.set(word, share * BEFORE_SHARE ** (back + 1))
}

/** The words asked for, and for somewhat less the compounds that they are part of: “hinzu” in “hinzufügen”. */
function related(
  asked: readonly string[],
  known: readonly string[],
  compounds: boolean,
): Map<string, number> {
  const shares = new Map<string, number>()
  for (const word of asked)
    for (const other of known) {
      const share = other === word ? 1 : compounds && isPart(word, other) ? COMPOUND_SHARE : 0
      if (share > (shares.get(other) ?? 0)) shares.set(other, share)
    }
  return shares
}

const isPart = (word: string, compound: string) =>
  word.length >= PART_LENGTH && (compound.startsWith(word) || compound.endsWith(word))

function part(one: Indexed, word: string, average: number): number {
  const count = one.counts.get(word) ?? 0
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * one.length) / average))
}

function indexOne(passage: Passage, language: string): Indexed {
  const heading = words(`${passage.title} ${passage.place}`, language)
  const body = words(passage.text, language)
  const counts = new Map<string, number>()
  for (const word of body) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of heading) counts.set(word, (counts.get(word) ?? 0) + HEADING_WEIGHT)
  return { passage, counts, length: body.length + heading.length * HEADING_WEIGHT }
}
