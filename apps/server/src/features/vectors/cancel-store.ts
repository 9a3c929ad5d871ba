// The SQL of vectors that are stopped: cancelled (decision 77), or because they ended processes (decision 134). `cancelVectors` of
// `datasources` cancels them.
import type { Runner } from '#platform/db/index.ts'
import { STOPPED } from './store.ts'

/** Stores that no vectors are made until somebody resumes; returns false if somebody already did. The data source is locked. */
export async function storeStopped(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vectors_due = false, vector_server_id = NULL, vector_attempts = 0
      WHERE id = $1 AND vector_failure IN ${STOPPED}`,
    [id],
  )
  return (rowCount ?? 0) > 0
}

/** Makes stopped vectors due again; returns whether they were stopped. */
export async function resume(db: Runner, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE datasources SET vectors_due = true, vector_failure = NULL, vector_attempts = 0
      WHERE id = $1 AND vector_failure IN ${STOPPED}`,
    [id],
  )
  return (rowCount ?? 0) > 0
}
