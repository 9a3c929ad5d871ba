// The SQL of the inbox, and of the figures by day.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { FinishedTurn } from '#features/queries/index.ts'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import { IN_INBOX } from '../store.ts'
import { chatbotDays, chatbotMessages, chatbots } from '../table.ts'

/** Questions that are grouped: the newest ones. */
const GROUPED = 1_000

export type InboxRow = Awaited<ReturnType<typeof unanswered>>[number]

/** Returns the newest questions of an inbox, the newest first. */
export function unanswered(db: Queries, chatbotId: number) {
  const { id, question, answer, missed, rating, state, contact, datasourceId, created } = chatbotMessages
  return db
    .select({ id, question, answer, missed, rating, state, contact, datasourceId, created })
    .from(chatbotMessages)
    .where(and(eq(chatbotMessages.chatbotId, chatbotId), IN_INBOX))
    .orderBy(desc(chatbotMessages.id))
    .limit(GROUPED)
}

/** Takes questions out of the inbox. Returns how many were in it. */
export async function settle(db: Queries, chatbotId: number, ids: readonly number[]): Promise<number> {
  const found = await db
    .update(chatbotMessages)
    .set({ settled: true })
    .where(and(eq(chatbotMessages.chatbotId, chatbotId), inArray(chatbotMessages.id, [...ids]), IN_INBOX))
    .returning({ id: chatbotMessages.id })
  return found.length
}

/** Returns the conversation up to a question of the inbox; `isConfidential` is SQL over `message`. Empty without the question. */
export async function conversationOf(
  db: Runner,
  { chatbotId, messageId, isConfidential }: { chatbotId: number; messageId: number; isConfidential: string },
): Promise<FinishedTurn[]> {
  const { rows } = await db.query<Omit<FinishedTurn, 'attachments' | 'reasoningText'>>(
    `SELECT message.question AS "queryText", message.answer AS "responseText", message.rating, message.created,
        message.model_id AS "modelId", message.model_tag_id AS "modelTagId", message.model_name AS "modelName",
        message.model_tag_name AS "modelTagName", ${isConfidential} AS confidential,
        to_jsonb(message.datasource_ids) AS "datasourceIds"
      FROM chatbot_messages asked JOIN chatbot_messages message
        ON message.session_id = asked.session_id AND message.id <= asked.id AND message.state > 0
      WHERE asked.id = $2 AND asked.chatbot_id = $1 ORDER BY message.id`,
    [chatbotId, messageId],
  )
  return rows.map((row) => ({ ...row, reasoningText: '', attachments: [] }))
}

/** Notes that a chatbot's editors are told now; returns its context, or undefined when they were told within a day. */
export async function noteTold(tx: Tx, id: number, now: Date): Promise<number | undefined> {
  const [found] = await tx
    .update(chatbots)
    .set({ told: now })
    .where(
      sql`${chatbots.id} = ${id} AND (${chatbots.told} IS NULL
        OR ${chatbots.told} <= ${now.toISOString()}::timestamptz - interval '1 day')`,
    )
    .returning({ contextId: chatbots.contextId })
  return found?.contextId
}

/** Returns the figures of the last days, the oldest first. */
export function days(db: Queries, chatbotId: number, from: string) {
  const { day, visitors, questions, missed, failed, up, down, tokens } = chatbotDays
  return db
    .select({ day, visitors, questions, missed, failed, up, down, tokens })
    .from(chatbotDays)
    .where(and(eq(chatbotDays.chatbotId, chatbotId), sql`${chatbotDays.day} >= ${from}`))
    .orderBy(asc(chatbotDays.day))
}
