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
/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de'])

interface Indexed {
  readonly passage: Passage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

export interface Index {
  /** The best passages, best first; only those that share a telling word with the question. */
  find(question: string, most: number): readonly Ranked[]
}

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
  return {
    find(question, most) {
      const telling = [...new Set(words(question, language))]
      const asked = related(telling, [...spread.keys()], COMPOUNDING.has(language))
      return indexed
        .map((one) => ({
          passage: one.passage,
          score: asked.reduce(
            (sum, { word, share }) => sum + share * weight(word) * part(one, word, average),
            0,
          ),
        }))
        .filter((ranked) => ranked.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
    },
  }
}

/** The words asked for, and for somewhat less the compounds that they are part of: “hinzu” in “hinzufügen”. */
function related(
  asked: readonly string[],
  known: readonly string[],
  compounds: boolean,
): { word: string; share: number }[] {
  const shares = new Map<string, number>()
  for (const word of asked)
    for (const other of known) {
      const share = other === word ? 1 : compounds && isPart(word, other) ? COMPOUND_SHARE : 0
      if (share > (shares.get(other) ?? 0)) shares.set(other, share)
    }
  return [...shares].map(([word, share]) => ({ word, share }))
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
