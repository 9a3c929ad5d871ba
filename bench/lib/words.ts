// Words of two readings of one document, compared with their number.

/** How many of `of` were found. */
export interface Share {
  readonly of: number
  readonly found: number
}

/** Letters of scripts without blanks are words; ligatures are their letters. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+/gu
export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? []

function countOf<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Counts the items of one list that the other one has, each as often as it has it. */
export function sharedOf(wanted: readonly string[], has: readonly string[]): Share {
  const left = countOf(has)
  const found = wanted.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count > 0
  })
  return { of: wanted.length, found: found.length }
}

/** The runs of five words. */
export const runsOf = (words: readonly string[]): string[] =>
  words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '))
