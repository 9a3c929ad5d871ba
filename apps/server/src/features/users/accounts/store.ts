// Changes to a user at sign-in.
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'
import { users } from '../table.ts'

export interface SignIn {
  readonly at: Date
  /** The hash that the password was compared with; undefined for sign-ins without a password. */
  readonly passwordHash?: string | undefined
  /** Hash of the same password at the current cost. */
  readonly rehashed?: string | undefined
}

/**
 * Records a sign-in and locks the user until the transaction ends, so that closing the account or changing the password
 * waits. Returns undefined when the user may not use the page, or their password hash has changed.
 */
export async function noteSignIn(
  tx: Tx,
  id: number,
  { at, passwordHash, rehashed }: SignIn,
): Promise<{ mustChangePassword: boolean } | undefined> {
  const [row] = await tx
    .update(users)
    .set({ lastSignIn: at, ...(rehashed ? { passwordHash: rehashed } : {}) })
    .where(
      and(
        eq(users.id, id),
        users.canUseUi,
        passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
      ),
    )
    .returning({ mustChangePassword: users.mustChangePassword })
  return row
}

export async function removePassword(tx: Tx, id: number): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: '', mustChangePassword: false, modified: sql`now()` })
    .where(eq(users.id, id))
}

export async function removeEmail(tx: Tx, id: number): Promise<void> {
  await tx
    .update(users)
    .set({ email: '', modified: sql`now()` })
    .where(eq(users.id, id))
}

/** Returns false when nothing changes, or there is no such user. */
export async function place(
  tx: Tx,
  id: number,
  { roleId, tenantContextId }: { roleId: number; tenantContextId: number | null },
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ roleId, tenantContextId, modified: sql`now()` })
    .where(
      and(
        eq(users.id, id),
        or(ne(users.roleId, roleId), sql`${users.tenantContextId} IS DISTINCT FROM ${tenantContextId}`),
      ),
    )
    .returning({ id: users.id })
  return rows.length > 0
}
