import { and, eq, inArray, sql } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { contexts } from '../../access/table.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'

const columns = { id: contexts.id, name: contexts.name }

export async function all(db: Queries): Promise<{ id: number; name: string }[]> {
  return db.select(columns).from(contexts).where(eq(contexts.typeId, CONTEXT_TYPES.tenant))
}

/** Of several servers that start at once, one looks after the tenants at a time. */
export async function lock(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7006)`)
}

/** Removes those of some tenants that nobody is in; returns them. */
export async function removeEmpty(tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  // Held first: nobody is put into one of them meanwhile.
  await tx
    .select(columns)
    .from(contexts)
    .where(inArray(contexts.id, [...ids]))
    .for('update')
  const empty = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.tenant_context_id = contexts.id)`
  return tx
    .delete(contexts)
    .where(and(inArray(contexts.id, [...ids]), empty))
    .returning(columns)
}
