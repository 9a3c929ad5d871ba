// The SQL of questions. A question is stored before its engine is asked; it may replace another message.
import type { MessageState, PromptOptionValues } from '@polylogue/contract'
import { publishing } from '../../../platform/bus/index.ts'
import type { Runner } from '../../../platform/db/index.ts'
import type { Confidentiality, UsedSources } from '../../confidentiality/index.ts'
import { lastShown } from '../context/index.ts'

/** Notifies in the same statement, which saves a round trip. */
const ASKED = publishing('message.asked', {
  messageId: 'message.id',
  tabId: 'tab_id',
  projectId: 'project_id',
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
  serverId: string
  attachments: readonly NewAttachment[]
}

export interface NewAttachment {
  name: string
  mimeType: string
  size: number
  blob: string
  text: string | null
  /** Characters of the document that `text` contains, when it was truncated. */
  readCharacters: number | null
  created: Date
}

export interface Placed {
  id: number
  turnId: number
}

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
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS asked (uuid uuid, "tabId" bigint, "replacesId" bigint,
          "repeatsId" bigint, "compareId" uuid, "promptId" bigint, "userId" bigint, "modelId" bigint, "modelTagId" bigint, "modelName" text,
          "modelTagName" text, "queryText" text, options jsonb, shown jsonb, "serverId" uuid,
          attachments jsonb)
      ), place AS (
        SELECT asked.*, nextval(pg_get_serial_sequence('messages', 'id')) AS id, (
          SELECT turn_id FROM messages WHERE id = "replacesId" AND tab_id = "tabId" AND state >= 2) AS replaced,
          nullif(coalesce(nullif(shown, 'null'), ${lastShown('"tabId"')}), '[]') AS "nowShown",
          from_message.datasource_ids, from_message.confidential
        FROM asked LEFT JOIN messages from_message ON from_message.id = coalesce("replacesId", "repeatsId")
      ), message AS (
        INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, compare_id, prompt_id, user_id, model_id, model_tag_id,
          model_name, model_tag_name, query_text, options, statistics, server_id, attachment_count, last_seq, datasource_ids,
          confidential)
        SELECT id, uuid, "tabId", coalesce(replaced, id), "replacesId", "compareId", "promptId", "userId", "modelId",
          "modelTagId", "modelName", "modelTagName", "queryText", options,
          CASE WHEN "nowShown" IS NULL THEN '{}' ELSE jsonb_build_object('shown', "nowShown") END,
          "serverId", jsonb_array_length(attachments), 1, coalesce(datasource_ids, '{}'), coalesce(confidential, false)
        FROM place WHERE "replacesId" IS NULL OR replaced IS NOT NULL
        RETURNING id, uuid, tab_id, turn_id AS "turnId", prompt_id
      ), files AS (
        INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
        SELECT message.id, file.ordinality - 1, file.name, file."mimeType", file.size, file.blob, file.text, file."readCharacters",
          file.created
        FROM message JOIN place ON place.id = message.id, ROWS FROM (
          jsonb_to_recordset(place.attachments) AS (name text, "mimeType" text, size bigint, blob text, text text,
            "readCharacters" integer, created timestamptz)
        ) WITH ORDINALITY AS file (name, "mimeType", size, blob, text, "readCharacters", created, ordinality)
      )
      SELECT message.uuid, message.id, "turnId", ${ASKED}, CASE WHEN prompt_id > 0 THEN ${USED} END
      FROM message JOIN tabs ON tabs.id = tab_id`,
    values: [JSON.stringify(messages)],
  })
  const placed = new Map(found.rows.map(({ uuid, id, turnId }) => [uuid, { id, turnId }]))
  return messages.map((message) => placed.get(message.uuid))
}

/** A message whose question is asked again. */
export interface EarlierMessage {
  readonly state: MessageState
  readonly isConfidential: boolean
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
        CASE WHEN $3 THEN response_text END AS text
      FROM messages WHERE id = $1 AND ($2::bigint IS NULL OR tab_id = $2)`,
    values: [id, tabId, withText],
  })
  return rows[0]
}

/** Stores the data sources whose text the prompt of a message has, beside those of the message that it repeats. */
export async function storeUsed(
  db: Runner,
  id: number,
  { datasourceIds, isConfidential }: UsedSources,
): Promise<void> {
  await db.query({
    name: 'answers.used',
    text: `UPDATE messages SET confidential = confidential OR $3,
        datasource_ids = ARRAY(SELECT DISTINCT unnest(datasource_ids || $2::bigint[]) ORDER BY 1)
      WHERE id = $1`,
    values: [id, datasourceIds, isConfidential],
  })
}
