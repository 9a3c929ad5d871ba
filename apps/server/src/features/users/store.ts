import { eq, sql } from 'drizzle-orm'
import { COMPANY_CONTEXT, CONTEXT_TYPES } from '@polylogue/contract'
import { contexts } from '../../access/table.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = Omit<typeof users.$inferInsert, 'id' | 'contextId' | 'created' | 'modified'>

export async function find(db: Queries, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** By user name or e-mail address in their canonical form. */
export async function findByName(db: Queries, name: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(sql`lower(${users.username}) = lower(${name}) OR lower(${users.email}) = lower(${name})`)
  return row
}

export async function isAnybodyThere(db: Queries): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1)
  return rows.length > 0
}

/** Keeps everybody else from creating a person until the transaction ends. */
export async function lockOutNewcomers(tx: Tx): Promise<void> {
  await tx.execute(sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`)
}

/** A person's context, which owns itself. */
export async function insertContext(tx: Tx, context: { uuid: string; name: string }): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH next AS (SELECT nextval(pg_get_serial_sequence('contexts', 'id')) AS id)
    INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
    SELECT id, ${context.uuid}, ${CONTEXT_TYPES.user}, ${context.name}, id FROM next
    RETURNING id`)
  return onlyRow(rows).id
}

/** Undefined when the user name or the e-mail address is taken. */
export async function insert(tx: Tx, user: NewUser & { contextId: number }): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning()
  return row
}

export async function isEmailTaken(db: Queries, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
  return rows.length > 0
}

export async function giveCompanyTo(tx: Tx, contextId: number): Promise<void> {
  await tx.update(contexts).set({ ownerContextId: contextId }).where(eq(contexts.id, COMPANY_CONTEXT))
}

/** The ids of a person's own projects, the oldest first. */
export async function ownProjectIds(db: Queries, userId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM projects WHERE owner_id = ${userId} ORDER BY id`,
  )
  return rows.map((row) => row.id)
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row
}
