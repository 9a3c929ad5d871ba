// Sessions and their tokens. Attempts and the set-up key have their own stores.
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql, type SQLWrapper } from 'drizzle-orm'
import { publishing } from '#platform/bus.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import { apiTokens } from '#features/tokens/table.ts'
import { users } from '#features/users/table.ts'
import { sessions, spentRefreshTokens } from '../table.ts'

export type NewSession = Omit<typeof sessions.$inferInsert, 'revoked'>

/** The user data of a viewer. */
export interface SignedInPerson {
  userId: number
  contextId: number
  tenantContextId: number | null
  roleId: number
  canUseUi: boolean
  mustChangePassword: boolean
}

export interface SignedIn extends SignedInPerson {
  sessionId: string
  accessUntil: Date
  revoked: Date | null
}

// Runs for every request: one prepared statement with one unique index.
const BY_ACCESS_TOKEN = {
  name: 'session-by-access-token',
  text: `SELECT s.id AS "sessionId", s.access_until AS "accessUntil", s.revoked, u.id AS "userId",
      u.context_id AS "contextId", u.tenant_context_id AS "tenantContextId", u.role_id AS "roleId",
      u.can_use_ui AS "canUseUi", u.must_change_password AS "mustChangePassword"
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.access_hash = $1`,
}

export async function findByAccessToken(db: Database, hash: Buffer): Promise<SignedIn | undefined> {
  const { rows } = await db.pool.query<SignedIn>({ ...BY_ACCESS_TOKEN, values: [hash] })
  return rows[0]
}

/** `hasToken`: whether one of their API tokens is valid. */
export async function findPerson(
  db: Database,
  userId: number,
  now: Date,
): Promise<(SignedInPerson & { hasToken: boolean }) | undefined> {
  const [found] = await db.orm
    .select({
      userId: users.id,
      contextId: users.contextId,
      tenantContextId: users.tenantContextId,
      roleId: users.roleId,
      canUseUi: users.canUseUi,
      mustChangePassword: users.mustChangePassword,
      hasToken: sql<boolean>`${users.canUseApi} AND EXISTS (SELECT 1 FROM ${apiTokens} token
        WHERE token.user_id = ${userId} AND (token.expires IS NULL OR token.expires > ${now}))`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return found
}

export async function insert(tx: Tx, session: NewSession): Promise<void> {
  await tx.insert(sessions).values(session)
}

/** An agent without the numbers of its versions. */
const deviceOf = (agent: SQLWrapper | string) => sql`regexp_replace(${agent}, '[0-9._]+', '', 'g')`

/**
 * Returns whether a user has signed in before, and has no session from a browser or program of this kind. One that they ended
 * themselves there counts; one that was ended from elsewhere may have been that of a thief. Call it before the sign-in is noted.
 */
export async function isNewDevice(tx: Tx, userId: number, agent: string): Promise<boolean> {
  const known = sql`SELECT FROM sessions known WHERE known.user_id = ${users.id}
    AND (known.revoked IS NULL OR known.signed_out) AND ${deviceOf(sql`known.agent`)} = ${deviceOf(agent)}`
  const [found] = await tx
    .select({ isNew: sql<boolean>`${users.lastSignIn} IS NOT NULL AND NOT EXISTS (${known})` })
    .from(users)
    .where(eq(users.id, userId))
  return found?.isNew ?? false
}

export interface Refreshable {
  id: string
  userId: number
  refreshUntil: Date
  ends: Date
  revoked: Date | null
  canUseUi: boolean
  mustChangePassword: boolean
}

/** Finds the session of a refresh token and locks it until the transaction ends. */
export async function takeByRefreshToken(tx: Tx, hash: Buffer): Promise<Refreshable | undefined> {
  const [row] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      refreshUntil: sessions.refreshUntil,
      ends: sessions.ends,
      revoked: sessions.revoked,
      canUseUi: users.canUseUi,
      mustChangePassword: users.mustChangePassword,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.refreshHash, hash))
    .for('update', { of: sessions })
  return row
}

/** Whether a refresh token is valid now. */
export async function holdsRefreshToken(db: Queries, hash: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.refreshHash, hash), isNull(sessions.revoked), gt(sessions.refreshUntil, now)))
  return found.length > 0
}

/** Whether any session started from a source, while its tokens have not expired. */
export async function isKnownSource(db: Queries, source: string): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.address, source))
    .limit(1)
  return found.length > 0
}

export type Rotation = Pick<
  NewSession,
  'accessHash' | 'accessUntil' | 'refreshHash' | 'refreshUntil' | 'lastUsed'
>

/** Replaces the tokens of a session. Uses the database's clock, which is the same for every process. */
export async function rotate(tx: Tx, id: string, spentHash: Buffer, rotation: Rotation): Promise<void> {
  await tx
    .insert(spentRefreshTokens)
    .values({ hash: spentHash, sessionId: id, spent: sql`clock_timestamp()` })
  await tx.update(sessions).set(rotation).where(eq(sessions.id, id))
}

/** Returns the session and user of a spent refresh token, and how many milliseconds ago it was spent. */
export async function findSpent(
  tx: Tx,
  hash: Buffer,
): Promise<{ sessionId: string; userId: number; agoMs: number } | undefined> {
  const [row] = await tx
    .select({
      sessionId: spentRefreshTokens.sessionId,
      userId: sessions.userId,
      agoMs: sql<number>`extract(epoch FROM clock_timestamp() - ${spentRefreshTokens.spent})::float8 * 1000`,
    })
    .from(spentRefreshTokens)
    .innerJoin(sessions, eq(sessions.id, spentRefreshTokens.sessionId))
    .where(eq(spentRefreshTokens.hash, hash))
  return row
}

/** Which sessions of a user, or of several: all, `only` one, or all `except` one. */
export interface Which {
  readonly userId: number | readonly number[]
  readonly only?: string | undefined
  readonly except?: string | undefined
  /** Its user ends it on the device itself. */
  readonly signedOut?: boolean
}

const TELL_END = sql.raw(publishing('session.ended', { sessionId: 'id' }))

/** Ends active sessions and publishes `session.ended` on commit. Returns their ids. */
export async function revoke(
  tx: Tx,
  { userId, only, except, signedOut = false }: Which,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .update(sessions)
    .set({ revoked: now, signedOut })
    .where(
      and(
        inArray(sessions.userId, [userId].flat()),
        isNull(sessions.revoked),
        sql`greatest(${sessions.accessUntil}, ${sessions.refreshUntil}) > ${now}`,
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id, told: sql`${TELL_END}` })
  return rows.map((row) => row.id)
}

/** Ends a session at a time, unless it ends earlier. */
export async function endAt(tx: Tx, id: string, time: Date): Promise<void> {
  const atMost = (column: SQLWrapper) => sql`least(${column}, ${time})`
  await tx
    .update(sessions)
    .set({
      ends: atMost(sessions.ends),
      accessUntil: atMost(sessions.accessUntil),
      refreshUntil: atMost(sessions.refreshUntil),
    })
    .where(eq(sessions.id, id))
}

/** Maximum number of listed sessions of one user. */
const LISTED = 500

export type ListedSession = Pick<
  typeof sessions.$inferSelect,
  'id' | 'created' | 'lastUsed' | 'address' | 'agent'
> & { ends: Date }

/** Returns a user's active sessions, the latest first. */
export function list(db: Queries, userId: number, now: Date): Promise<ListedSession[]> {
  const ends = sql<Date>`greatest(${sessions.accessUntil}, ${sessions.refreshUntil})`.mapWith(sessions.ends)
  const { id, created, lastUsed, address, agent } = sessions
  return db
    .select({ id, created, lastUsed, address, agent, ends })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), sql`${ends} > ${now}`))
    .orderBy(desc(sessions.lastUsed), desc(sessions.id))
    .limit(LISTED)
}

const ALIVE = {
  name: 'sessions-alive',
  text: `SELECT s.id, u.role_id AS "roleId", u.tenant_context_id AS "tenantContextId",
      greatest(s.access_until, s.refresh_until) AS ends
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ANY ($1::uuid[]) AND s.revoked IS NULL AND u.can_use_ui
      AND greatest(s.access_until, s.refresh_until) > $2`,
}

/** Role and tenant of a user: what they may do and see depends on them. */
export interface RoleAndTenant {
  readonly roleId: number
  readonly tenantContextId: number | null
}

/** Returns the active sessions among the given ones, with their end and their users' role and tenant. */
export async function alive(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, RoleAndTenant & { ends: Date }>> {
  const { rows } = await db.pool.query<RoleAndTenant & { id: string; ends: Date }>({
    ...ALIVE,
    values: [ids, now],
  })
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/**
 * Deletes sessions that ended before a time, and tokens that were spent before another. Users keep the time of the last use:
 * administrators see who is away for months.
 */
export async function sweep(db: Queries, endedBefore: Date, spentBefore: Date): Promise<void> {
  const over = or(
    lt(sessions.ends, endedBefore),
    and(lt(sessions.refreshUntil, endedBefore), lt(sessions.accessUntil, endedBefore)),
  )
  // Locks the users in the order of `lock` of `users`, so that changes of many accounts cannot deadlock with it.
  await db.execute(sql`WITH used AS (
      SELECT ${sessions.userId} AS id, max(${sessions.lastUsed}) AS at FROM ${sessions} WHERE ${over} GROUP BY 1
    ), held AS MATERIALIZED (
      SELECT person.id, used.at FROM users person JOIN used ON used.id = person.id
      WHERE person.last_seen IS NULL OR person.last_seen < used.at
      ORDER BY person.id FOR NO KEY UPDATE OF person)
    UPDATE users SET last_seen = greatest(users.last_seen, held.at) FROM held WHERE users.id = held.id`)
  await db.delete(sessions).where(over)
  await db.delete(spentRefreshTokens).where(lt(spentRefreshTokens.spent, spentBefore))
}
