import { PROVISIONAL_NAMES } from '@polylogue/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queries, Tx } from '#platform/db/index.ts'
import { users } from '#features/users/table.ts'
import { CHAT_TYPE } from './rules.ts'
import { projects } from './table.ts'

/** Locks a user's row: of parallel first loads, one creates the default project. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/** Sets columns that users cannot change; the caller has locked the row. */
export async function update(
  tx: Tx,
  id: number,
  change: Partial<typeof projects.$inferInsert>,
): Promise<void> {
  await tx.update(projects).set(change).where(eq(projects.id, id))
}

/** Names a chat whose name no person typed. Returns whether it did. */
export async function giveTitle(tx: Tx, id: number, name: string): Promise<boolean> {
  const named = await tx
    .update(projects)
    .set({ name, autoNamed: false })
    .where(and(eq(projects.id, id), eq(projects.autoNamed, true), eq(projects.type, CHAT_TYPE)))
    .returning({ id: projects.id })
  return named.length > 0
}

/** Returns which of these chats are still named as new ones, with their first questions. */
export async function findUnnamed(
  pool: Pick<pg.Pool, 'query'>,
  ids: readonly number[],
): Promise<{ id: number; question: string }[]> {
  const { rows } = await pool.query<{ id: number; question: string }>({
    name: 'projects.unnamed',
    text: `SELECT project.id, (SELECT left(first.query_text, 2000) FROM messages first JOIN tabs own ON own.id = first.tab_id
          WHERE own.project_id = project.id ORDER BY first.id LIMIT 1) AS question
      FROM projects project
      WHERE project.auto_named AND project.name = ANY ($2::text[]) AND project.id = ANY ($1::bigint[])`,
    values: [ids, PROVISIONAL_NAMES],
  })
  return rows
}

/** Gives a chat another name that no person typed, if it is still named as a new one; returns its context. */
export async function rename(tx: Tx, id: number, name: string): Promise<number | undefined> {
  const [named] = await tx
    .update(projects)
    .set({ name })
    .where(and(eq(projects.id, id), eq(projects.autoNamed, true), inArray(projects.name, PROVISIONAL_NAMES)))
    .returning({ contextId: projects.contextId })
  return named?.contextId
}

/** Locks a project's row to serialize changes; call before reading it. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
}

/** Deletes a project with its tabs and messages; the caller removes its context. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(projects).where(eq(projects.id, id))
}

/**
 * Marks projects as used at a time, unless they were used later. Skips locked rows: their transaction changes them anyway,
 * and waiting for a long one would block connections.
 */
export async function touch(db: Queries, ids: readonly number[], at: Date): Promise<void> {
  await db.execute(sql`WITH held AS (
      SELECT id FROM projects WHERE id = ANY (${sql.param(ids)}::bigint[]) AND last_used < ${at.toISOString()}::timestamptz
      FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE projects SET last_used = greatest(last_used, ${at.toISOString()}::timestamptz) FROM held
    WHERE projects.id = held.id`)
}

/**
 * Marks the projects of these messages as used when they were asked, like `touch`. Returns those that are still named as new
 * ones: few are, so that the ends of answers need no further statement.
 */
export async function touchByMessages(
  pool: Pick<pg.Pool, 'query'>,
  messageIds: readonly number[],
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'projects.touch',
    text: `WITH asked AS (
        SELECT tab.project_id AS id, date_trunc('milliseconds', max(message.created)) AS at
        FROM messages message JOIN tabs tab ON tab.id = message.tab_id
        WHERE message.id = ANY ($1::bigint[]) GROUP BY tab.project_id
      ), held AS (
        SELECT project.id, asked.at FROM projects project JOIN asked ON asked.id = project.id
        WHERE project.last_used < asked.at FOR NO KEY UPDATE OF project SKIP LOCKED
      ), touched AS (
        UPDATE projects SET last_used = greatest(last_used, held.at) FROM held WHERE projects.id = held.id)
      SELECT project.id FROM projects project JOIN asked ON asked.id = project.id
      WHERE project.auto_named AND project.name = ANY ($2::text[])`,
    values: [messageIds, PROVISIONAL_NAMES],
  })
  return rows.map(({ id }) => id)
}
