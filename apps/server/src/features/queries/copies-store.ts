// Inserts finished messages: copies of a tab's messages, and those of an import.
import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'

/** A message to copy, with the ids of its copy. */
export interface CopiedMessage {
  readonly old: number
  readonly new: number
  readonly turn: number
  readonly replaces: number | null
  /** The versions that its answer was shown with; null when unknown. */
  readonly shown: readonly number[] | null
  /** Approximate size in the database. */
  readonly bytes: number
}

/** Size of a message without its texts. */
const BYTES_BESIDE = 1_000

/** An id to map: of a message, or of a turn whose first version is deleted. */
interface Place {
  readonly old: number
  readonly new: number
  readonly turn: number | null
  readonly replaces: number | null
  readonly shown: readonly number[] | null
  readonly bytes: number
}

/**
 * Assigns ids to the copies of a tab's finished messages, with their turns and versions, in the old order. Reads no text.
 * Returns undefined when they have more bytes than `most`.
 */
export async function numberCopies(
  tx: Tx,
  fromTabId: number,
  most: number,
): Promise<CopiedMessage[] | undefined> {
  const { rows } = await tx.execute<Place & Record<string, unknown>>(sql`WITH source AS MATERIALIZED (
      SELECT id, turn_id, replaces_id, statistics->'shown' AS shown,
        octet_length(query_text) + octet_length(response_text) + octet_length(reasoning_text) + pg_column_size(sources)
          + coalesce((SELECT sum(octet_length(file.text)) FROM attachments file WHERE file.message_id = message.id), 0)
          + ${BYTES_BESIDE} AS bytes
      FROM messages message WHERE tab_id = ${fromTabId} AND state >= 2 LIMIT ${Math.floor(most / BYTES_BESIDE) + 1}
    ), numbered AS MATERIALIZED (
      -- A turn keeps its place although its first version may be gone, so its number is mapped like an id.
      SELECT old, nextval(pg_get_serial_sequence('messages', 'id')) AS new
      FROM (SELECT id AS old FROM source UNION SELECT turn_id FROM source ORDER BY 1) places
    )
    SELECT old, new, turn_id AS turn, replaces_id AS replaces, shown, coalesce(bytes, 0)::float8 AS bytes
    FROM numbered LEFT JOIN source ON source.id = old ORDER BY old`)
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > most) return undefined
  const numbers = new Map(rows.map((place) => [place.old, place.new]))
  const messages = new Set(rows.flatMap(({ old, turn }) => (turn === null ? [] : [old])))
  const numberOf = (old: number) => numbers.get(old) ?? 0
  return rows.flatMap(({ turn, replaces, shown, ...place }) =>
    turn === null
      ? []
      : {
          ...place,
          turn: numberOf(turn),
          replaces: replaces !== null && messages.has(replaces) ? numberOf(replaces) : null,
          shown: shown?.flatMap((version) => numbers.get(version) ?? []) ?? null,
        },
  )
}

/**
 * Copies numbered messages of one tab into another, skipping those deleted meanwhile. Ratings and comparisons are not
 * copied; the bytes of attachments are shared. Returns the new ids.
 */
export async function copyMessages(
  tx: Tx,
  { fromTabId, toTabId }: { fromTabId: number; toTabId: number },
  messages: readonly CopiedMessage[],
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`WITH part AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS part (old bigint, new bigint, turn bigint, replaces bigint, shown jsonb)
    ), copied AS (
      INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, user_id, model_id, model_tag_id, model_name,
        model_tag_name, query_text, response_text, reasoning_text, state, error_code, error_message, options, sources,
        statistics, attachment_count, tokens_prompt, tokens_response, tokens_per_second, response_ms, overall_ms,
        last_seq, event_layout, created, datasource_ids, confidential)
      SELECT part.new, uuid_v7(clock_timestamp()), ${toTabId}, part.turn, part.replaces, user_id, model_id, model_tag_id,
        model_name, model_tag_name, query_text, response_text, reasoning_text, state, error_code, error_message, options,
        sources, CASE WHEN jsonb_typeof(part.shown) = 'array' THEN jsonb_set(statistics, '{shown}', part.shown)
          ELSE statistics END,
        attachment_count, tokens_prompt, tokens_response, tokens_per_second, response_ms, overall_ms,
        last_seq, event_layout, created, datasource_ids, confidential
      FROM part JOIN messages source ON source.id = part.old AND source.tab_id = ${fromTabId}
      RETURNING id
    ), files AS (
      INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
      SELECT part.new, file.position, file.name, file.mime_type, file.size, file.blob, file.text, file.read_characters,
        file.created
      FROM part
      JOIN messages source ON source.id = part.old AND source.tab_id = ${fromTabId}
      JOIN attachments file ON file.message_id = part.old
    )
    SELECT id FROM copied ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** A question with its answer, to be inserted into a tab. */
export interface FinishedTurn {
  readonly queryText: string
  readonly responseText: string
  readonly reasoningText: string
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  readonly rating: number
  readonly confidential: boolean
  readonly created: Date
  readonly attachments: readonly FinishedFile[]
  /** The data sources whose text it has; default none. */
  readonly datasourceIds?: readonly number[]
}

/** A turn with the tab that it belongs to. */
export type PlacedTurn = FinishedTurn & { readonly tabId: number }

/** A file of a finished question, whose bytes are stored. */
export interface FinishedFile {
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly blob: string
  readonly created: Date
}

/** Appends turns of a user to their tabs in their order, in one statement. Returns their ids. */
export async function addFinished(tx: Tx, userId: number, turns: readonly PlacedTurn[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`WITH turn AS (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) AS ("tabId" bigint, "queryText" text,
        "responseText" text, "reasoningText" text, "modelId" bigint, "modelTagId" bigint, "modelName" text,
        "modelTagName" text, rating smallint, confidential boolean, created timestamptz, attachments jsonb,
        "datasourceIds" jsonb)) WITH ORDINALITY AS turn ("tabId", "queryText", "responseText", "reasoningText", "modelId", "modelTagId", "modelName", "modelTagName",
          rating, confidential, created, attachments, "datasourceIds", place)
      ORDER BY place
    ), placed AS (
      SELECT turn.*, nextval(pg_get_serial_sequence('messages', 'id')) AS id FROM turn
    ), added AS (
      INSERT INTO messages (id, uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
        query_text, response_text, reasoning_text, state, rating, confidential, created, attachment_count, datasource_ids)
      SELECT id, uuid_v7(clock_timestamp()), "tabId", id, ${userId}::bigint, "modelId", "modelTagId", "modelName",
        "modelTagName", "queryText", "responseText", "reasoningText", 2, rating, confidential, created,
        jsonb_array_length(attachments),
        ARRAY(SELECT used::bigint FROM jsonb_array_elements_text(coalesce("datasourceIds", '[]')) used)
      FROM placed RETURNING id
    ), files AS (
      INSERT INTO attachments (message_id, position, name, mime_type, size, blob, created)
      SELECT placed.id, file.ordinality - 1, file.name, file."mimeType", file.size, file.blob, file.created
      FROM placed, ROWS FROM (jsonb_to_recordset(placed.attachments) AS (name text, "mimeType" text, size bigint,
        blob text, created timestamptz)) WITH ORDINALITY AS file (name, "mimeType", size, blob, created, ordinality)
    )
    SELECT id FROM added ORDER BY id`)
  return rows.map(({ id }) => id)
}
