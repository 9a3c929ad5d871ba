// Turns texts and questions into the terms that the index knows. Both sides use the same functions.
import { isCommonWord } from './common-words.ts'
import { isStopWord, type TextLanguage } from './languages.ts'
import { DASH, lettersOf, scanWords, UNSEEN, type ScannedKind } from './scan.ts'
import { beginningOf, isAscii, stemOf } from './stems.ts'

/** Version of the terms of all languages; a segment of another version is rebuilt. */
export const ANALYSIS = 3
/** Versions whose segments are searched until they are rebuilt: most of their terms are the same. */
export const SEARCHED_ANALYSES: readonly number[] = [1, 2, ANALYSIS]

/** Maximum UTF-16 units of a question that are read, from its end. */
const READ = 4_000
/** Maximum number of words of a question that are searched: the last ones. */
const SEARCHED = 100

/** The terms of a word: one stem for each language of the question, its first letters, or the whole word. */
export interface WordTerms {
  readonly stems: readonly string[]
  readonly beginning?: string
  readonly whole?: string
}

export interface QuestionWord {
  /** The word in the form of the question. */
  readonly word: string
  readonly terms: WordTerms
  /** Not searched: a stop word of a question that has others. */
  readonly ignored: boolean
  /** Whether questions about anything have it: “long”, “need”. */
  readonly isCommon: boolean
}

/** Returns the form of a word that is compared: composed letters, one kind of dash, nothing that is not seen. */
export function normalWord(word: string): string {
  if (isAscii(word)) return word.toLowerCase()
  return word.replace(UNSEEN, '').normalize('NFKC').toLowerCase().replace(DASH, '-')
}

const hasDigit = (word: string) => /\p{N}/u.test(word)
const isStop = (normal: string, what: ScannedKind, language: TextLanguage) =>
  what === 'word' && isStopWord(normal, language)

/**
 * Returns the terms of a word of a text: `s` stem, `p` first letters, `w` whole word. Stop words have only the last. A pair of
 * letters is its own stem, and begins with one letter, which is how a single one is found.
 */
export function wordTerms(word: string, what: ScannedKind, language: TextLanguage): readonly string[] {
  const normal = normalWord(word)
  if (isStop(normal, what, language)) return [`w${normal}`]
  if (what === 'pair' || what === 'letter') return unspacedTerms(normal, what)
  if (what === 'joined') return [joinedTerm(normal, language)]
  const stem = hasDigit(normal) ? normal : stemOf(normal, language)
  return [`s${stem}`, `p${beginningOf(normal)}`]
}

function unspacedTerms(normal: string, what: 'pair' | 'letter'): readonly string[] {
  const letters = normal.replaceAll('-', '')
  return what === 'letter' ? [`p${letters}`] : [`s${letters}`, `p${lettersOf(letters)[0] ?? ''}`]
}

/** “Home-Office” has the stem of “Homeoffice”, and “EN-1090” that of “EN1090”; other marks keep their meaning. */
function joinedTerm(normal: string, language: TextLanguage): string {
  if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(normal) || !/\p{L}/u.test(normal)) return `w${normal}`
  const together = normal.replaceAll('-', '')
  return `s${hasDigit(together) ? together : stemOf(together, language)}`
}

/** Returns whether a term counts for the length of a text, because it stands for a word. */
export const countsAsWord = (term: string, what: ScannedKind): boolean =>
  what !== 'joined' && what !== 'letter' && !term.startsWith('w')

/** Returns the terms of a text and how often each occurs. */
export function termsOf(text: string, language: TextLanguage): Map<string, number> {
  const counts = new Map<string, number>()
  scanWords(text, (from, to, what) => {
    for (const term of wordTerms(text.slice(from, to), what, language))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  })
  return counts
}

/**
 * Returns the words of a question in order, each once. Stop words are ignored unless it has no others. Of a long question only
 * the end is read.
 */
export function questionWords(text: string, languages: readonly TextLanguage[]): QuestionWord[] {
  const read = text.slice(-READ)
  const words = new Map<string, QuestionWord>()
  scanWords(read, (from, to, what) => {
    // The last letter of a run is in its last pair.
    if (what === 'letter') return
    const written = read.slice(from, to)
    const key = `${what} ${normalWord(written)}`
    if (!words.has(key)) words.set(key, questionWord(written, what, languages))
  })
  const all = [...words.values()]
  const telling = all.filter(({ ignored }) => !ignored)
  if (telling.length === 0) return all.slice(-SEARCHED).map((word) => ({ ...word, ignored: false }))
  const searched = new Set(telling.slice(-SEARCHED))
  return all.map((word) => ({ ...word, ignored: !searched.has(word) }))
}

function questionWord(word: string, what: ScannedKind, languages: readonly TextLanguage[]): QuestionWord {
  const normal = normalWord(word)
  const read = languages.filter((language) => !isStop(normal, what, language))
  const facts = {
    word,
    ignored: read.length === 0,
    isCommon: what === 'word' && read.some((language) => isCommonWord(normal, language)),
  }
  if (facts.ignored) return { ...facts, terms: { stems: [], whole: `w${normal}` } }
  const terms = new Set(read.flatMap((language) => wordTerms(word, what, language)))
  const starting = (letter: string) => [...terms].filter((term) => term.startsWith(letter))
  const [beginning] = starting('p')
  const [whole] = starting('w')
  if (what === 'pair') {
    const isOne = lettersOf(normal).length === 1
    return { ...facts, terms: { stems: isOne ? [...terms] : starting('s') } }
  }
  return {
    ...facts,
    terms: {
      stems: starting('s'),
      ...(beginning !== undefined && { beginning }),
      ...(whole !== undefined && { whole }),
    },
  }
}
