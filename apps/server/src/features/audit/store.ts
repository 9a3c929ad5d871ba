import {
  and,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gte,
  lt,
  lte,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { AuditEntry } from '@polylogue/contract'
import { HOLDING_TYPES, qualified } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'
import { users } from '#features/users/table.ts'
import type { Mentioned } from './rules.ts'
import { auditEntries } from './table.ts'

/** Maximum length of a stored name. */
export const NAME_LENGTH = 300

export type NewEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'userName'>
export type EntryRow = typeof auditEntries.$inferSelect

/** Filters of a list of entries; omitted ones do not apply. */
export interface EntriesFilter {
  readonly action?: AuditEntry['action'] | undefined
  readonly outcome?: AuditEntry['outcome'] | undefined
  readonly userId?: number | undefined
  readonly objectType?: string | undefined
  readonly objectId?: number | undefined
  /** Part of a name or an address. */
  readonly q?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/**
 * SQL of a target's current name; null for a deleted one. For items only when they are shared: the name of a private one,
 * often its first question, is content, which no role reads (decision 39).
 */
function nameNow(types: readonly ItemType[], type: SQLWrapper, id: SQLWrapper): SQL<string | null> {
  const holders = sql.raw(HOLDING_TYPES.join(', '))
  const items = types.map(
    ({
      noun,
      table,
    }) => sql`WHEN ${noun} THEN (SELECT named.name FROM ${sql.identifier(getTableName(table))} named
      WHERE named.id = ${id} AND EXISTS (SELECT 1 FROM associations share WHERE share.context_id = named.context_id))`,
  )
  return sql<string | null>`(CASE ${type}
    WHEN 'user' THEN (SELECT named.username FROM users named WHERE named.id = ${id})
    WHEN 'context' THEN (SELECT named.name FROM contexts named WHERE named.id = ${id} AND named.type_id IN (${holders}))
    ${sql.join(items, sql` `)}
    WHEN 'token' THEN (SELECT named.name FROM api_tokens named WHERE named.id = ${id})
    WHEN 'provider' THEN (SELECT named.name FROM providers named WHERE named.id = ${id})
    WHEN 'model' THEN (SELECT named.name FROM models named WHERE named.id = ${id}) END)`
}

/** Adds entries with the current names. */
export async function insert(
  db: Queries,
  types: readonly ItemType[],
  entries: readonly NewEntry[],
): Promise<void> {
  const rows = entries.map((entry) => {
    const { objectType, objectId, userId = null } = entry
    const userName = sql<string>`coalesce((SELECT ${users.username} FROM ${users} WHERE ${users.id} = ${userId}), '')`
    const on = nameNow(types, sql`${objectType}::text`, sql`${objectId ?? null}::bigint`)
    const objectName = entry.objectName || sql<string>`left(coalesce(${on}, ''), ${NAME_LENGTH})`
    return { ...entry, objectName, userName }
  })
  await db.insert(auditEntries).values(rows)
}

/** Returns the newest entries below an id. An entry stored without its target's name has the current one. */
export async function list(
  db: Queries,
  types: readonly ItemType[],
  wanted: EntriesFilter,
  below: number | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const on = nameNow(types, qualified(auditEntries.objectType), qualified(auditEntries.objectId))
  const objectName = sql<string>`coalesce(nullif(${auditEntries.objectName}, ''), ${on}, '')`
  return db
    .select({ ...getTableColumns(auditEntries), objectName })
    .from(auditEntries)
    .where(and(fits(wanted), below === undefined ? undefined : lt(auditEntries.id, below)))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/** Returns the current names of users, and of the contexts of users and groups. */
export async function namesOf(
  db: Queries,
  { users, contexts }: Mentioned,
): Promise<ReadonlyMap<string, string>> {
  if (users.length + contexts.length === 0) return new Map()
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    SELECT 'user ' || users.id AS key, users.username AS name FROM users WHERE users.id = ANY (${sql.param([...users])}::bigint[])
    UNION ALL
    SELECT 'context ' || contexts.id, contexts.name FROM contexts
    WHERE contexts.id = ANY (${sql.param([...contexts])}::bigint[]) AND contexts.type_id IN (${sql.raw(HOLDING_TYPES.join(', '))})`)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Counts matching entries up to `most`, and returns the newest one's id. */
export async function count(
  db: Queries,
  wanted: EntriesFilter,
  most: number,
): Promise<{ count: number; newest: number }> {
  const found = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(fits(wanted))
    .orderBy(desc(auditEntries.id))
    .limit(most)
    .as('found')
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, newest: sql<number>`coalesce(max(${found.id}), 0)` })
    .from(found)
  return row ?? { count: 0, newest: 0 }
}

/** Deletes entries older than a time. */
export async function sweep(db: Queries, before: Date): Promise<void> {
  await db.delete(auditEntries).where(lt(auditEntries.at, before))
}

function fits({
  action,
  outcome,
  userId,
  objectType,
  objectId,
  q,
  from,
  until,
}: EntriesFilter): SQL | undefined {
  return and(
    action && eq(auditEntries.action, action),
    outcome && eq(auditEntries.outcome, outcome),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
    objectType ? eq(auditEntries.objectType, objectType) : undefined,
    objectId === undefined ? undefined : eq(auditEntries.objectId, objectId),
    q
      ? or(
          ...[auditEntries.userName, auditEntries.objectName, auditEntries.address].map((text) =>
            contains(text, q),
          ),
        )
      : undefined,
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    until === undefined ? undefined : lte(auditEntries.at, new Date(until)),
  )
}
