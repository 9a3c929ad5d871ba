import { eq, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { installation } from '../table.ts'

const NAME = 'setUpKey'

/** Stores the one-time key as SHA-256 in base64url and replaces the previous key. */
export async function keepKey(db: Queries, digest: string): Promise<void> {
  await db
    .insert(installation)
    .values({ name: NAME, value: digest })
    .onConflictDoUpdate({ target: installation.name, set: { value: sql`excluded.value` } })
}

export async function findKey(db: Queries): Promise<string | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.name, NAME))
  return typeof row?.value === 'string' ? row.value : undefined
}

export async function dropKey(tx: Tx): Promise<void> {
  await tx.delete(installation).where(eq(installation.name, NAME))
}
