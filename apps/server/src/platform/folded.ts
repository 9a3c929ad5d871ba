// Searches by folded text: without case and accents for names, in one spelling for words.
import { sql, type SQL } from 'drizzle-orm'
import { anywhere } from './like.ts'

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  // The small sigma at the end of a word; `lower` makes the other one of a capital.
  ς: 'σ',
}

/** Returns a text as the function `folded` of migration 0037 does, except the case: `lower` of the database decides it. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßẞæÆœŒøØłŁđĐðÐıς]/g, (letter) => LETTERS[letter.toLowerCase()] ?? letter)
}

/** Returns the words of a search text, without accents. */
export function searchWords(typed: string | undefined): string[] {
  return withoutAccents(typed ?? '')
    .split(/\s+/)
    .filter(Boolean)
}

/** Returns a text in the spelling of `words_of` (migration 0043), which the search for words reads. */
export const inOneSpelling = (text: string): string =>
  text
    .replace(/\u00ad|\u200c|\u200d|\u2060|\ufeff/g, '')
    .replace(/(?<=[\p{L}\p{M}])[\u2010-\u2013\u2212](?=\p{L})/gu, '-')
    .normalize('NFC')
    .replaceAll('ς', 'σ')

/** Letters of scripts that write words without spaces, as in the function `spaced` of migration 0039. */
export const UNSPACED =
  '\\u0e01-\\u0e4e\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}'

/** Returns a condition: a folded text (SQL) contains every word; no words are in every text. */
export function holdsWords(text: SQL, words: readonly string[]): SQL {
  if (words.length === 0) return sql`true`
  const patterns = sql.param(words.map(anywhere))
  return sql`${text} LIKE ALL (ARRAY(SELECT lower(pattern) FROM unnest(${patterns}::text[]) AS pattern))`
}
