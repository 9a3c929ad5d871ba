// The SQL of the branding: one change at a time, also of several servers with the same folder.
import { sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'

/** An arbitrary advisory lock number that nothing else in this database uses. */
const LOCK = 7_231_951

/** Waits until no other transaction changes the branding, and keeps others waiting until this one ends. */
export async function lockBranding(tx: Queries): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)
}
