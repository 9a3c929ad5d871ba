import { eq, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { configurationValues } from './table.ts'

/** Returns the changed values by key. */
export async function changedValues(db: Queries): Promise<Map<string, unknown>> {
  const rows = await db.select().from(configurationValues)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Stores a value; undefined deletes it. */
export async function storeValue(tx: Tx, key: string, value: unknown): Promise<void> {
  if (value === undefined) {
    await tx.delete(configurationValues).where(eq(configurationValues.key, key))
    return
  }
  // As text: a driver would send a list as an array of the database, and a text as it is.
  const json = sql`${JSON.stringify(value)}::jsonb`
  await tx
    .insert(configurationValues)
    .values({ key, value: json, changed: sql`now()` })
    .onConflictDoUpdate({ target: configurationValues.key, set: { value: json, changed: sql`now()` } })
}
