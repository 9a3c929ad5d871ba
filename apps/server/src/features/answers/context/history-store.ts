// The conversation of a tab as past turns: of each turn the version that is shown, else the newest that has an answer.
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Runner } from '../../../platform/db/index.ts'
import type { HistoryReader, PastTurn } from './history.ts'

/** More turns than any context holds are not even read. */
const MOST_TURNS = 200

/** The versions that the last question of a tab was asked with, as jsonb; `tab` is the tab's id in SQL. */
export const lastShown = (tab: string): string =>
  `(SELECT statistics->'shown' FROM messages WHERE id = (SELECT max(id) FROM messages WHERE tab_id = ${tab}))`

interface Row {
  id: number
  prompt: string
  response: string
  files: { name: string; mimeType: string; text: string | null; blob: string }[] | null
  total: number
}

/** Reads past turns from the database, pictures from the blob store. */
export function historyReader(given: { db: Runner; blobs: Blobs }): HistoryReader {
  return {
    async past({ tabId, replacesId, shown }) {
      const found = await given.db.query<Row>({
        name: 'answers.history',
        text: `SELECT last.id, last.query_text AS prompt, last.response_text AS response,
            count(*) OVER () AS total,
            CASE WHEN last.attachment_count > 0 THEN (
              SELECT json_agg(json_build_object('name', name, 'mimeType', mime_type, 'text', text, 'blob', blob) ORDER BY position)
              FROM attachments WHERE message_id = last.id) END AS files
          FROM (
            SELECT DISTINCT ON (turn_id) id, turn_id, query_text, response_text, attachment_count
            FROM messages
            WHERE tab_id = $1 AND ($2::bigint IS NULL OR turn_id < (SELECT turn_id FROM messages WHERE id = $2)) AND state >= 2 AND response_text <> ''
            ORDER BY turn_id DESC, coalesce($3::jsonb, ${lastShown('$1')}) @> to_jsonb(id) IS TRUE DESC, id DESC
          ) last ORDER BY turn_id DESC LIMIT ${MOST_TURNS}`,
        values: [tabId, replacesId, shown && JSON.stringify(shown)],
      })
      const turns = await Promise.all(found.rows.map((row) => pastTurn(row, given.blobs)))
      return { turns, older: Math.max(0, (found.rows[0]?.total ?? 0) - turns.length) }
    },
  }
}

async function pastTurn(row: Row, blobs: Blobs): Promise<PastTurn> {
  const attachments = await Promise.all((row.files ?? []).map((file) => attachment(file, blobs)))
  return { prompt: row.prompt, response: row.response, attachments }
}

async function attachment(file: NonNullable<Row['files']>[number], blobs: Blobs) {
  const { name, mimeType } = file
  if (file.text !== null) return { name, mimeType, text: file.text }
  const bytes = mimeType.startsWith('image/') ? await blobs.find(file.blob) : undefined
  return bytes ? { name, mimeType, base64: Buffer.from(bytes).toString('base64') } : { name, mimeType }
}
