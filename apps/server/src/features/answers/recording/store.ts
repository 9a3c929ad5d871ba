// The SQL of answers being written: messages begun and ended, the log between, the processes that write.
import type { Answer, AnswerEvent, MessageState, PromptOptionValues, Source } from '@polylogue/contract'
import type pg from 'pg'
import { publishing } from '../../../platform/bus/index.ts'
import type { Answered } from '../../usage/index.ts'

/** Said with the statement that makes it true, so that asking costs no round trip more. */
const PLACE = { tabId: 'tab_id', projectId: 'project_id' }
const ASKED = publishing('message.asked', { messageId: 'message.id', ...PLACE })
const ENDED = publishing('message.ended', { messageId: 'flipped.id', ...PLACE })

/** The versions that the last question of a tab was asked with, as jsonb; `tab` is the tab's id in SQL. */
export const lastShown = (tab: string): string =>
  `(SELECT statistics->'shown' FROM messages WHERE id = (SELECT max(id) FROM messages WHERE tab_id = ${tab}))`

/** Runs statements: the pool, or one connection in a transaction. */
export type Runner = Pick<pg.Pool, 'query'>

export interface NewMessage {
  uuid: string
  tabId: number
  replacesId: number | null
  compareId: string | null
  userId: number
  modelId: number
  modelTagId: number
  modelName: string
  modelTagName: string
  queryText: string
  options: PromptOptionValues
  /** Versions that are shown instead of the newest; null: those of the tab's last question. */
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
  /** How much of the document the text is, where it is not all of it; in characters. */
  readCharacters: number | null
  created: Date
}

export interface Placed {
  id: number
  turnId: number
}

/**
 * Stores questions in one statement, durably, before anything is asked; each gets its id and its place. Undefined for one
 * that wants to replace a message which is not in its tab, or still being answered.
 */
export async function insertMessages(
  db: Runner,
  messages: readonly NewMessage[],
): Promise<(Placed | undefined)[]> {
  const found = await db.query<Placed & { uuid: string }>({
    name: 'generation.insert',
    text: `WITH asked AS (
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS asked (uuid uuid, "tabId" bigint, "replacesId" bigint,
          "compareId" uuid, "userId" bigint, "modelId" bigint, "modelTagId" bigint, "modelName" text,
          "modelTagName" text, "queryText" text, options jsonb, shown jsonb, "serverId" uuid,
          attachments jsonb)
      ), place AS (
        SELECT asked.*, nextval(pg_get_serial_sequence('messages', 'id')) AS id, (
          SELECT turn_id FROM messages WHERE id = "replacesId" AND tab_id = "tabId" AND state >= 2) AS replaced,
          nullif(coalesce(nullif(shown, 'null'), ${lastShown('"tabId"')}), '[]') AS "nowShown"
        FROM asked
      ), message AS (
        INSERT INTO messages (id, uuid, tab_id, turn_id, replaces_id, compare_id, user_id, model_id, model_tag_id,
          model_name, model_tag_name, query_text, options, statistics, server_id, attachment_count, last_seq)
        SELECT id, uuid, "tabId", coalesce(replaced, id), "replacesId", "compareId", "userId", "modelId",
          "modelTagId", "modelName", "modelTagName", "queryText", options,
          CASE WHEN "nowShown" IS NULL THEN '{}' ELSE jsonb_build_object('shown', "nowShown") END,
          "serverId", jsonb_array_length(attachments), 1
        FROM place WHERE "replacesId" IS NULL OR replaced IS NOT NULL
        RETURNING id, uuid, tab_id, turn_id AS "turnId"
      ), files AS (
        INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, read_characters, created)
        SELECT message.id, file.ordinality - 1, file.name, file."mimeType", file.size, file.blob, file.text, file."readCharacters",
          file.created
        FROM message JOIN place ON place.id = message.id, ROWS FROM (
          jsonb_to_recordset(place.attachments) AS (name text, "mimeType" text, size bigint, blob text, text text,
            "readCharacters" integer, created timestamptz)
        ) WITH ORDINALITY AS file (name, "mimeType", size, blob, text, "readCharacters", created, ordinality)
      )
      SELECT message.uuid, message.id, "turnId", ${ASKED} FROM message JOIN tabs ON tabs.id = tab_id`,
    values: [JSON.stringify(messages)],
  })
  const placed = new Map(found.rows.map(({ uuid, id, turnId }) => [uuid, { id, turnId }]))
  return messages.map((message) => placed.get(message.uuid))
}

/** The text of a finished message of a tab; undefined when there is none, or it is still being written. */
export async function keptTextOf(db: Runner, messageId: number, tabId: number): Promise<string | undefined> {
  const found = await db.query<{ text: string }>(
    'SELECT response_text AS text FROM messages WHERE id = $1 AND tab_id = $2 AND state >= 2',
    [messageId, tabId],
  )
  return found.rows[0]?.text
}

/** One batch of an answer's events for the log. */
export interface LogBatch {
  messageId: number
  firstSeq: number
  events: readonly AnswerEvent[]
}

/** Appends batches of many answers in one statement. */
export async function appendEvents(db: Runner, batches: readonly LogBatch[]): Promise<void> {
  await db.query({
    name: 'generation.append',
    text: `INSERT INTO answer_events (message_id, first_seq, last_seq, events)
      SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[], $4::text[])
      ON CONFLICT (message_id, first_seq) DO NOTHING`,
    values: [
      batches.map((batch) => batch.messageId),
      batches.map((batch) => batch.firstSeq),
      batches.map((batch) => batch.firstSeq + batch.events.length - 1),
      batches.map((batch) => JSON.stringify(batch.events)),
    ],
  })
}

/** How an answer ended, for its message. */
export interface EndedAnswer {
  messageId: number
  /** As what it is counted; nobody knows of what a process that died left behind. */
  usage: Answered | null
  answer: Answer
  state: MessageState
  layout: string
  /** The number of the last event, the end included. */
  lastSeq: number
  tokensPrompt: number | null
  tokensResponse: number | null
  tokensPerSecond: number | null
  responseMs: number | null
  overallMs: number | null
  statistics: Record<string, number | string>
}

/**
 * Stores how answers ended and drops their log, in one statement. The flip is guarded: an answer that somebody else ended
 * already (the reaper) stays as it is and is not among the returned ids.
 */
export async function endMessages(db: Runner, ended: readonly EndedAnswer[]): Promise<Set<number>> {
  const found = await db.query<{ id: number }>({
    name: 'generation.end',
    text: `WITH ended AS (
        SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::int[], $10::int[], $11::int[], $12::real[], $13::int[], $14::int[], $15::text[])
          AS ended (id, state, response, reasoning, error_code, error_message, sources, layout, last_seq, tokens_prompt,
            tokens_response, tokens_per_second, response_ms, overall_ms, statistics)
      ), dropped AS (
        DELETE FROM answer_events WHERE message_id = ANY ($1::bigint[])
      ), flipped AS (
        UPDATE messages SET state = ended.state, response_text = ended.response, reasoning_text = ended.reasoning,
          error_code = ended.error_code, error_message = ended.error_message, sources = ended.sources::jsonb,
          event_layout = ended.layout, last_seq = ended.last_seq, tokens_prompt = ended.tokens_prompt,
          tokens_response = ended.tokens_response, tokens_per_second = ended.tokens_per_second,
          response_ms = ended.response_ms, overall_ms = ended.overall_ms,
          statistics = messages.statistics || ended.statistics::jsonb
        FROM ended WHERE messages.id = ended.id AND messages.state < 2
        RETURNING messages.id, messages.tab_id
      )
      SELECT flipped.id, ${ENDED} FROM flipped JOIN tabs ON tabs.id = tab_id`,
    values: [
      ended.map((one) => one.messageId),
      ended.map((one) => one.state),
      ended.map((one) => one.answer.text),
      ended.map((one) => one.answer.reasoning),
      ended.map((one) => one.answer.errorCode ?? null),
      ended.map((one) => one.answer.errorMessage ?? null),
      ended.map((one) => JSON.stringify(one.answer.sources)),
      ended.map((one) => one.layout),
      ended.map((one) => one.lastSeq),
      ended.map((one) => one.tokensPrompt),
      ended.map((one) => one.tokensResponse),
      ended.map((one) => one.tokensPerSecond),
      ended.map((one) => one.responseMs),
      ended.map((one) => one.overallMs),
      ended.map(({ statistics, answer: { notices } }) =>
        JSON.stringify(notices.length === 0 ? statistics : { ...statistics, notices }),
      ),
    ],
  })
  return new Set(found.rows.map((row) => row.id))
}

/** A message as far as following it needs. */
export interface Followed {
  id: number
  state: MessageState
  response: string
  reasoning: string
  sources: Source[]
  layout: string | null
  lastSeq: number
  errorCode: string | null
  errorMessage: string | null
}

export async function findFollowed(db: Runner, messageId: number): Promise<Followed | undefined> {
  const found = await db.query<Followed>({
    name: 'generation.followed',
    text: `SELECT id, state, response_text AS response, reasoning_text AS reasoning, sources, event_layout AS layout,
        last_seq AS "lastSeq", error_code AS "errorCode", error_message AS "errorMessage"
      FROM messages WHERE id = $1`,
    values: [messageId],
  })
  return found.rows[0]
}

/** Events in the log from a number on, in order; stops before a gap. */
export async function loggedEvents(db: Runner, messageId: number, fromSeq: number): Promise<AnswerEvent[]> {
  const found = await db.query<{ first_seq: number; last_seq: number; events: string }>({
    name: 'generation.logged',
    text: `SELECT first_seq, last_seq, events FROM answer_events
      WHERE message_id = $1 AND last_seq >= $2 ORDER BY first_seq`,
    values: [messageId, fromSeq],
  })
  const events: AnswerEvent[] = []
  let next = fromSeq
  for (const row of found.rows) {
    if (row.first_seq > next) break
    const batch = JSON.parse(row.events) as AnswerEvent[]
    events.push(...batch.slice(next - row.first_seq))
    next = row.last_seq + 1
  }
  return events
}
