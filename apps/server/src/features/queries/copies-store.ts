// Messages that are not asked but put there whole: copies of a tab's, and those of an import.
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/index.ts'

/**
 * Copies a tab's finished messages into another tab, with their turns and versions. Ratings stay with the originals, and
 * so does being compared; the bytes of attachments are shared. Returns the new ids, ascending in the order of the old.
 */
export async function copyMessages(tx: Tx, fromTabId: number, toTabId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`WITH source AS MATERIALIZED (
      SELECT * FROM messages WHERE tab_id = ${fromTabId} AND state >= 2
    ), numbered AS MATERIALIZED (
      -- A turn keeps its place although its first version may be gone, so its number is mapped like an id.
      SELECT old, nextval(pg_get_serial_sequence('messages', 'id')) AS new
      FROM (SELECT id AS old FROM source UNION SELECT turn_id FROM source ORDER BY 1) places
    ), copied AS (
      INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, user_id, model_id, model_tag_id, model_name,
        model_tag_name, query_text, response_text, reasoning_text, state, error_code, error_message, options, sources,
        statistics, attachment_count, tokens_prompt, tokens_response, tokens_per_second, response_ms, overall_ms,
        last_seq, event_layout, created)
      SELECT own.new, uuid_v7(clock_timestamp()), ${toTabId}, turn.new, replaced.new, user_id, model_id, model_tag_id,
        model_name, model_tag_name, query_text, response_text, reasoning_text, state, error_code, error_message, options,
        sources, CASE WHEN statistics ? 'shown' THEN jsonb_set(statistics, '{shown}', (
            SELECT coalesce(jsonb_agg(shown.new), '[]')
            FROM jsonb_array_elements_text(statistics->'shown') AS version JOIN numbered shown ON shown.old = version::bigint
          )) ELSE statistics END,
        attachment_count, tokens_prompt, tokens_response, tokens_per_second, response_ms, overall_ms,
        last_seq, event_layout, created
      FROM source
      JOIN numbered own ON own.old = source.id
      JOIN numbered turn ON turn.old = source.turn_id
      LEFT JOIN numbered replaced ON replaced.old = source.replaces_id
        AND EXISTS (SELECT 1 FROM source older WHERE older.id = replaced.old)
      RETURNING id
    ), files AS (
      INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
      SELECT own.new, file.position, file.name, file.mime_type, file.size, file.blob, file.text, file.read_characters,
        file.created
      FROM source
      JOIN numbered own ON own.old = source.id
      JOIN attachments file ON file.message_id = source.id
    )
    SELECT id FROM copied ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** A question with its answer as it is put into a tab. */
export interface FinishedTurn {
  readonly queryText: string
  readonly responseText: string
  readonly reasoningText: string
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  readonly rating: number
  readonly created: Date
}

/** Adds turns at the end of a tab, in their order, in one statement. Returns their ids. */
export async function addFinished(
  tx: Tx,
  to: { tabId: number; userId: number },
  turns: readonly FinishedTurn[],
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`WITH turn AS (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) AS ("queryText" text,
        "responseText" text, "reasoningText" text, "modelId" bigint, "modelTagId" bigint, "modelName" text,
        "modelTagName" text, rating smallint, created timestamptz)) WITH ORDINALITY
        AS turn ("queryText", "responseText", "reasoningText", "modelId", "modelTagId", "modelName", "modelTagName",
          rating, created, place)
      ORDER BY place
    ), placed AS (
      SELECT turn.*, nextval(pg_get_serial_sequence('messages', 'id')) AS id FROM turn
    ), added AS (
      INSERT INTO messages (id, uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
        query_text, response_text, reasoning_text, state, rating, created)
      SELECT id, uuid_v7(clock_timestamp()), ${to.tabId}, id, ${to.userId}, "modelId", "modelTagId", "modelName",
        "modelTagName", "queryText", "responseText", "reasoningText", 2, rating, created
      FROM placed RETURNING id
    )
    SELECT id FROM added ORDER BY id`)
  return rows.map(({ id }) => id)
}
