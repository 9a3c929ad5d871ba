// Copies what a share link shows into a chat of somebody else.
import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'

/** What of messages is copied. */
export interface CopiedShown {
  readonly toTabId: number
  /** Who has the copy, and counts as the person who asked. */
  readonly userId: number
  readonly ids: readonly number[]
  readonly reasoning: boolean
  readonly passages: boolean
  readonly files: readonly { readonly queryId: number; readonly index: number }[]
  /** SQL of whether a message is confidential: such a one is not copied. */
  readonly isConfidential: string
}

/**
 * Copies finished messages, without the sentences of errors, which may name a server; each as a turn of its own, in the order of their turns. The data sources that they used stay with
 * them; the caller holds the lock on their tab, so that the bytes of attachments are not deleted. Returns the new ids.
 */
export async function copyShown(tx: Tx, copied: CopiedShown): Promise<number[]> {
  const { toTabId, userId, ids, reasoning, passages, files } = copied
  const { rows } = await tx.execute<{ id: number }>(sql`WITH part AS MATERIALIZED (
      SELECT source.*, nextval(pg_get_serial_sequence('messages', 'id')) AS new FROM (
        SELECT message.* FROM messages message
        WHERE message.id = ANY (${sql.param([...ids])}::bigint[]) AND message.state >= 2
          AND NOT ${sql.raw(copied.isConfidential)}
        ORDER BY message.turn_id, message.id
      ) source
    ), file AS MATERIALIZED (
      SELECT part.new, file.*, row_number() OVER (PARTITION BY part.new ORDER BY file.position) - 1 AS place
      FROM part JOIN attachments file ON file.message_id = part.id
      JOIN jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS shown ("queryId" bigint, "index" int)
        ON shown."queryId" = file.message_id AND shown."index" = file.position
    ), copied AS (
      INSERT INTO messages (id, uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
        query_text, response_text, reasoning_text, state, error_code, error_message, sources, attachment_count,
        last_seq, event_layout, created, datasource_ids, confidential)
      SELECT new, uuid_v7(clock_timestamp()), ${toTabId}::bigint, new, ${userId}::bigint, model_id, model_tag_id,
        model_name, model_tag_name, query_text, response_text, CASE WHEN ${reasoning} THEN reasoning_text ELSE '' END,
        state, error_code, NULL,
        coalesce((SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', cited->'id', 'title', cited->'title',
          'uri', '', 'place', cited->'place', 'quote', CASE WHEN ${passages} THEN cited->>'quote' ELSE '' END)))
          FROM jsonb_array_elements(part.sources) cited), '[]'),
        (SELECT count(*) FROM file WHERE file.new = part.new), last_seq, event_layout, created, datasource_ids, confidential
      FROM part RETURNING id
    ), files AS (
      INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
      SELECT new, place, name, mime_type, size, blob, text, read_characters, created FROM file
    )
    SELECT id::float8 AS id FROM copied ORDER BY id`)
  return rows.map(({ id }) => id)
}
