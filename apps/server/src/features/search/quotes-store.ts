// The SQL of quotes: the part of a found text around the match.
import type pg from 'pg'
import { anyOf, BEGIN_MATCH, BETWEEN, END_MATCH } from './rules.ts'

/** Characters of a question and of an answer that are indexed; more would cost more than it helps. */
export const QUESTION_WORDS = 20_000
export const ANSWER_WORDS = 60_000
/** Characters of a text from which a quote is taken: reading them for a quote takes the embedded database about 5 ms. */
const QUOTED_FROM = 1_500

const OPTIONS = `StartSel=${BEGIN_MATCH}, StopSel=${END_MATCH}, MaxWords=35, MinWords=20`

/** What a quote shows. */
export interface Quoted {
  /** The query as text. */
  readonly words: string
  readonly beginnings: readonly string[]
}

/** Returns a quote of each message, by id; deleted ones are left out. Only the indexed part of a text is read. */
export async function quotesOf(
  pool: Pick<pg.Pool, 'query'>,
  shown: Quoted,
  messageIds: readonly number[],
): Promise<Map<number, string>> {
  const indexed = `left(message.query_text, ${QUESTION_WORDS}) || E'\\n' || left(message.response_text, ${ANSWER_WORDS})`
  const { rows } = await pool.query<{ id: number; highlight: string }>({
    name: 'search.quotes',
    text: `WITH ${asked('$5')}
      SELECT message.id, ${quote('near.text')} AS highlight
      FROM messages message CROSS JOIN asked, LATERAL (SELECT ${near(indexed, '$4')} AS text OFFSET 0) near
      WHERE message.id = ANY ($3::bigint[])`,
    values: [shown.words, OPTIONS, messageIds, shown.beginnings, anyOf(shown.words)],
  })
  return new Map(rows.map(({ id, highlight }) => [id, highlight]))
}

/** Returns a quote of each text, in their order; the texts are already cut by `near`. */
export async function quotesOfTexts(
  pool: Pick<pg.Pool, 'query'>,
  { words }: Quoted,
  texts: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ highlight: string }>({
    name: 'search.quotes.names',
    text: `WITH ${asked('$4')}
      SELECT ${quote('near.text')} AS highlight
      FROM unnest($3::text[]) WITH ORDINALITY AS near (text, place) CROSS JOIN asked ORDER BY near.place`,
    values: [words, OPTIONS, texts, anyOf(words)],
  })
  return rows.map(({ highlight }) => highlight)
}

/** The query, and one that any of its words fulfils: a parameter. */
const asked = (any: string): string =>
  `asked AS MATERIALIZED (SELECT $1::tsquery AS words, ${any}::tsquery AS any_word)`

/** Cuts a text near the first of the typed prefixes, a parameter: ts_headline reads its whole input. */
export function near(body: string, prefixes: string): string {
  const place = (text: string) => `(SELECT min(nullif(strpos(lowered.text, beginning), 0))
        FROM (SELECT ${text} AS text OFFSET 0) lowered, unnest(${prefixes}::text[]) AS beginning)`
  // Without accents a text can be longer, so that its places are estimated.
  const folded = `(SELECT (${place('plain.text')} * length(whole.text)::bigint / greatest(1, length(plain.text)))::int
        FROM (SELECT folded(whole.text) AS text OFFSET 0) plain)`
  return `(SELECT CASE WHEN length(whole.text) <= ${QUOTED_FROM} THEN whole.text
      ELSE substr(whole.text, greatest(1, coalesce(${place('lower(whole.text)')}, ${folded}, 1) - 300), ${QUOTED_FROM}) END
    FROM (SELECT ${body} AS text OFFSET 0) whole)`
}

/** Quotes a text that `near` has cut around the match; uses the first language whose stemming marks one. */
function quote(text: string): string {
  return `coalesce(
      (SELECT quote FROM (VALUES ('english'::regconfig), ('german'), ('simple')) AS language (name),
        LATERAL (SELECT spaced(${text}, '${BETWEEN}') AS text OFFSET 0) shown,
        LATERAL (SELECT CASE WHEN octet_length(${text}) = length(${text}) THEN asked.words
          ELSE asked.words || accented(to_tsvector(language.name, ${text}), asked.any_word) END AS words OFFSET 0) marked,
        LATERAL ts_headline(language.name, shown.text, marked.words, $2) AS quote
        WHERE strpos(quote, E'\\x02') > 0 LIMIT 1),
      left(${text}, 200))`
}
