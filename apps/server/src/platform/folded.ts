// Search without case and accents.
import { sql, type SQL } from 'drizzle-orm'
import { containing } from './like.ts'

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

/** Returns a text as the function `folded` of migration 0034 does, except the case: `lower` of the database decides it. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßẞæÆœŒøØłŁđĐðÐı]/g, (letter) => LETTERS[letter.toLowerCase()] ?? letter)
}

/** Returns the words of a search text, without accents. */
export function searchWords(typed: string | undefined): string[] {
  return withoutAccents(typed ?? '')
    .split(/\s+/)
    .filter(Boolean)
}

/** Returns a condition: a folded text (SQL) contains every word; no words are in every text. */
export function holdsWords(text: SQL, words: readonly string[]): SQL {
  if (words.length === 0) return sql`true`
  const patterns = sql.param(words.map(containing))
  return sql`${text} LIKE ALL (ARRAY(SELECT lower(pattern) FROM unnest(${patterns}::text[]) AS pattern))`
}
