// Attempts to sign in: counted and refused in the database, so that every process counts the same.
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Queries, Tx } from '../../platform/db/index.ts'
import type { Attempt, AttemptLimits } from './rules.ts'
import { sessions, signInFailures as failures } from './table.ts'

/** What an address where a person was signed in may have failed, in times another's limit. */
const HOME_TIMES = 10

/** Lets attempts on one account, and from one address, happen one after the other until the transaction ends. */
export async function queueUp(tx: Tx, { account, address }: Attempt): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7001, hashtext(${account}))`)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7002, hashtext(${address}))`)
}

/**
 * The failure that must grow old before this attempt may be made; undefined when it may be made now. What failed on an
 * account counts from wherever it came, so that many addresses help nobody. But from an address where the person was signed
 * in before only that address's failures count, and what failed there on other accounts counts up to a limit ten times as high:
 * strangers lock nobody out who works there, be it from elsewhere or from behind the same proxy (S1).
 */
export async function blockedBy(
  db: Queries,
  { account, userId, address }: Attempt,
  since: Date,
  limits: AttemptLimits,
): Promise<Date | undefined> {
  const isHome = sql`EXISTS (SELECT 1 FROM ${sessions} home
    WHERE home.user_id = ${userId}::bigint AND home.address = ${address})`
  const counted = sql`(${failures.address} = ${address} OR NOT ${isHome})`
  const nth = (condition: ReturnType<typeof and>, count: number) =>
    db
      .select({ at: failures.at })
      .from(failures)
      .where(and(condition, sql`${failures.at} > ${since}`))
      .orderBy(sql`${failures.at} DESC`)
      .offset(count - 1)
      .limit(1)
  const onAccount = nth(and(eq(failures.account, account), counted), limits.perAccount)
  const fromAddress = nth(and(eq(failures.address, address), sql`NOT ${isHome}`), limits.perAddress)
  const fromHome = nth(eq(failures.address, address), limits.perAddress * HOME_TIMES)
  const found = await onAccount.unionAll(fromAddress).unionAll(fromHome)
  return found
    .map(({ at }) => at)
    .reduce<Date | undefined>((last, at) => (last && last > at ? last : at), undefined)
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
