// The SQL of visitors' messages.
import { and, asc, eq, sql } from 'drizzle-orm'
import { CHATBOT_CAPS, type ChatbotSources } from '@polylogue/contract'
import type { EarlierTurn } from '#features/answers/index.ts'
import type { Queries, Runner } from '#platform/db/index.ts'
import type { UsedSources } from '#features/confidentiality/index.ts'
import { goesOn } from '../found-bot-store.ts'
import { chatbotMessages, chatbotSessions, type StoredSource } from '../table.ts'

export type MessageRow = Pick<
  typeof chatbotMessages.$inferSelect,
  'id' | 'question' | 'answer' | 'state' | 'errorCode' | 'missed' | 'sources' | 'rating' | 'created'
>

/** As many as a visitor may ask in a day, unless a chatbot allows more. A page polls them while an answer is written. */
const MOST_MESSAGES = CHATBOT_CAPS.perVisitorDay.default

const SHOWN = {
  id: chatbotMessages.id,
  question: chatbotMessages.question,
  answer: chatbotMessages.answer,
  state: chatbotMessages.state,
  errorCode: chatbotMessages.errorCode,
  missed: chatbotMessages.missed,
  sources: chatbotMessages.sources,
  rating: chatbotMessages.rating,
  created: chatbotMessages.created,
}

/** The sources without their passages, which are most of a message. */
const NAMED_SOURCES = sql<StoredSource[]>`coalesce((SELECT jsonb_agg(one.source - 'quote' ORDER BY one.place)
  FROM jsonb_array_elements(${chatbotMessages.sources}) WITH ORDINALITY AS one (source, place)), '[]')`

/** Returns the newest messages of a session, the oldest first; their passages only where the rule shows them. */
export async function messagesOf(
  db: Queries,
  sessionId: number,
  rule: ChatbotSources,
): Promise<MessageRow[]> {
  const hasPassages = rule === 'passages' || rule === 'documents'
  const found = await db
    .select(hasPassages ? SHOWN : { ...SHOWN, sources: NAMED_SOURCES })
    .from(chatbotMessages)
    .where(eq(chatbotMessages.sessionId, sessionId))
    .orderBy(sql`${chatbotMessages.id} DESC`)
    .limit(MOST_MESSAGES)
  return found.toReversed()
}

export async function findMessage(
  db: Queries,
  { sessionId, messageId }: { sessionId: number; messageId: number },
): Promise<MessageRow | undefined> {
  const [found] = await db
    .select(SHOWN)
    .from(chatbotMessages)
    .where(and(eq(chatbotMessages.sessionId, sessionId), eq(chatbotMessages.id, messageId)))
  return found
}

/** Turns of a conversation that a question gets. */
const EARLIER = 20

/** Returns the answered turns of a session so far, the oldest first; `isConfidential` is SQL over `message`. */
export async function earlierOf(
  db: Runner,
  { sessionId, isConfidential }: { sessionId: number; isConfidential: string },
): Promise<EarlierTurn[]> {
  const { rows } = await db.query<{
    question: string
    answer: string
    datasourceIds: number[]
    isConfidential: boolean
  }>(
    `SELECT question, answer, to_jsonb(datasource_ids) AS "datasourceIds", ${isConfidential} AS "isConfidential"
      FROM chatbot_messages message
      WHERE session_id = $1 AND state > 0 AND answer <> '' ORDER BY id DESC LIMIT ${EARLIER}`,
    [sessionId],
  )
  return rows.toReversed().map(({ datasourceIds, ...turn }) => ({
    ...turn,
    used: { datasourceIds, isConfidential: turn.isConfidential },
  }))
}

/** Stores what a prompt has of data sources, before it is sent. */
export async function setUsed(db: Queries, id: number, used: UsedSources): Promise<void> {
  await db
    .update(chatbotMessages)
    .set({ confidential: used.isConfidential, datasourceIds: [...used.datasourceIds] })
    .where(eq(chatbotMessages.id, id))
}

/** What is new of an answer; null for what is stored already. */
export interface Written {
  readonly id: number
  readonly answer: string | null
  readonly sources: readonly StoredSource[] | null
}

/** Stores what is new of running answers in one statement, and that they are being made. */
export async function write(db: Runner, answers: readonly Written[], now: Date): Promise<void> {
  await db.query({
    name: 'chatbots.write',
    text: `UPDATE chatbot_messages message SET alive = $2, answer = coalesce(written.answer, message.answer),
        sources = coalesce(written.sources, message.sources)
      FROM jsonb_to_recordset($1::jsonb) AS written (id bigint, answer text, sources jsonb)
      WHERE message.id = written.id AND message.state = 0`,
    values: [JSON.stringify(answers), now],
  })
}

/** The end of an answer. */
export interface Ended {
  readonly id: number
  readonly answer: string
  readonly sources: readonly StoredSource[]
  /** 1 done, 2 failed, 3 stopped. */
  readonly state: 1 | 2 | 3
  readonly errorCode: string | null
  readonly missed: boolean
  readonly tokens: number
}

/**
 * Stores ends with the figures of their days, also of an answer that another process took for dead during an outage
 * (`endDead`).
 */
export async function end(db: Runner, answers: readonly Ended[]): Promise<void> {
  await db.query({
    name: 'chatbots.end',
    text: `WITH ended AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS ended (id bigint, answer text, sources jsonb,
        state smallint, "errorCode" text, missed boolean, tokens bigint)),
      before AS MATERIALIZED (SELECT message.id, message.state FROM chatbot_messages message JOIN ended ON ended.id = message.id
        WHERE message.state = 0 OR (message.state = 2 AND message.error_code = 'INTERRUPTED'
          AND ended."errorCode" IS DISTINCT FROM 'INTERRUPTED')
        ORDER BY message.id FOR NO KEY UPDATE OF message),
      stored AS (
        UPDATE chatbot_messages message SET answer = ended.answer, sources = ended.sources, state = ended.state,
          error_code = ended."errorCode", missed = ended.missed
        FROM ended JOIN before ON before.id = ended.id WHERE message.id = ended.id
        RETURNING message.chatbot_id, (message.created AT TIME ZONE 'UTC')::date AS day, ended.missed, ended.state, ended.tokens,
          before.state = 2 AS was_failed),
      summed AS (SELECT chatbot_id, day, count(*) FILTER (WHERE missed) AS missed,
          count(*) FILTER (WHERE state = 2) - count(*) FILTER (WHERE was_failed) AS failed, coalesce(sum(tokens), 0) AS tokens
        FROM stored WHERE chatbot_id IS NOT NULL GROUP BY chatbot_id, day)
      UPDATE chatbot_days found SET missed = found.missed + summed.missed, failed = found.failed + summed.failed,
        tokens = found.tokens + summed.tokens
      FROM summed WHERE found.chatbot_id = summed.chatbot_id AND found.day = summed.day`,
    values: [JSON.stringify(answers)],
  })
}

/** Ends the answers that dead processes left, with the text that they stored. */
export async function endDead(db: Runner, now: Date): Promise<void> {
  await db.query(
    `WITH ended AS (
      UPDATE chatbot_messages SET state = 2, error_code = 'INTERRUPTED'
      WHERE state = 0 AND alive < $1::timestamptz - interval '30 seconds'
      RETURNING chatbot_id, (created AT TIME ZONE 'UTC')::date AS day),
    summed AS (SELECT chatbot_id, day, count(*) AS failed FROM ended WHERE chatbot_id IS NOT NULL GROUP BY chatbot_id, day)
    UPDATE chatbot_days found SET failed = found.failed + summed.failed FROM summed
      WHERE found.chatbot_id = summed.chatbot_id AND found.day = summed.day`,
    [now],
  )
}

/** Returns when the visitors of sessions were last there; ended sessions are left out. */
export async function presenceOf(
  db: Queries,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Date>> {
  const found = await db
    .select({ id: chatbotSessions.id, seen: chatbotSessions.seen })
    .from(chatbotSessions)
    .where(
      sql`${chatbotSessions.id} = ANY (${sql.param([...ids])}::bigint[])
        AND ${goesOn(now.toISOString())}`,
    )
    .orderBy(asc(chatbotSessions.id))
  return new Map(found.map(({ id, seen }) => [id, seen]))
}

/** Rates an answer, with the figures of its day. Returns false when there is no such answer. */
export async function rate(
  db: Runner,
  { sessionId, messageId, rating }: { sessionId: number; messageId: number; rating: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH before AS MATERIALIZED (SELECT id, chatbot_id, rating, (created AT TIME ZONE 'UTC')::date AS day
        FROM chatbot_messages WHERE id = $2 AND session_id = $1 AND state > 0 FOR UPDATE),
      counted AS (UPDATE chatbot_days found SET
          up = found.up + ($3 = 1)::int - (before.rating = 1)::int,
          down = found.down + ($3 = -1)::int - (before.rating = -1)::int
        FROM before WHERE found.chatbot_id = before.chatbot_id AND found.day = before.day)
      UPDATE chatbot_messages message SET rating = $3 FROM before WHERE message.id = before.id`,
    [sessionId, messageId, rating],
  )
  return rowCount === 1
}

/** Stores the address that a visitor left for a better answer. Returns false when there is no such answer. */
export async function setContact(
  db: Queries,
  { sessionId, messageId, contact }: { sessionId: number; messageId: number; contact: string | null },
): Promise<boolean> {
  const found = await db
    .update(chatbotMessages)
    .set({ contact })
    .where(
      and(
        eq(chatbotMessages.sessionId, sessionId),
        eq(chatbotMessages.id, messageId),
        sql`${chatbotMessages.state} > 0`,
      ),
    )
    .returning({ id: chatbotMessages.id })
  return found.length > 0
}

/** What of documents decides whether visitors get their addresses or open them. */
export interface DocumentRow {
  readonly id: number
  readonly datasourceId: number
  readonly url: string | null
}

export async function documentsOf(db: Runner, ids: readonly number[]): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>({
    name: 'chatbots.documents',
    text: `SELECT id::float8 AS id, datasource_id::float8 AS "datasourceId", url FROM media WHERE id = ANY ($1::bigint[])`,
    values: [ids],
  })
  return rows
}
