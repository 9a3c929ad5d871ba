// Decides which passages are weak: too little of the question is in them.
import type { TextLanguage } from './languages.ts'
import { isFar, type Scored } from './letters.ts'
import type { MissingWords } from './main-words.ts'
import type { SearchedWord } from './rank.ts'
import { sum } from './scoring.ts'

export interface Judgement {
  readonly words: readonly SearchedWord[]
  readonly languages: readonly TextLanguage[]
  readonly missing: MissingWords
  /** Whether the documents are in another language than the question. */
  readonly isForeign: boolean
}

export interface Judged extends Scored {
  /** Whether it is weak only because the documents do not have the main words of the question. */
  readonly lacksWords: boolean
}

/** Least cover of a passage, as a share of the words that any document has. */
const LEAST: Readonly<Record<TextLanguage, number>> = { en: 0.25, de: 0.2, bg: 0.2 }

/** Returns the function that judges the passages of a question (decision 105). */
export function openJudgement({ words, languages, missing, isForeign }: Judgement) {
  const isKnown = missing.length === 0 && !isForeign
  const weightOf = ({ weight }: SearchedWord) => weight
  const total = sum(words, weightOf)
  const having = sum(
    words.filter(({ chunks }) => chunks > 0),
    weightOf,
  )
  const least = Math.min(...languages.map((language) => LEAST[language])) * (total === 0 ? 1 : having / total)
  return (scored: Scored): Judged => {
    const { cover, vector, weak } = scored.why
    const isFarAway = isFar(vector)
    const byCover = isKnown ? isFarAway && (cover === 0 || cover < least) : weak
    const lacksWords = !byCover && isFarAway && missing.length > 0
    return { ...scored, lacksWords, why: { ...scored.why, weak: byCover || lacksWords } }
  }
}
