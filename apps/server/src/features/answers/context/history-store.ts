// Reads the conversation of a tab as past turns: of each turn the shown version, else the newest with an answer.
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Runner } from '../../../platform/db/index.ts'
import { isWithheldSql, type Confidentiality } from '../../confidentiality/index.ts'
import type { HistoryReader, PastTurn } from './history.ts'
import { IMAGE_TOKENS, MOST_TOKEN_BYTES } from '../../../platform/tokens.ts'

/** Limit on turns that are read; more than any context holds. */
const MAX_TURNS = 200

/** Limit on bytes of text that are read, whatever the context size. */
const MAX_BYTES = 32_000_000

/** The versions that the last question of a tab was asked with, as jsonb; `tab` is the SQL of the tab's id. */
export const lastShown = (tab: string): string =>
  `(SELECT statistics->'shown' FROM messages WHERE id = (SELECT max(id) FROM messages WHERE tab_id = ${tab}))`

interface Row {
  fits: boolean
  isWithheld: boolean
  prompt: string
  response: string
  files: { name: string; mimeType: string; text: string | null; blob: string; size: number }[] | null
  datasourceIds: number[]
  isConfidential: boolean
  total: number
  withheld: number
}

/** Reads past turns from the database, and their pictures on demand from the blob store. */
export function historyReader(options: {
  db: Runner
  blobs: Pick<Blobs, 'find'>
  confidentiality: Pick<Confidentiality, 'ofMessage'>
}): HistoryReader {
  const isConfidential = options.confidentiality.ofMessage('messages')
  return {
    async past({ tabId, replacesId, shown }, { tokens, images, isLocal }) {
      const bytes = Math.floor(Math.max(0, Math.min(tokens * MOST_TOKEN_BYTES, MAX_BYTES)))
      const found = await options.db.query<Row>({
        name: 'answers.history',
        // octet_length does not read a long text. The newest row is always returned, because it carries the totals.
        text: `SELECT sized.bytes <= $4 AS fits, sized."isWithheld", sized.total, sized.withheld, sized."isConfidential",
            to_jsonb(sized.datasource_ids) AS "datasourceIds",
            CASE WHEN sized.bytes <= $4 AND NOT sized."isWithheld" THEN sized.query_text END AS prompt,
            CASE WHEN sized.bytes <= $4 AND NOT sized."isWithheld" THEN sized.response_text END AS response,
            CASE WHEN sized.bytes <= $4 AND NOT sized."isWithheld" AND sized.attachment_count > 0 THEN (
              SELECT json_agg(json_build_object('name', name, 'mimeType', mime_type, 'text', text, 'blob', blob, 'size', size)
                ORDER BY position)
              FROM attachments WHERE message_id = sized.id AND (text <> '' OR text IS NULL AND $5 > 0)) END AS files
          FROM (
            SELECT newest.*, sum(CASE WHEN "isWithheld" THEN 0
                ELSE octet_length(query_text) + octet_length(response_text) + coalesce(files.bytes, 0) END)
                OVER (ORDER BY turn_id DESC) AS bytes,
              row_number() OVER (ORDER BY turn_id DESC) AS place
            FROM (
              SELECT last.*, count(*) OVER () AS total, count(*) FILTER (WHERE "isWithheld") OVER () AS withheld
              FROM (
                SELECT DISTINCT ON (turn_id) id, turn_id, query_text, response_text, attachment_count, datasource_ids,
                  ${isConfidential} AS "isConfidential", ${isWithheldSql(isConfidential, '$6::boolean')} AS "isWithheld"
                FROM messages
                WHERE tab_id = $1 AND ($2::bigint IS NULL OR turn_id < (SELECT turn_id FROM messages WHERE id = $2)) AND state >= 2 AND response_text <> ''
                ORDER BY turn_id DESC, coalesce($3::jsonb, ${lastShown('$1')}) @> to_jsonb(id) IS TRUE DESC, id DESC
              ) last ORDER BY turn_id DESC LIMIT ${MAX_TURNS}
            ) newest LEFT JOIN LATERAL (
              SELECT sum(CASE WHEN text IS NULL THEN $5 ELSE octet_length(text) END) AS bytes
              FROM attachments
              WHERE message_id = newest.id AND newest.attachment_count > 0 AND NOT newest."isWithheld"
            ) files ON true
          ) sized WHERE sized.bytes <= $4 OR sized.place = 1 ORDER BY sized.turn_id DESC`,
        values: [
          tabId,
          replacesId,
          shown && JSON.stringify(shown),
          bytes,
          images ? IMAGE_TOKENS * MOST_TOKEN_BYTES : 0,
          isLocal,
        ],
      })
      const sent = found.rows.filter(({ fits, isWithheld }) => fits && !isWithheld)
      const turns = sent.map((row) => pastTurn(row, options.blobs))
      const { total = 0, withheld = 0 } = found.rows[0] ?? {}
      return { turns, withheld, older: Math.max(0, total - withheld - turns.length) }
    },
  }
}

function pastTurn(
  { prompt, response, files, datasourceIds, isConfidential }: Row,
  blobs: Pick<Blobs, 'find'>,
): PastTurn {
  const all = files ?? []
  return {
    prompt,
    response,
    used: { datasourceIds, isConfidential },
    documents: all.flatMap(({ name, mimeType, text }) => (text === null ? [] : [{ name, mimeType, text }])),
    pictures: all
      .filter(({ text, mimeType }) => text === null && mimeType.startsWith('image/'))
      .map(({ mimeType, size, blob }) => ({
        size,
        async read() {
          const bytes = await blobs.find(blob)
          return bytes && { mimeType, base64: Buffer.from(bytes).toString('base64') }
        },
      })),
  }
}
