import { DrizzleQueryError } from 'drizzle-orm/errors'
import { and, eq, getTableColumns, inArray, ne, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES, SUPERUSER } from '@polylogue/contract'
import { qualified } from '#access/index.ts'
import { contexts } from '#access/table.ts'
import { IDS_PER_EVENT } from '#events.ts'
import { publishing } from '#platform/bus.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { hasEmail, userPictures, users } from './table.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = Omit<typeof users.$inferInsert, 'id' | 'contextId'>

/** A user with the version of their picture, or null. */
export interface PersonRow extends UserRow {
  readonly picture: string | null
}

/** The columns of `PersonRow`, selected from users. */
export const row = {
  ...getTableColumns(users),
  picture: sql<
    string | null
  >`(SELECT shown.version FROM ${userPictures} shown WHERE shown.user_id = ${qualified(users.id)})`,
}

export async function find(db: Queries, id: number): Promise<PersonRow | undefined> {
  const [found] = await db.select(row).from(users).where(eq(users.id, id))
  return found
}

/** Finds a user by the canonical form of their user name or e-mail address. */
export async function findByName(db: Queries, name: string): Promise<UserRow | undefined> {
  const [found] = await db
    .select()
    .from(users)
    .where(sql`lower(${users.username}) = lower(${name}) OR ${hasEmail(name)}`)
  return found
}

export async function isAnybodyThere(db: Queries): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1)
  return rows.length > 0
}

/** Locks the creation of users until the transaction ends. */
export async function lockOutNewcomers(tx: Tx): Promise<void> {
  await tx.execute(sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`)
}

/** Creates a user's context, which owns itself. */
export async function insertContext(tx: Tx, context: { uuid: string; name: string }): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH next AS (SELECT nextval(pg_get_serial_sequence('contexts', 'id')) AS id)
    INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
    SELECT id, ${context.uuid}, ${CONTEXT_TYPES.user}, ${context.name}, id FROM next
    RETURNING id`)
  return onlyRow(rows).id
}

/** Returns undefined when the user name or the e-mail address is taken. */
export async function insert(tx: Tx, user: NewUser & { contextId: number }): Promise<UserRow | undefined> {
  const [inserted] = await tx.insert(users).values(user).onConflictDoNothing().returning()
  return inserted
}

export async function isEmailTaken(db: Queries, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(hasEmail(email))
  return rows.length > 0
}

/** Whether another user has this user name or e-mail address. */
export async function isTaken(
  tx: Tx,
  id: number,
  { username, email }: { username?: string | undefined; email?: string | undefined },
): Promise<boolean> {
  const same: SQL[] = []
  if (username !== undefined) same.push(sql`lower(${users.username}) = lower(${username})`)
  if (email !== undefined) same.push(hasEmail(email))
  if (same.length === 0) return false
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, id), or(...same)))
  return rows.length > 0
}

/** Whether a context is a tenant; locks it until the transaction ends. */
export async function holdTenant(tx: Tx, contextId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.id, contextId), eq(contexts.typeId, CONTEXT_TYPES.tenant)))
    .for('key share')
  return rows.length > 0
}

/**
 * Locks users' rows in a fixed order, so that concurrent changes cannot deadlock. With `withSuperusers` locks the super
 * users too, so that their set cannot change. References to these users are still possible.
 */
export async function lock(tx: Tx, ids: readonly number[], withSuperusers = false): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(or(inArray(users.id, [...ids]), withSuperusers ? eq(users.roleId, SUPERUSER) : undefined))
    .orderBy(users.id)
    .for('no key update')
}

/** Whether another super user can sign in. */
export async function isOtherSuperuser(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, SUPERUSER), users.canUseUi, ne(users.id, id)))
    .limit(1)
  return rows.length > 0
}

export const isSuperuser = ({ roleId }: Pick<UserRow, 'roleId'>): boolean => roleId === SUPERUSER

export async function findAll(db: Queries, ids: readonly number[]): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
}

/** Whether a super user beyond these users can sign in. */
export async function isSuperuserBeyond(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, SUPERUSER), users.canUseUi, notInArray(users.id, [...ids])))
    .limit(1)
  return rows.length > 0
}

/** What an account can use as `enabledAs` stores it; while it is disabled, what it could use before. */
const ENABLED_AS = sql`CASE WHEN ${users.canUseUi} OR ${users.canUseApi}
  THEN ${users.canUseUi}::int + 2 * ${users.canUseApi}::int ELSE ${users.enabledAs} END`

const TELL_CHANGED = sql.raw(publishing('user.changed', { userId: 'id' }))

/**
 * Disables accounts, or lets them use again what they could before, and publishes `user.changed` on commit. Returns what each
 * can use now.
 */
export async function setAccounts(
  tx: Tx,
  ids: readonly number[],
  enabled: boolean,
  now: Date,
): Promise<Map<number, { canUseUi: boolean; canUseApi: boolean }>> {
  if (ids.length === 0) return new Map()
  const modified = sql`greatest(${now.toISOString()}::timestamptz, ${users.modified} + interval '1 millisecond')`
  const could = (bit: number) => sql`coalesce(${users.enabledAs}, 3) & ${sql.raw(String(bit))} <> 0`
  const account = enabled
    ? { canUseUi: could(1), canUseApi: could(2) }
    : { canUseUi: false, canUseApi: false, enabledAs: ENABLED_AS }
  const rows = await tx
    .update(users)
    .set({ ...account, modified })
    .where(inArray(users.id, [...ids]))
    .returning({ id: users.id, canUseUi: users.canUseUi, canUseApi: users.canUseApi, told: TELL_CHANGED })
  return new Map(rows.map(({ id, canUseUi, canUseApi }) => [id, { canUseUi, canUseApi }]))
}

/** Returns false when the user name or the e-mail address was taken concurrently: then the transaction has failed. */
export async function update(tx: Tx, id: number, change: Partial<NewUser>): Promise<boolean> {
  try {
    const changesAccount = change.canUseUi !== undefined || change.canUseApi !== undefined
    await tx
      .update(users)
      .set({ ...change, ...(changesAccount && { enabledAs: ENABLED_AS }) })
      .where(eq(users.id, id))
    return true
  } catch (error) {
    if (isTakenError(error)) return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

function isTakenError(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause !== undefined && 'code' in cause && cause.code === UNIQUE_VIOLATION
}

/** Sets a password hash; with `from` only if the current hash is that one. Returns whether it was set. */
export async function setPassword(
  tx: Tx,
  id: number,
  set: { passwordHash: string; mustChange: boolean; from?: string | undefined },
  modified: Date,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ passwordHash: set.passwordHash, mustChangePassword: set.mustChange, modified })
    .where(and(eq(users.id, id), set.from === undefined ? undefined : eq(users.passwordHash, set.from)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** An item or group with its shares or members, as events name it. */
export interface SharedContext {
  readonly contextId: number
  readonly ownerContextId: number
  readonly contextIds: number[]
}

/** Returns an owner's items that are shared with others. */
export async function sharedOf(tx: Tx, ownerContextId: number): Promise<SharedContext[]> {
  const { rows } = await tx.execute<{ id: number; holders: number[] }>(sql`
    SELECT owned.id, (array_agg(share.assoc_context_id ORDER BY share.created))[1:${sql.raw(String(IDS_PER_EVENT))}] AS holders
    FROM contexts owned JOIN associations share ON share.context_id = owned.id
    WHERE owned.owner_context_id = ${ownerContextId}
    GROUP BY owned.id ORDER BY owned.id`)
  return rows.map(({ id, holders }) => ({ contextId: id, ownerContextId, contextIds: holders }))
}

export async function giveCompanyTo(tx: Tx, contextId: number): Promise<void> {
  await tx.update(contexts).set({ ownerContextId: contextId }).where(eq(contexts.id, COMPANY_CONTEXT))
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [only] = rows
  if (!only) throw new Error('The database returned no row where it always returns one')
  return only
}
