// Attempts to sign in: counted and refused in the database, so that every process counts the same.
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import { signInFailures as failures } from '../table.ts'
import type { Attempt, AttemptLimits } from './rules.ts'

/** Multiple of the failure limit for an address where the user has a session. */
const HOME_TIMES = 10
/** Multiple for users without a session there, where others have one. The second half is let through one at a time. */
const KNOWN_TIMES = 2

/** Serializes attempts on one account and from one address until the transaction ends. */
export async function queueUp(tx: Tx, { account, address }: Attempt): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7001, hashtext(${account}))`)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7002, hashtext(${address}))`)
}

// Subqueries, so that the planner skips what does not apply without reading its rows.
const IS_HOME = '(SELECT is_home FROM origin)'
const IS_KNOWN = '(SELECT is_known FROM origin)'
const SINCE = 'FROM sign_in_failures failure WHERE at > $4'
const HERE = `${SINCE} AND address = $3`
// Users with a session there mistype too. The limit per account is enough for them.
const STRANGERS = `${HERE} AND NOT ${IS_HOME} AND ${IS_KNOWN} AND NOT EXISTS (SELECT 1 FROM sessions home
  WHERE home.address = failure.address AND failure.account = 'user:' || home.user_id)`

/** Selects the end of the wait that starts with the failure at this position, counted from the latest. */
const after = (count: string, seconds: string, which: string) =>
  `(SELECT at + make_interval(secs => ${seconds}) AS until ${which} ORDER BY at DESC OFFSET ${count} - 1 LIMIT 1)`

const BLOCKED_UNTIL = `WITH origin AS MATERIALIZED (SELECT
    EXISTS (SELECT 1 FROM sessions WHERE user_id = $2 AND address = $3) AS is_home,
    EXISTS (SELECT 1 FROM sessions WHERE address = $3) AS is_known)
  SELECT max(until) AS until FROM (
    ${after('$6::bigint', '$5::float8', `${SINCE} AND account = $1 AND (address = $3 OR NOT ${IS_HOME})`)}
    UNION ALL ${after('$7::bigint', '$5::float8', `${HERE} AND NOT ${IS_HOME} AND NOT ${IS_KNOWN}`)}
    UNION ALL ${after('1', '$5::float8 / $7', `${STRANGERS} AND EXISTS ${after('$7', '0', STRANGERS)}`)}
    UNION ALL ${after(`$7 * ${KNOWN_TIMES}`, '$5::float8', STRANGERS)}
    UNION ALL ${after(`$7 * ${HOME_TIMES}`, '$5::float8', HERE)}) waits`

/**
 * Returns when this attempt is allowed, or undefined when it is allowed now. Failures on an account count from every
 * address. From an address where the user has a session, only failures there count, and those on other accounts up to ten
 * times the limit, so that strangers cannot lock out a user (SIGNIN-4). A new user at an address with other users' sessions
 * is throttled to one attempt at a time after the limit, and blocked at twice the limit (SIGNIN-5; decision 56).
 */
export async function blockedUntil(
  db: Runner,
  { account, userId, address }: Attempt,
  since: Date,
  { perAccount, perAddress, windowMs }: AttemptLimits,
): Promise<Date | undefined> {
  // A prepared statement: every attempt runs it, and planning it takes longer than running it.
  const { rows } = await db.query<{ until: Date | null }>({
    name: 'auth.blocked-until',
    text: BLOCKED_UNTIL,
    values: [account, userId, address, since, windowMs / 1_000, perAccount, perAddress],
  })
  return rows[0]?.until ?? undefined
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
