// Compares a question with the questions that a passage is known to answer: people ask in other words than the help uses.
import { isLeftBehind, stopWords, words } from './words.ts'

/** Weight of a stop word; a content word weighs at least one. */
const STOP_WORD = 0.15
/** Below this likeness, two questions only share some words. */
const LEAST = 0.6
const STOPPED = '-'

/** How much a word of a question counts. */
type Weight = (word: string) => number

interface Vocabulary {
  readonly language: string
  /** Returns how rare a content word is. */
  readonly rarity: Weight
  /** Returns the words of the help that match a content word, with their shares. */
  matching(word: string): readonly ReadonlyMap<string, number>[]
}

/** Compares a question with known ones. */
export type Likeness = (known: readonly ReadonlySet<string>[]) => number

/** Returns the words of a question; a mark tells a stop word from a stem that is spelt the same. */
export const questionWords = (question: string, language: string): ReadonlySet<string> =>
  new Set([
    ...words(question, language).filter((word) => !isLeftBehind(word, language)),
    ...stopWords(question, language).map((word) => STOPPED + word),
  ])

/**
 * Returns what compares a question with the most similar of several: from 0 to 1, the share of words that both have (Dice). It
 * counts words and their rarity, and the lower one holds: “add a tab” is not “add a file”, “delete a chat” not “print a chat”.
 */
export function likenessTo(question: string, { language, rarity, matching }: Vocabulary): Likeness {
  const asked = [...questionWords(question, language)].map(
    (word) => [word, new Map([...matching(word).flatMap((term) => [...term]), [word, 1]])] as const,
  )
  const alike = (known: ReadonlySet<string>, weight: Weight) => {
    const shares = asked.map(([word, matches]) => bestShare(matches, known) * weight(word))
    const total = sum(asked.map(([word]) => weight(word))) + sum([...known].map(weight))
    return total && (2 * sum(shares)) / total
  }
  const count = weighing(() => 1)
  const rare = weighing(rarity)
  return (all) => {
    const best = Math.max(0, ...all.map((known) => Math.min(alike(known, count), alike(known, rare))))
    return best < LEAST ? 0 : best
  }
}

const weighing =
  (weight: Weight): Weight =>
  (word) =>
    word.startsWith(STOPPED) ? STOP_WORD : Math.max(1, weight(word))

const bestShare = (matches: ReadonlyMap<string, number>, known: ReadonlySet<string>): number =>
  Math.max(0, ...[...matches].map(([word, share]) => (known.has(word) ? share : 0)))

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)
