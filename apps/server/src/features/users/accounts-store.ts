// What signing in changes of a person.
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/index.ts'
import { users } from './table.ts'

export interface SignIn {
  readonly at: Date
  /** The hash that the password was compared with; without one the person was recognised otherwise. */
  readonly passwordHash?: string | undefined
  /** The same password's hash at today's cost. */
  readonly rehashed?: string | undefined
}

/**
 * Notes a sign-in, and holds the person until the transaction ends: an account that closes meanwhile, or a password that
 * changes, waits. Undefined for somebody who may not use the page, or whose password hash is another by now.
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

/** False when they stood there already, or there is no such person. */
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
