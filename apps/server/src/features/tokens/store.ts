import { and, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { sameSide, type Person } from '#access/index.ts'
import { publishing } from '#platform/bus.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import { sessions } from '#features/auth/table.ts'
import { users } from '#features/users/table.ts'
import { seesOverWalls, type TokenOwner } from './policy.ts'
import type { ListedToken } from './rules.ts'
import { apiTokens } from './table.ts'

export type TokenRow = typeof apiTokens.$inferSelect
export type NewToken = Omit<TokenRow, 'id' | 'lastUsed'>
export type TokenFields = Pick<TokenRow, 'name' | 'description' | 'expires'>

const LISTED = {
  id: apiTokens.id,
  uuid: apiTokens.uuid,
  scope: apiTokens.scope,
  userId: apiTokens.userId,
  name: apiTokens.name,
  description: apiTokens.description,
  prefix: apiTokens.prefix,
  lastUsed: apiTokens.lastUsed,
  expires: apiTokens.expires,
  created: apiTokens.created,
  firstName: users.firstName,
  lastName: users.lastName,
}

/** Condition: tokens that the viewer sees; in the company's list those created on their side of the tenants' walls. */
function seen(viewer: Person, { scope, ownerId }: TokenOwner) {
  if (scope === 'users') return and(eq(apiTokens.scope, scope), eq(apiTokens.userId, ownerId))
  const side = sql`${users.tenantContextId}`
  return and(eq(apiTokens.scope, scope), seesOverWalls(viewer) ? undefined : sameSide(viewer, side))
}

/** Returns tokens, the newest first. */
export function list(db: Queries, viewer: Person, owner: TokenOwner): Promise<ListedToken[]> {
  return db
    .select(LISTED)
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(seen(viewer, owner))
    .orderBy(desc(apiTokens.id))
}

/** Finds a token of a list; `held` locks it, so that changes are serialized. */
export async function find(
  db: Queries,
  viewer: Person,
  owner: TokenOwner,
  id: number,
  { held = false }: { held?: boolean } = {},
): Promise<ListedToken | undefined> {
  const found = db
    .select(LISTED)
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(seen(viewer, owner), eq(apiTokens.id, id)))
  const [row] = await (held ? found.for('no key update', { of: apiTokens }) : found)
  return row
}

/** Serializes adding tokens to a list, so that its size limit holds. */
export async function lockList(tx: Tx, { scope, ownerId }: TokenOwner): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7007, hashtext(${`${scope} ${ownerId}`}))`)
}

/** Counts the tokens of a list, including those the viewer does not see. */
export async function size(tx: Tx, { scope, ownerId }: TokenOwner): Promise<number> {
  const own = scope === 'users' ? eq(apiTokens.userId, ownerId) : undefined
  const [row] = await tx
    .select({ size: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.scope, scope), own))
  return row?.size ?? 0
}

/** Whether a user may use the API; undefined when they are gone. Locks the account until the transaction ends. */
export async function holdPerson(
  tx: Tx,
  userId: number,
): Promise<{ canUseApi: boolean; firstName: string; lastName: string } | undefined> {
  const [row] = await tx
    .select({ canUseApi: users.canUseApi, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  return row
}

export async function isSessionAlive(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked)))
  return rows.length > 0
}

export async function insert(tx: Tx, token: NewToken): Promise<TokenRow> {
  const [row] = await tx.insert(apiTokens).values(token).returning()
  if (!row) throw new Error('The database returned no row for a new token')
  return row
}

export async function update(tx: Tx, id: number, fields: Partial<TokenFields>): Promise<void> {
  await tx.update(apiTokens).set(fields).where(eq(apiTokens.id, id))
}

const TELL_END = sql.raw(publishing('session.ended', { sessionId: 'api_tokens.uuid' }))

/** Deletes a token and publishes its end on commit, which closes the streams opened through it. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await tx
    .delete(apiTokens)
    .where(eq(apiTokens.id, id))
    .returning({ told: sql`${TELL_END}` })
}

/** Deletes every token that acts as a user, and publishes like `remove`. */
export async function removeEvery(tx: Tx, userId: number): Promise<Omit<TokenRow, 'hash'>[]> {
  const { hash: _, ...columns } = getTableColumns(apiTokens)
  return tx
    .delete(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .returning({ ...columns, told: sql`${TELL_END}` })
}

/** A token with the user it acts as. */
export interface Holder {
  readonly tokenId: number
  readonly uuid: string
  readonly lastUsed: Date | null
  readonly expires: Date | null
  readonly userId: number
  readonly contextId: number
  readonly tenantContextId: number | null
  readonly roleId: number
  readonly canUseApi: boolean
  readonly mustChangePassword: boolean
}

// Runs for every request of a program: one prepared statement with one unique index. Looks up the hash, so that timing
// reveals nothing about existing values.
const BY_HASH = {
  name: 'api-token-by-hash',
  text: `SELECT t.id AS "tokenId", t.uuid, t.last_used AS "lastUsed", t.expires, u.id AS "userId",
      u.context_id AS "contextId", u.tenant_context_id AS "tenantContextId", u.role_id AS "roleId",
      u.can_use_api AS "canUseApi", u.must_change_password AS "mustChangePassword"
    FROM api_tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = $1`,
}

export async function findByHash(db: Database, hash: Buffer): Promise<Holder | undefined> {
  const { rows } = await db.pool.query<Holder>({ ...BY_HASH, values: [hash] })
  return rows[0]
}

const ALIVE = {
  name: 'api-tokens-alive',
  text: `SELECT t.uuid, u.role_id AS "roleId", u.tenant_context_id AS "tenantContextId", t.expires AS ends
    FROM api_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.uuid = ANY ($1::uuid[]) AND u.can_use_api AND NOT u.must_change_password
      AND (t.expires IS NULL OR t.expires > $2)`,
}

/** Returns the valid tokens among the given UUIDs, with their end and their users' role and tenant. */
export async function alive(db: Database, uuids: readonly string[], now: Date) {
  const { rows } = await db.pool.query<{
    uuid: string
    roleId: number
    tenantContextId: number | null
    ends: Date | null
  }>({
    ...ALIVE,
    values: [uuids, now],
  })
  return new Map(rows.map(({ uuid, ...standing }) => [uuid, standing]))
}

/** Stores when tokens were last used; skips those with a newer stored time than `knownSince`. */
export async function noteUse(
  db: Queries,
  ids: readonly number[],
  at: Date,
  knownSince: Date,
): Promise<void> {
  await db.execute(sql`UPDATE ${apiTokens} SET last_used = ${at}
    WHERE id = ANY (${sql.param([...ids])}::bigint[]) AND (last_used IS NULL OR last_used <= ${knownSince})`)
}
