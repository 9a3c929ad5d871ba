// Attempts to sign in: counted and refused in the database, so that every process counts the same.
import { and, eq, exists, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Queries, Tx } from '../../platform/db/index.ts'
import type { Attempt, AttemptLimits } from './rules.ts'
import { sessions, signInFailures as failures } from './table.ts'

/** What an address where a person was signed in may have failed, in times another's limit. */
const HOME_TIMES = 10
/** The same of those who were never signed in there, while others are: half of it at once, half of it one at a time. */
const KNOWN_TIMES = 2

/** Lets attempts on one account, and from one address, happen one after the other until the transaction ends. */
export async function queueUp(tx: Tx, { account, address }: Attempt): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7001, hashtext(${account}))`)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7002, hashtext(${address}))`)
}

/**
 * When this attempt may be made; undefined when that is now. What failed on an account counts from wherever it came, so that many
 * addresses help nobody. But from an address where the person was signed in before only that address's failures count, and what
 * failed there on other accounts counts up to a limit ten times as high: strangers lock nobody out who works there, be it from
 * elsewhere or from behind the same proxy (S1). Somebody new at an address where others are signed in is let through one at a
 * time once too much failed there, twice the limit in all (S2; decision 56).
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
  // Who is signed in there mistypes too; their own limit is enough for them.
  const isStrange = sql`NOT EXISTS (SELECT 1 FROM ${sessions} home
    WHERE home.address = ${failures.address} AND ${failures.account} = 'user:' || home.user_id)`
  const counted = sql`(${failures.address} = ${address} OR NOT ${isHome})`
  /** The end of a wait that begins with the failure at that place, the latest first. */
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
