import { getTableName, sql } from 'drizzle-orm'
import { formerReadersAmong, readersAmong, type FormerAccess } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'

/** An item and a user who may read it; null for an item that none of the requested users may read. */
export type Reading = {
  noun: string
  id: number
  /** The item's context. */
  contextId: number
  /** The reader's own context. */
  reader: number | null
}

/** Returns which of these users may read which items, by id or context, in one query. */
export async function readersOf(
  db: Queries,
  types: readonly ItemType[],
  wanted: { idsOf: (noun: string) => readonly number[]; contextIds: readonly number[] },
  people: readonly number[],
): Promise<Reading[]> {
  const contexts = sql.param([...wanted.contextIds])
  // Skips item types without requested ids.
  const asked = types.filter(({ noun }) => wanted.contextIds.length + wanted.idsOf(noun).length > 0)
  if (asked.length === 0) return []
  const parts = asked.map(({ noun, table }) => {
    const ids = sql.param([...wanted.idsOf(noun)])
    return sql`SELECT ${noun}::text AS noun, named.id, named.context_id FROM ${sql.identifier(getTableName(table))} AS named
      WHERE named.id = ANY (${ids}::bigint[]) OR named.context_id = ANY (${contexts}::bigint[])`
  })
  const { rows } = await db.execute<Reading>(sql`
    WITH items AS MATERIALIZED (${sql.join(parts, sql` UNION ALL `)})
    SELECT items.noun, items.id, items.context_id AS "contextId", readers.reader
    FROM items
    LEFT JOIN ${readersAmong(sql`SELECT items.context_id FROM items`, people)} AS readers
      ON readers.item = items.context_id`)
  return rows
}

/** Returns which of these users could read something before. */
export async function formerReadersOf(
  db: Queries,
  former: FormerAccess,
  people: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ reader: number }>(
    sql`SELECT former.reader FROM ${formerReadersAmong(former, people)} AS former`,
  )
  return rows.map(({ reader }) => reader)
}
