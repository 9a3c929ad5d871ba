// The SQL of answers in progress: their logs and their ends.
import type { Answer, AnswerEvent, MessageState } from '@polylogue/contract'
import { publishing } from '#platform/bus.ts'
import { limitingLocks, SHARED_LOCK, type Runner } from '#platform/db/index.ts'
import type { Answered } from '#features/usage/index.ts'
import { counting } from '#features/usage/table.ts'

/** Notifies in the same statement, which saves a round trip. */
const ENDED = publishing('message.ended', {
  messageId: 'flipped.id',
  tabId: 'tab_id',
  projectId: 'project_id',
})

/** A batch of an answer's events for the log. */
export interface LogBatch {
  messageId: number
  firstSeq: number
  events: readonly AnswerEvent[]
}

/**
 * Appends batches of many answers in one statement. A batch may be stored although its connection broke before this process
 * heard of it: the next one then begins at the same number and is longer.
 */
export async function appendEvents(db: Runner, batches: readonly LogBatch[]): Promise<void> {
  await db.query({
    name: 'answers.append',
    text: `INSERT INTO answer_events (message_id, first_seq, last_seq, events)
      SELECT batch.* FROM unnest($1::bigint[], $2::int[], $3::int[], $4::text[]) AS batch, ${limitingLocks('$5')}
      ON CONFLICT (message_id, first_seq) DO UPDATE SET last_seq = excluded.last_seq, events = excluded.events`,
    values: [
      batches.map((batch) => batch.messageId),
      batches.map((batch) => batch.firstSeq),
      batches.map((batch) => batch.firstSeq + batch.events.length - 1),
      batches.map((batch) => JSON.stringify(batch.events)),
      SHARED_LOCK,
    ],
  })
}

/** The end of an answer, for its message. */
export interface EndedAnswer {
  messageId: number
  /** How the question came, to count it; unknown for answers of dead processes, which are not counted. */
  usage: Pick<Answered, 'userId' | 'tokenId' | 'channel'> | null
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
 * Stores the ends of answers, counts their usage and deletes their logs in one statement. The state change is guarded: an answer that another
 * process ended (the reaper) stays unchanged and is not among the returned ids. `lockLimit`: how long it waits for a locked
 * message; null for as long as every statement.
 */
export async function endMessages(
  db: Runner,
  ended: readonly EndedAnswer[],
  lockLimit: string | null = SHARED_LOCK,
): Promise<Set<number>> {
  const found = await db.query<{ id: number }>({
    name: 'answers.end',
    text: `WITH ended AS (
        SELECT ended.* FROM unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::int[], $10::int[], $11::int[], $12::real[], $13::int[], $14::int[], $15::text[], $16::bigint[],
          $17::text[], $18::bigint[])
          AS ended (id, state, response, reasoning, error_code, error_message, sources, layout, last_seq, tokens_prompt,
            tokens_response, tokens_per_second, response_ms, overall_ms, statistics, token_id, door,
            user_id), ${limitingLocks('$19')}
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
        RETURNING messages.id, messages.tab_id, ended.user_id, token_id, door, NULL::bigint AS chatbot_id, model_tag_id, model_name, model_tag_name,
          messages.state, messages.tokens_prompt, messages.tokens_response, coalesce(messages.overall_ms, 0) AS ms
      ), counted AS (
        ${counting('flipped answer')} AND door IS NOT NULL
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
      ended.map((one) => one.usage?.tokenId ?? null),
      ended.map((one) => one.usage?.channel ?? null),
      ended.map((one) => one.usage?.userId ?? null),
      lockLimit,
    ],
  })
  return new Set(found.rows.map((row) => row.id))
}

/** Returns log events from a number on, in order; stops before a gap. */
export async function loggedEvents(db: Runner, messageId: number, fromSeq: number): Promise<AnswerEvent[]> {
  const found = await db.query<{ first_seq: number; last_seq: number; events: string }>({
    name: 'answers.logged',
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
