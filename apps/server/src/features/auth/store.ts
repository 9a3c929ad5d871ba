// Sessions and their tokens. Attempts and the set-up key have their own stores beside.
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
import { users } from '../users/table.ts'
import { sessions, spentRefreshTokens } from './table.ts'

export type NewSession = Omit<typeof sessions.$inferInsert, 'revoked'>

/** What makes a person a viewer. */
export interface SignedInPerson {
  userId: number
  contextId: number
  tenantContextId: number | null
  roleId: number
  canUseUi: boolean
}

export interface SignedIn extends SignedInPerson {
  sessionId: string
  accessUntil: Date
  revoked: Date | null
}

// Asked for every request: one prepared statement over one unique index.
const BY_ACCESS_TOKEN = {
  name: 'session-by-access-token',
  text: `SELECT s.id AS "sessionId", s.access_until AS "accessUntil", s.revoked, u.id AS "userId",
      u.context_id AS "contextId", u.tenant_context_id AS "tenantContextId", u.role_id AS "roleId",
      u.can_use_ui AS "canUseUi"
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.access_hash = $1`,
}

export async function findByAccessToken(db: Database, hash: Buffer): Promise<SignedIn | undefined> {
  const { rows } = await db.pool.query<SignedIn>({ ...BY_ACCESS_TOKEN, values: [hash] })
  return rows[0]
}

export async function findPerson(db: Database, userId: number): Promise<SignedInPerson | undefined> {
  const [found] = await db.orm
    .select({
      userId: users.id,
      contextId: users.contextId,
      tenantContextId: users.tenantContextId,
      roleId: users.roleId,
      canUseUi: users.canUseUi,
    })
    .from(users)
    .where(eq(users.id, userId))
  return found
}

/** Begins a session for a person who may still use the page, and whose password hash is still this one when it is given. */
export async function insert(tx: Tx, session: NewSession, passwordHash?: string): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, session.userId),
        users.canUseUi,
        passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
      ),
    )
    .for('share')
  if (!user) return false
  await tx.insert(sessions).values(session)
  return true
}

export interface Refreshable {
  id: string
  userId: number
  refreshUntil: Date
  ends: Date
  revoked: Date | null
  canUseUi: boolean
}

/** The session whose refresh token this is, kept from everybody else until the transaction ends. */
export async function takeByRefreshToken(tx: Tx, hash: Buffer): Promise<Refreshable | undefined> {
  const [row] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      refreshUntil: sessions.refreshUntil,
      ends: sessions.ends,
      revoked: sessions.revoked,
      canUseUi: users.canUseUi,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.refreshHash, hash))
    .for('update', { of: sessions })
  return row
}

export type Rotation = Pick<NewSession, 'accessHash' | 'accessUntil' | 'refreshHash' | 'refreshUntil'>

/** Puts the new pair in the old one's place. The time of spending is the database's, the same for every process. */
export async function rotate(tx: Tx, id: string, spentHash: Buffer, rotation: Rotation): Promise<void> {
  await tx
    .insert(spentRefreshTokens)
    .values({ hash: spentHash, sessionId: id, spent: sql`clock_timestamp()` })
  await tx.update(sessions).set(rotation).where(eq(sessions.id, id))
}

/** The session a spent refresh token belonged to, and how many milliseconds ago it was spent. */
export async function findSpent(
  tx: Tx,
  hash: Buffer,
): Promise<{ sessionId: string; agoMs: number } | undefined> {
  const [row] = await tx
    .select({
      sessionId: spentRefreshTokens.sessionId,
      agoMs: sql<number>`extract(epoch FROM clock_timestamp() - ${spentRefreshTokens.spent})::float8 * 1000`,
    })
    .from(spentRefreshTokens)
    .where(eq(spentRefreshTokens.hash, hash))
  return row
}

/** False when it had ended before. */
export async function revoke(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ revoked: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revoked)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

const ALIVE = {
  name: 'sessions-alive',
  text: `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ANY ($1::uuid[]) AND s.revoked IS NULL AND u.can_use_ui
      AND greatest(s.access_until, s.refresh_until) > $2`,
}

/** Those of the given sessions that have not ended. */
export async function alive(db: Database, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ id: string }>({ ...ALIVE, values: [ids, now] })
  return new Set(rows.map((row) => row.id))
}

/** Drops sessions that ended before a time, and tokens that were spent before another. */
export async function sweep(db: Queries, endedBefore: Date, spentBefore: Date): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(
        lt(sessions.ends, endedBefore),
        and(lt(sessions.refreshUntil, endedBefore), lt(sessions.accessUntil, endedBefore)),
      ),
    )
  await db.delete(spentRefreshTokens).where(lt(spentRefreshTokens.spent, spentBefore))
}
