// The SQL of cancelled vectors (decision 77). `cancelVectors` of ../store.ts cancels them.
import type { Runner } from '#platform/db/index.ts'

/** Returns which of these data sources this process still has. */
export async function stillHeld(db: Runner, ids: readonly number[], server: string): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM datasources WHERE id = ANY ($1::bigint[]) AND vector_server_id = $2',
    [ids, server],
  )
  return rows.map(({ id }) => id)
}

/** Stores that no vectors are made until somebody resumes; returns false if somebody already did. The data source is locked. */
export async function storeCancelled(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vectors_due = false, vector_server_id = NULL WHERE id = $1 AND vector_failure = 'cancelled'`,
    [id],
  )
  return (rowCount ?? 0) > 0
}

/** Makes cancelled vectors due again; returns whether they were cancelled. */
export async function resume(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vectors_due = true, vector_failure = NULL WHERE id = $1 AND vector_failure = 'cancelled'`,
    [id],
  )
  return (rowCount ?? 0) > 0
}
