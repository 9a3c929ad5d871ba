// Identities at the provider, and which sign-ins came back from it.
import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { contexts } from '#access/table.ts'
import { hasEmail, users } from '#features/users/table.ts'
import { ssoIdentities, ssoSpentStates } from '../table.ts'

export type UserRow = typeof users.$inferSelect

/** Marks the state of a sign-in as used until it expires. Returns false when it was used before. */
export async function spend(db: Queries, stateHash: Buffer, until: Date): Promise<boolean> {
  const rows = await db
    .insert(ssoSpentStates)
    .values({ stateHash, until })
    .onConflictDoNothing()
    .returning({ until: ssoSpentStates.until })
  return rows.length > 0
}

export async function sweepSpent(db: Queries, now: Date): Promise<void> {
  await db.delete(ssoSpentStates).where(lt(ssoSpentStates.until, now))
}

/** Serializes sign-ins of one user until the transaction ends, so that two first sign-ins create one account. */
export async function queueUp(tx: Tx, issuer: string, subject: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7003, hashtext(${`${issuer} ${subject}`}))`)
}

export async function findByIdentity(tx: Tx, issuer: string, subject: string): Promise<UserRow | undefined> {
  const [row] = await tx
    .select(getTableColumns(users))
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(and(eq(ssoIdentities.issuer, issuer), eq(ssoIdentities.subject, subject)))
  return row
}

/** Finds a user by the canonical form of their e-mail address, and locks the row until the transaction ends. */
export async function holdByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(hasEmail(email)).for('no key update')
  return row
}

/** Whether an account is linked to an identity of a provider. */
export async function hasIdentity(tx: Tx, issuer: string, userId: number): Promise<boolean> {
  const rows = await tx
    .select({ userId: ssoIdentities.userId })
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.issuer, issuer), eq(ssoIdentities.userId, userId)))
  return rows.length > 0
}

export async function keepIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: number },
): Promise<void> {
  await tx.insert(ssoIdentities).values(identity)
}

export async function nameOfContext(tx: Tx, id: number): Promise<string | undefined> {
  const [row] = await tx.select({ name: contexts.name }).from(contexts).where(eq(contexts.id, id))
  return row?.name
}
