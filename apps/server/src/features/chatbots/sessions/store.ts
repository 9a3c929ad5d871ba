// The SQL of sessions.
import { and, eq, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { chatbotSessions, type PreviewSettings, type SessionKind } from '../table.ts'

export interface NewSession {
  readonly chatbotId: number | null
  readonly kind: SessionKind
  readonly tokenHash: Buffer
  readonly userId: number | null
  readonly signIn: string | null
  readonly language: string
  readonly settings: PreviewSettings | null
  readonly now: Date
  readonly expires: Date
}

export async function insert(db: Queries, { now, ...session }: NewSession): Promise<void> {
  const day = dayOf(now)
  await db.insert(chatbotSessions).values({ ...session, created: now, seen: now, minute: now, day })
}

/** A day in UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Counts a new session of an address; returns how many it has begun that day. */
export async function countSession(
  tx: Tx,
  { chatbotId, day, address }: { chatbotId: number; day: string; address: Buffer },
): Promise<number> {
  const { rows } = await tx.execute<{ sessions: number }>(
    sql`INSERT INTO chatbot_addresses (chatbot_id, day, address, sessions) VALUES (${chatbotId}, ${day}, ${address}, 1)
      ON CONFLICT (chatbot_id, day, address) DO UPDATE SET sessions = chatbot_addresses.sessions + 1 RETURNING sessions`,
  )
  return rows[0]?.sessions ?? 0
}

/** Returns the encrypted salt of a day, the stored one where there is one. */
export async function saltOf(db: Queries, day: string, made: string): Promise<string> {
  await db.execute(sql`INSERT INTO chatbot_salts (day, salt) VALUES (${day}, ${made}) ON CONFLICT DO NOTHING`)
  const { rows } = await db.execute<{ salt: string }>(sql`SELECT salt FROM chatbot_salts WHERE day = ${day}`)
  const [found] = rows
  if (!found) throw new Error('The salt of a day vanished')
  return found.salt
}

/** Replaces the salt of a day unless another process did; returns the one that counts now. */
export async function replaceSalt(
  db: Queries,
  { day, stored, made }: { day: string; stored: string; made: string },
): Promise<string> {
  await db.execute(sql`UPDATE chatbot_salts SET salt = ${made} WHERE day = ${day} AND salt = ${stored}`)
  return saltOf(db, day, made)
}

/** Notes that the visitor of a session is there, while something is being answered; not more than once in a while. */
export async function seen(db: Queries, sessionId: number, now: Date): Promise<void> {
  await db.execute(sql`UPDATE chatbot_sessions SET seen = ${now.toISOString()}::timestamptz
    WHERE id = ${sessionId} AND seen < ${now.toISOString()}::timestamptz - interval '2 seconds'
      AND EXISTS (SELECT FROM chatbot_messages WHERE session_id = ${sessionId} AND state = 0)`)
}

/** Deletes a session with its messages. Its figures stay. */
export async function remove(db: Queries, sessionId: number): Promise<void> {
  await db.delete(chatbotSessions).where(eq(chatbotSessions.id, sessionId))
}

/** Whether a person has so many test sessions and sessions of the assistant that the oldest ones go. */
export async function trimOwn(
  tx: Tx,
  { userId, kind, most }: { userId: number; kind: SessionKind; most: number },
): Promise<void> {
  await tx.delete(chatbotSessions).where(
    and(
      eq(chatbotSessions.userId, userId),
      eq(chatbotSessions.kind, kind),
      sql`${chatbotSessions.id} IN (SELECT old.id FROM chatbot_sessions old
        WHERE old.user_id = ${userId} AND old.kind = ${kind} ORDER BY old.id DESC OFFSET ${most})`,
    ),
  )
}
