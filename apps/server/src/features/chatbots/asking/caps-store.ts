// The SQL of a question's start: its limits are counted and its message is stored in one transaction.
import { eq, sql } from 'drizzle-orm'
import type { ChatbotRules } from '@polylogue/contract'
import type { Tx } from '#platform/db/index.ts'
import { dayOf } from '../sessions/index.ts'
import { chatbotMessages, chatbotSessions } from '../table.ts'

/** An answer that no process writes any more. */
const DEAD = `interval '30 seconds'`

/** The counted questions of a session, read with its lock: questions of one visitor follow one another. */
export interface SessionCounts {
  readonly minute: Date
  readonly inMinute: number
  readonly day: string
  readonly inDay: number
  /** Its answers that are being written. */
  readonly running: number
}

/** Locks a session; undefined when it has ended. */
export async function lockSession(tx: Tx, sessionId: number, now: Date): Promise<SessionCounts | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const [found] = await tx
    .select({
      minute: chatbotSessions.minute,
      inMinute: chatbotSessions.inMinute,
      day: chatbotSessions.day,
      inDay: chatbotSessions.inDay,
    })
    .from(chatbotSessions)
    .where(sql`${chatbotSessions.id} = ${sessionId} AND ${chatbotSessions.expires} > ${at}`)
    .for('no key update')
  if (!found) return undefined
  // A statement of its own: the one that waited for the lock does not see what was stored meanwhile.
  const [counted] = await tx
    .select({ running: sql<number>`count(*)::int` })
    .from(chatbotMessages)
    .where(
      sql`${chatbotMessages.sessionId} = ${sessionId} AND ${chatbotMessages.state} = 0
        AND ${chatbotMessages.alive} > ${at} - ${sql.raw(DEAD)}`,
    )
  return { ...found, running: counted?.running ?? 0 }
}

/** Stores the counts of a session; it goes on from now. */
export async function setSessionCounts(
  tx: Tx,
  sessionId: number,
  counts: Omit<SessionCounts, 'running'> & { readonly now: Date; readonly expires: Date | undefined },
): Promise<void> {
  const { minute, inMinute, day, inDay, now, expires } = counts
  await tx
    .update(chatbotSessions)
    .set({ minute, inMinute, day, inDay, seen: now, ...(expires ? { expires } : {}) })
    .where(eq(chatbotSessions.id, sessionId))
}

export type Caps = Pick<ChatbotRules, 'perAddressDay' | 'perDay'>

/** Counts a question of an address; returns how many it has asked that day. */
export async function countAddress(
  tx: Tx,
  { chatbotId, now, address }: { chatbotId: number; now: Date; address: Buffer },
): Promise<number> {
  const { rows } = await tx.execute<{ questions: number }>(
    sql`INSERT INTO chatbot_addresses (chatbot_id, day, address, questions)
      VALUES (${chatbotId}, ${dayOf(now)}, ${address}, 1)
      ON CONFLICT (chatbot_id, day, address) DO UPDATE SET questions = chatbot_addresses.questions + 1
      RETURNING questions`,
  )
  return rows[0]?.questions ?? 0
}

/** Counts a question of a chatbot; returns how much it was asked that day, and the tokens of its answers. The last statement: all its visitors wait for it. */
export async function countDay(
  tx: Tx,
  { chatbotId, now, isFirst }: { chatbotId: number; now: Date; isFirst: boolean },
): Promise<{ questions: number; tokens: number }> {
  const { rows } = await tx.execute<{ questions: number; tokens: number }>(
    sql`INSERT INTO chatbot_days (chatbot_id, day, questions, visitors)
      VALUES (${chatbotId}, ${dayOf(now)}, 1, ${isFirst ? 1 : 0})
      ON CONFLICT (chatbot_id, day) DO UPDATE SET questions = chatbot_days.questions + 1,
        visitors = chatbot_days.visitors + excluded.visitors
      RETURNING questions, tokens::float8 AS tokens`,
  )
  return rows[0] ?? { questions: 0, tokens: 0 }
}

export type NewMessage = Pick<
  typeof chatbotMessages.$inferInsert,
  | 'sessionId'
  | 'chatbotId'
  | 'question'
  | 'datasourceId'
  | 'modelId'
  | 'modelTagId'
  | 'modelName'
  | 'modelTagName'
>

/** Stores a question whose answer begins. Returns its id. */
export async function insertMessage(tx: Tx, message: NewMessage, now: Date): Promise<number> {
  const [row] = await tx
    .insert(chatbotMessages)
    .values({ ...message, created: now, alive: now })
    .returning({ id: chatbotMessages.id })
  if (!row) throw new Error('The database returned no row for a new message')
  return row.id
}
