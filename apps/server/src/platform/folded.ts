// Searches by folded text: without case and accents for names and lists, in one spelling for words.
import { withoutMarks } from '@polylogue/retrieval/folded'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { patternOf } from './folded-pattern.ts'

/** Returns the words of a search text, without accents. */
export function searchWords(typed: string | undefined): string[] {
  return withoutMarks(typed ?? '')
    .split(/\s+/)
    .filter(Boolean)
}

/** Returns a text in the spelling of `words_of` (migration 0065), which the search for words reads. */
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

/**
 * Returns a condition: a text (SQL) contains what was typed, without regard to case and accents. Reads the text as it is, because
 * `folded` takes twenty times as long as ILIKE.
 */
export const contains = (text: SQLWrapper, typed: string): SQL => sql`${text} ~ ${patternOf(typed)}`

/** Returns the pattern that matches exactly these characters anywhere; escapes special ones. */
function anywhere(text: string): string {
  return `%${escaped(text)}%`
}

/** Returns the pattern for LIKE and ILIKE that matches a prefix; escapes special characters. */
export function beginning(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
