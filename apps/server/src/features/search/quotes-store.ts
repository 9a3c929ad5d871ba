// The SQL of quotes: the part of a found text around the match.
import type pg from 'pg'
import { BEGIN_MATCH, END_MATCH } from './rules.ts'

/** Characters of a question and of an answer that are indexed; more would cost more than it helps. */
export const QUESTION_WORDS = 20_000
export const ANSWER_WORDS = 60_000
/** Characters of a text from which a quote is taken: reading them for a quote takes the embedded database about 5 ms. */
const QUOTED_FROM = 1_500

export const OPTIONS = `StartSel=${BEGIN_MATCH}, StopSel=${END_MATCH}, MaxWords=35, MinWords=20`

/** What a quote shows. */
export interface Quoted {
  /** The query as text. */
  readonly words: string
  readonly beginnings: readonly string[]
}

/** Returns a quote of each message, by id; deleted ones are left out. Only the indexed part of a text is read. */
export async function quotesOf(
  pool: Pick<pg.Pool, 'query'>,
  asked: Quoted,
  messageIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; highlight: string }>({
    name: 'search.quotes',
    text: `WITH asked AS MATERIALIZED (SELECT $1::tsquery AS words)
      SELECT message.id, ${highlight(
        `left(message.query_text, ${QUESTION_WORDS}) || E'\\n' || left(message.response_text, ${ANSWER_WORDS})`,
      )} AS highlight
      FROM messages message CROSS JOIN asked WHERE message.id = ANY ($4::bigint[])`,
    values: [asked.words, asked.beginnings, OPTIONS, messageIds],
  })
  return new Map(rows.map(({ id, highlight: quote }) => [id, quote]))
}

/**
 * Quotes a bounded text around the match. ts_headline reads its whole input, so a long text is first cut near the first typed
 * prefix; uses the first language whose stemming marks a match.
 */
export function highlight(body: string): string {
  return `(SELECT coalesce(
      (SELECT quote FROM (VALUES ('english'::regconfig), ('german'), ('simple')) AS language (name),
        LATERAL ts_headline(language.name, near.text, asked.words, $3) AS quote
        WHERE strpos(quote, E'\\x02') > 0 LIMIT 1),
      left(near.text, 200))
    FROM (SELECT ${body} AS text OFFSET 0) whole, LATERAL (SELECT lower(whole.text) AS text OFFSET 0) lowered,
      LATERAL (SELECT CASE WHEN length(whole.text) <= ${QUOTED_FROM} THEN whole.text
        ELSE substr(whole.text, greatest(1, coalesce((
          SELECT min(nullif(strpos(lowered.text, beginning), 0)) FROM unnest($2::text[]) AS beginning), 1) - 300),
          ${QUOTED_FROM}) END AS text) near)`
}
