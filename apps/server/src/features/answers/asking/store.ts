// The SQL of questions. A question is stored before its engine is asked; it may replace another message.
import type { MessageState, PromptOptionValues } from '@polylogue/contract'
import { publishing } from '#platform/bus.ts'
import { limitingLocks, SHARED_LOCK, type Runner } from '#platform/db/index.ts'
import type { QuestionFile } from '#features/attachments/index.ts'
import type { Confidentiality, UsedSources } from '#features/confidentiality/index.ts'
import { projectOf } from '#features/tabs/table.ts'
import { lastShown } from '../context/index.ts'

/** Notifies in the same statement, which saves a round trip. */
const ASKED = publishing('message.asked', {
  messageId: 'message.id',
  tabId: 'tab_id',
  projectId: projectOf('message.tab_id'),
})

const USED = publishing('prompt.used', { promptId: 'prompt_id' })

export interface NewMessage {
  uuid: string
  tabId: number
  replacesId: number | null
  /** The message whose question it repeats in another tab; null: that of `replacesId`, if any. */
  repeatsId: number | null
  compareId: string | null
  /** The saved prompt it was made from; 0 none. */
  promptId: number
  userId: number
  modelId: number
  modelTagId: number
  modelName: string
  modelTagName: string
  queryText: string
  options: PromptOptionValues
  /** Versions to show instead of the newest; null: those of the tab's last question. */
  shown: readonly number[] | null
  /**
   * Whether it waits for a local model: until its prompt is made, it has the data sources of its tab and the chosen one,
   * because the question may quote them.
   */
  isProvisional: boolean
  /** Whether its asker says that it has text of confidential documents. */
  isConfidential: boolean
  /** The chosen data source; 0 none. */
  datasourceId: number
  serverId: string
  attachments: readonly QuestionFile[]
}

export interface Placed {
  id: number
  turnId: number
  /** Whether it has text of data sources already. */
  hasSources: boolean
}

// A plan for many questions would join all messages; with LIMIT it looks each one up.
const FROM_MESSAGE = `SELECT datasource_ids, confidential FROM messages
  WHERE messages.id = coalesce("replacesId", "repeatsId") LIMIT 1`

/** How certain the recognised texts of its files are, by their positions; null without any. */
const RECOGNIZED = `(SELECT jsonb_object_agg(file.place - 1, file.value->'confidence')
  FROM jsonb_array_elements(attachments) WITH ORDINALITY AS file (value, place)
  WHERE jsonb_typeof(file.value->'confidence') = 'number')`

/** The data sources that a question may use which waits for a local model, as `ids` and `confidential`. */
const MAY_USE = `SELECT array_agg(DISTINCT used.id) FILTER (WHERE used.id > 0) AS ids, bool_or(used.confidential) AS confidential
  FROM (
    SELECT source.id, messages.confidential FROM messages LEFT JOIN LATERAL unnest(datasource_ids) source (id) ON true
    WHERE asked."isProvisional" AND tab_id = asked."tabId" AND (confidential OR datasource_ids <> '{}')
      AND (asked."replacesId" IS NULL
        OR turn_id < (SELECT replaced.turn_id FROM messages replaced WHERE replaced.id = asked."replacesId"))
    UNION ALL SELECT asked."datasourceId", false WHERE asked."isProvisional"
  ) used`

/**
 * Stores questions in one statement, before their engines are asked, and returns the id and the place of each. Returns
 * undefined for one that replaces a message which is not in its tab or is still being answered.
 */
export async function insertMessages(
  db: Runner,
  messages: readonly NewMessage[],
): Promise<(Placed | undefined)[]> {
  const found = await db.query<Placed & { uuid: string }>({
    name: 'answers.insert',
    text: `WITH asked AS (
        SELECT asked.* FROM jsonb_to_recordset($1::jsonb) AS asked (uuid uuid, "tabId" bigint, "replacesId" bigint,
          "repeatsId" bigint, "compareId" uuid, "promptId" bigint, "userId" bigint, "modelId" bigint, "modelTagId" bigint, "modelName" text,
          "modelTagName" text, "queryText" text, options jsonb, shown jsonb, "isProvisional" boolean,
          "isConfidential" boolean, "datasourceId" bigint, "serverId" uuid, attachments jsonb), ${limitingLocks('$2')}
      ), place AS (
        SELECT asked.*, nextval(pg_get_serial_sequence('messages', 'id')) AS id, (
          SELECT turn_id FROM messages WHERE id = "replacesId" AND tab_id = "tabId" AND state >= 2) AS replaced,
          nullif(coalesce(nullif(shown, 'null'), ${lastShown('"tabId"')}), '[]') AS "nowShown",
          coalesce(from_message.datasource_ids, '{}') || coalesce(before.ids, '{}') AS datasource_ids,
          asked."isConfidential" OR coalesce(from_message.confidential, false) OR coalesce(before.confidential, false) AS confidential
        FROM asked LEFT JOIN LATERAL (${FROM_MESSAGE}) from_message ON true
        LEFT JOIN LATERAL (${MAY_USE}) before ON true
      ), message AS (
        INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, compare_id, prompt_id, user_id, model_id, model_tag_id,
          model_name, model_tag_name, query_text, options, statistics, server_id, attachment_count, last_seq, datasource_ids,
          confidential)
        SELECT id, uuid, "tabId", coalesce(replaced, id), "replacesId", "compareId", "promptId", "userId", "modelId",
          "modelTagId", "modelName", "modelTagName", "queryText", options,
          jsonb_strip_nulls(jsonb_build_object('shown', "nowShown", 'recognized', ${RECOGNIZED})),
          "serverId", jsonb_array_length(attachments), 1, ARRAY(SELECT DISTINCT unnest(datasource_ids) ORDER BY 1), confidential
        FROM place WHERE "replacesId" IS NULL OR replaced IS NOT NULL
        RETURNING id, uuid, tab_id, turn_id AS "turnId", prompt_id, confidential OR datasource_ids <> '{}' AS "hasSources"
      ), files AS (
        INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
        SELECT message.id, file.ordinality - 1, file.name, file."mimeType", file.size, file.blob, file.text, file."readCharacters",
          file.created
        FROM message JOIN place ON place.id = message.id, ROWS FROM (
          jsonb_to_recordset(place.attachments) AS (name text, "mimeType" text, size bigint, blob text, text text,
            "readCharacters" integer, created timestamptz)
        ) WITH ORDINALITY AS file (name, "mimeType", size, blob, text, "readCharacters", created, ordinality)
      )
      SELECT message.uuid, message.id, "turnId", "hasSources", ${ASKED}, CASE WHEN prompt_id > 0 THEN ${USED} END
      FROM message`,
    values: [JSON.stringify(messages), SHARED_LOCK],
  })
  const placed = new Map(
    found.rows.map(({ uuid, id, turnId, hasSources }) => [uuid, { id, turnId, hasSources }]),
  )
  return messages.map((message) => placed.get(message.uuid))
}

/** A message whose question is asked again. */
export interface EarlierMessage {
  readonly state: MessageState
  readonly isConfidential: boolean
  /** What is stored of it; `isConfidential` above also counts the present levels. */
  readonly used: UsedSources
  /** Null unless it is wanted. */
  readonly text: string | null
}

/** Returns an earlier message, of this tab or of any (null), with its text when it is wanted; undefined when it is missing. */
export async function earlierMessage(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { id, tabId, withText }: { id: number; tabId: number | null; withText: boolean },
): Promise<EarlierMessage | undefined> {
  const { rows } = await db.query<EarlierMessage>({
    name: 'answers.earlier',
    text: `SELECT state, ${confidentiality.ofMessage('messages')} AS "isConfidential",
        jsonb_build_object('datasourceIds', datasource_ids, 'isConfidential', confidential) AS used,
        CASE WHEN $3 THEN response_text END AS text
      FROM messages WHERE id = $1 AND ($2::bigint IS NULL OR tab_id = $2)`,
    values: [id, tabId, withText],
  })
  return rows[0]
}

/**
 * Stores the data sources whose text the prompt of a message has: instead of its own when they are the whole, else beside
 * them. Returns whether the message is confidential now; undefined when it is deleted.
 */
export async function storeUsed(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  { id, used, isWhole }: { id: number; used: UsedSources; isWhole: boolean },
): Promise<{ readonly isConfidential: boolean } | undefined> {
  const { rows } = await db.query<{ isConfidential: boolean }>({
    name: 'answers.used',
    text: `UPDATE messages SET confidential = $3 OR confidential AND NOT $4, datasource_ids = ARRAY(
          SELECT DISTINCT unnest($2::bigint[] || CASE WHEN $4 THEN '{}' ELSE datasource_ids END) ORDER BY 1)
      WHERE id = $1
      RETURNING ${confidentiality.ofMessage('messages')} AS "isConfidential"`,
    values: [id, used.datasourceIds, used.isConfidential, isWhole],
  })
  return rows[0]
}
