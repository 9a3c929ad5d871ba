// Attempts to sign in: counted and refused in the database, so that every process counts the same.
import { and, eq, exists, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Queries, Tx } from '../../platform/db/index.ts'
import type { Attempt, AttemptLimits } from './rules.ts'
import { sessions, signInFailures as failures } from './table.ts'

/** Multiple of the failure limit for an address where the user has a session. */
const HOME_TIMES = 10
/** Multiple for users without a session there, where others have one. The second half is let through one at a time. */
const KNOWN_TIMES = 2

/** Serializes attempts on one account and from one address until the transaction ends. */
export async function queueUp(tx: Tx, { account, address }: Attempt): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7001, hashtext(${account}))`)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7002, hashtext(${address}))`)
}

/**
 * Returns when this attempt is allowed, or undefined when it is allowed now. Failures on an account count from every
 * address. From an address where the user has a session, only failures there count, and those on other accounts up to ten
 * times the limit, so that strangers cannot lock out a user (S1). A new user at an address with other users' sessions is
 * throttled to one attempt at a time after the limit, and blocked at twice the limit (S2; decision 56).
 */
export async function blockedUntil(
  db: Queries,
  { account, userId, address }: Attempt,
  since: Date,
  limits: AttemptLimits,
): Promise<Date | undefined> {
  const { perAccount, perAddress, windowMs } = limits
  const isHome = sql`EXISTS (SELECT 1 FROM ${sessions} home
    WHERE home.user_id = ${userId}::bigint AND home.address = ${address})`
  const isKnown = sql`EXISTS (SELECT 1 FROM ${sessions} known WHERE known.address = ${address})`
  // Users with a session there mistype too. The limit per account is enough for them.
  const isStrange = sql`NOT EXISTS (SELECT 1 FROM ${sessions} home
    WHERE home.address = ${failures.address} AND ${failures.account} = 'user:' || home.user_id)`
  const counted = sql`(${failures.address} = ${address} OR NOT ${isHome})`
  /** Selects the end of the wait that starts with the failure at this position, counted from the latest. */
  const after = (count: number, ms: number, ...conditions: SQL[]) =>
    db
      .select({
        until: sql<Date>`${failures.at} + make_interval(secs => ${ms / 1_000}::float8)`.mapWith(failures.at),
      })
      .from(failures)
      .where(and(...conditions, sql`${failures.at} > ${since}`))
      .orderBy(sql`${failures.at} DESC`)
      .offset(count - 1)
      .limit(1)
  const here = eq(failures.address, address)
  const strangers = [here, isStrange, sql`NOT ${isHome}`, isKnown]
  const found = await after(perAccount, windowMs, eq(failures.account, account), counted)
    .unionAll(after(perAddress, windowMs, here, sql`NOT ${isHome}`, sql`NOT ${isKnown}`))
    .unionAll(after(1, windowMs / perAddress, ...strangers, exists(after(perAddress, 0, here, isStrange))))
    .unionAll(after(perAddress * KNOWN_TIMES, windowMs, ...strangers))
    .unionAll(after(perAddress * HOME_TIMES, windowMs, here))
  return found
    .map(({ until }) => until)
    .reduce<Date | undefined>((last, until) => (last && last > until ? last : until), undefined)
}

/** Returns the attempt's id. */
export async function insert(tx: Tx, { account, address }: Attempt, at: Date): Promise<number> {
  const [row] = await tx.insert(failures).values({ account, address, at }).returning({ id: failures.id })
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row.id
}

/** Forgets an attempt that succeeded, and the failures before it on this account from this address. */
export async function forgive(tx: Tx, { account, address }: Attempt, id: number): Promise<void> {
  await tx
    .delete(failures)
    .where(and(eq(failures.account, account), eq(failures.address, address), lte(failures.id, id)))
}

export async function sweepAttempts(db: Queries, before: Date): Promise<void> {
  await db.delete(failures).where(lt(failures.at, before))
}
