import { and, desc, eq, gte, ilike, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { AuditEntry } from '@polylogue/contract'
import type { Queries } from '../../platform/db/index.ts'
import { containing } from '../../platform/like.ts'
import { users } from '../users/table.ts'
import { auditEntries } from './table.ts'

export type NewEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'userName'>
export type EntryRow = typeof auditEntries.$inferSelect

/** Which entries are wanted; what is left out is not asked. */
export interface EntriesWanted {
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

/** Adds a row; the name is the person's at this moment. */
export async function insert(db: Queries, entry: NewEntry): Promise<void> {
  const name = sql<string>`coalesce((SELECT ${users.username} FROM ${users} WHERE ${users.id} = ${entry.userId ?? null}), '')`
  await db.insert(auditEntries).values({ ...entry, userName: name })
}

/** The newest entries below an id. */
export async function list(
  db: Queries,
  wanted: EntriesWanted,
  below: number | undefined,
  limit: number,
): Promise<EntryRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(and(fits(wanted), below === undefined ? undefined : lt(auditEntries.id, below)))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/** How many entries fit, counted as far as `most`, and the newest one's id. */
export async function count(
  db: Queries,
  wanted: EntriesWanted,
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

/** Removes what is older than a time. */
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
}: EntriesWanted): SQL | undefined {
  const pattern = q ? containing(q) : undefined
  return and(
    action && eq(auditEntries.action, action),
    outcome && eq(auditEntries.outcome, outcome),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
    objectType ? eq(auditEntries.objectType, objectType) : undefined,
    objectId === undefined ? undefined : eq(auditEntries.objectId, objectId),
    pattern === undefined
      ? undefined
      : or(
          ilike(auditEntries.userName, pattern),
          ilike(auditEntries.objectName, pattern),
          ilike(auditEntries.address, pattern),
        ),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    until === undefined ? undefined : lte(auditEntries.at, new Date(until)),
  )
}
