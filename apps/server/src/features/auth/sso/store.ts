// Identities at the provider, and the sign-ins that are there just now.
import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Queries, Tx } from '../../../platform/db/index.ts'
import { contexts } from '../../../access/table.ts'
import { users } from '../../users/table.ts'
import { ssoIdentities, ssoRequests } from '../table.ts'

export type SsoRequest = typeof ssoRequests.$inferSelect
export type UserRow = typeof users.$inferSelect

export async function keepRequest(db: Queries, request: SsoRequest): Promise<void> {
  await db.insert(ssoRequests).values(request)
}

/** Takes a request that is not too old: it serves once. */
export async function takeRequest(db: Queries, keyHash: Buffer, now: Date): Promise<SsoRequest | undefined> {
  const [row] = await db.delete(ssoRequests).where(eq(ssoRequests.keyHash, keyHash)).returning()
  return row && row.until > now ? row : undefined
}

export async function sweepRequests(db: Queries, now: Date): Promise<void> {
  await db.delete(ssoRequests).where(lt(ssoRequests.until, now))
}

/** Lets sign-ins of one person happen one after the other until the transaction ends: two first ones make one account. */
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

/** By an e-mail address in its canonical form. */
export async function findByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
  return row
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
