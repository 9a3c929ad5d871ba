import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { providers } from './table.ts'

export type ProviderRow = typeof providers.$inferSelect
export type NewProvider = typeof providers.$inferInsert

/** Returns the connected providers. */
export async function listProviders(db: Queries): Promise<ProviderRow[]> {
  return db.select().from(providers).where(ne(providers.source, 'retired')).orderBy(asc(providers.id))
}

export async function findProvider(db: Queries, id: number): Promise<ProviderRow | undefined> {
  const [row] = await db
    .select()
    .from(providers)
    .where(and(eq(providers.id, id), ne(providers.source, 'retired')))
  return row
}

/** Locks creation and changes of providers, and returns those of a kind, including retired ones. */
export async function holdProviders(tx: Tx, kind: string): Promise<ProviderRow[]> {
  await tx.execute(sql`LOCK TABLE providers IN SHARE ROW EXCLUSIVE MODE`)
  return tx.select().from(providers).where(eq(providers.kind, kind)).orderBy(asc(providers.id))
}

export async function insertProvider(tx: Tx, provider: NewProvider): Promise<ProviderRow> {
  return onlyRow(await tx.insert(providers).values(provider).returning())
}

export async function updateProvider(tx: Tx, id: number, change: Partial<NewProvider>): Promise<ProviderRow> {
  return onlyRow(await tx.update(providers).set(change).where(eq(providers.id, id)).returning())
}

/** Deletes a row with its models. */
export async function removeProvider(tx: Tx, id: number): Promise<void> {
  await tx.delete(providers).where(eq(providers.id, id))
}

function onlyRow(rows: readonly ProviderRow[]): ProviderRow {
  const [row] = rows
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row
}
