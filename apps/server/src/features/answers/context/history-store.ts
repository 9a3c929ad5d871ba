// Reads the conversation of a tab as past turns: of each turn the shown version, else the newest with an answer.
import { batched } from '#platform/batched.ts'
import type { Blobs } from '#platform/blobs/index.ts'
import type { Runner } from '#platform/db/index.ts'
import type { IsOutage } from '#platform/isolate-failures.ts'
import { PAUSES } from '#platform/pauses.ts'
import { isWithheldSql, type Confidentiality } from '#features/confidentiality/index.ts'
import type { HistoryReader, PastTurn } from './history.ts'
import { IMAGE_TOKENS, MOST_TOKEN_BYTES } from '@polylogue/retrieval/tokens'

/** Limit on turns that are read; more than any context holds. */
const MAX_TURNS = 200

/** Limit on bytes of text that are read, whatever the context size. */
const MAX_BYTES = 32_000_000

/** Conversations whose turns are read by one statement. */
const BATCHES = { most: 16, gapMs: PAUSES.batches }

/** The versions that the last question of a tab was asked with, as jsonb; `tab` is the SQL of the tab's id. */
export const lastShown = (tab: string): string =>
  `(SELECT statistics->'shown' FROM messages WHERE id = (SELECT max(id) FROM messages WHERE tab_id = ${tab}))`

interface Row {
  /** The place of the conversation among those that were asked for, from 1. */
  asker: number
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

/** The place of a conversation, and how much of it is read. */
interface HistoryRequest {
  readonly tabId: number
  readonly replacesId: number | null
  readonly shown: readonly number[] | null
  /** Bytes of text. */
  readonly most: number
  /** What a picture counts as; 0 without pictures. */
  readonly picture: number
  readonly isLocal: boolean
}

/** Reads past turns from the database, and their pictures on demand from the blob store. */
export function historyReader(options: {
  db: Runner
  blobs: Pick<Blobs, 'find'>
  confidentiality: Pick<Confidentiality, 'ofMessage'>
  isOutage: IsOutage
}): HistoryReader {
  const text = pastOf(options.confidentiality.ofMessage('messages'))
  const read = batched(
    async (wanted: readonly HistoryRequest[]) => {
      const values = [JSON.stringify(wanted)]
      const { rows } = await options.db.query<Row>({ name: 'answers.history', text, values })
      const found = Map.groupBy(rows, (row) => row.asker)
      return wanted.map((_, index) => found.get(index + 1) ?? [])
    },
    { ...BATCHES, isRead: true, room: MAX_BYTES, sizeOf: ({ most }) => most, isOutage: options.isOutage },
  )
  return {
    async past({ tabId, replacesId, shown }, { tokens, images, isLocal }) {
      const most = Math.floor(Math.max(0, Math.min(tokens * MOST_TOKEN_BYTES, MAX_BYTES)))
      const picture = images ? IMAGE_TOKENS * MOST_TOKEN_BYTES : 0
      const rows = await read({ tabId, replacesId, shown, most, picture, isLocal })
      const sent = rows.filter(({ fits, isWithheld }) => fits && !isWithheld)
      const turns = sent.map((row) => pastTurn(row, options.blobs))
      const { total = 0, withheld = 0 } = rows[0] ?? {}
      return { turns, withheld, older: Math.max(0, total - withheld - turns.length) }
    },
  }
}

/**
 * Returns the SQL of the turns of several conversations. octet_length does not read a long text. The newest row is always
 * returned, because it carries the totals.
 */
function pastOf(isConfidential: string): string {
  const isRead = 'sized.bytes <= asked.most AND NOT sized."isWithheld"'
  return `SELECT asked.asker::int, past.* FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS ("tabId" bigint, "replacesId" bigint,
      shown jsonb, most bigint, picture bigint, "isLocal" boolean))
      WITH ORDINALITY AS asked ("tabId", "replacesId", shown, most, picture, "isLocal", asker)
    CROSS JOIN LATERAL (
      SELECT sized.turn_id AS "turnId", sized.bytes <= asked.most AS fits, sized."isWithheld", sized.total, sized.withheld, sized."isConfidential",
        to_jsonb(sized.datasource_ids) AS "datasourceIds",
        CASE WHEN ${isRead} THEN sized.query_text END AS prompt,
        CASE WHEN ${isRead} THEN sized.response_text END AS response,
        CASE WHEN ${isRead} AND sized.attachment_count > 0 THEN (
          SELECT json_agg(json_build_object('name', name, 'mimeType', mime_type, 'text', text, 'blob', blob, 'size', size)
            ORDER BY position)
          FROM attachments
          WHERE message_id = sized.id AND (text <> '' OR text IS NULL AND asked.picture > 0)) END AS files
      FROM (
        SELECT newest.*, sum(CASE WHEN "isWithheld" THEN 0
            ELSE octet_length(query_text) + octet_length(response_text) + coalesce(files.bytes, 0) END)
            OVER (ORDER BY turn_id DESC) AS bytes,
          row_number() OVER (ORDER BY turn_id DESC) AS place
        FROM (
          SELECT last.*, count(*) OVER () AS total, count(*) FILTER (WHERE "isWithheld") OVER () AS withheld
          FROM (
            SELECT DISTINCT ON (turn_id) id, turn_id, query_text, response_text, attachment_count, datasource_ids,
              ${isConfidential} AS "isConfidential", ${isWithheldSql(isConfidential, 'asked."isLocal"')} AS "isWithheld"
            FROM messages
            WHERE tab_id = asked."tabId" AND state >= 2 AND response_text <> '' AND (asked."replacesId" IS NULL
              OR turn_id < (SELECT turn_id FROM messages WHERE id = asked."replacesId"))
            ORDER BY turn_id DESC,
              coalesce(nullif(asked.shown, 'null'), ${lastShown('asked."tabId"')}) @> to_jsonb(id) IS TRUE DESC, id DESC
          ) last ORDER BY turn_id DESC LIMIT ${MAX_TURNS}
        ) newest LEFT JOIN LATERAL (
          SELECT sum(CASE WHEN text IS NULL THEN asked.picture ELSE octet_length(text) END) AS bytes
          FROM attachments
          WHERE message_id = newest.id AND newest.attachment_count > 0 AND NOT newest."isWithheld"
        ) files ON true
      ) sized WHERE sized.bytes <= asked.most OR sized.place = 1
    ) past ORDER BY asked.asker, past."turnId" DESC`
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
