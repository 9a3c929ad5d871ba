import { and, eq, inArray, sql } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { contexts } from '#access/table.ts'
import type { Queries, Tx } from '#platform/db/index.ts'

const columns = { id: contexts.id, name: contexts.name }

export async function all(db: Queries): Promise<{ id: number; name: string }[]> {
  return db.select(columns).from(contexts).where(eq(contexts.typeId, CONTEXT_TYPES.tenant))
}

/** Serializes the update of tenants by servers that start at the same time. */
export async function lock(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7006)`)
}

/** Deletes those of the tenants that have no members; returns them. */
export async function removeEmpty(tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  // Locked first, so that no user is added meanwhile.
  await tx
    .select(columns)
    .from(contexts)
    .where(inArray(contexts.id, [...ids]))
    .orderBy(contexts.id)
    .for('update')
  const empty = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.tenant_context_id = contexts.id)`
  return tx
    .delete(contexts)
    .where(and(inArray(contexts.id, [...ids]), empty))
    .returning(columns)
}
