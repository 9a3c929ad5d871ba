import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { effectiveLevel, ownerOf, sharesOf, type Person } from '../../access/index.ts'
import type pg from 'pg'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { tabs } from '../tabs/table.ts'
import { users } from '../users/table.ts'
import type { ProjectFacts } from './rules.ts'
import { projects } from './table.ts'

export type NewProject = typeof projects.$inferInsert

/** What `ProjectFacts` is selected with, from projects, by somebody with that level. */
export function seen(level: SQL<number>) {
  const { lastUsed: _, ...columns } = getTableColumns(projects)
  return {
    ...columns,
    ownerContextId: ownerOf(projects.contextId),
    level,
    shares: sharesOf(projects.contextId),
  }
}

export async function find(db: Queries, viewer: Person, id: number): Promise<ProjectFacts | undefined> {
  const [found] = await db
    .select(seen(effectiveLevel(viewer, projects.contextId)))
    .from(projects)
    .where(eq(projects.id, id))
  return found
}

/** Holds a project's row, so that changes follow one another; before anything of it is read. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
}

/** Holds a person's row: of many first loads at once, one makes the default project. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

export async function insert(tx: Tx, project: NewProject): Promise<number> {
  const [row] = await tx.insert(projects).values(project).returning({ id: projects.id })
  if (!row) throw new Error('The database returned no row for a new project')
  return row.id
}

export async function update(tx: Tx, id: number, change: Partial<NewProject>): Promise<void> {
  await tx.update(projects).set(change).where(eq(projects.id, id))
}

/** Deletes a project with its tabs and messages; its context stays for the caller to remove. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(projects).where(eq(projects.id, id))
}

export async function tabIdsOf(tx: Tx, projectId: number): Promise<number[]> {
  const found = await tx.select({ id: tabs.id }).from(tabs).where(eq(tabs.projectId, projectId))
  return found.map(({ id }) => id)
}

/**
 * These projects count as used at a time, unless they were later. One that somebody holds is left out: whoever does changes it
 * now, and a long change must not keep connections waiting.
 */
export async function touch(db: Queries, ids: readonly number[], at: Date): Promise<void> {
  await db.execute(sql`WITH held AS (
      SELECT id FROM projects WHERE id = ANY (${sql.param(ids)}::bigint[]) AND last_used < ${at.toISOString()}::timestamptz
      FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE projects SET last_used = greatest(last_used, ${at.toISOString()}::timestamptz) FROM held
    WHERE projects.id = held.id`)
}

/** The projects of these messages count as used when they were asked, as `touch` says. */
export async function touchByMessages(
  pool: Pick<pg.Pool, 'query'>,
  messageIds: readonly number[],
): Promise<void> {
  await pool.query({
    name: 'projects.touch',
    text: `WITH asked AS (
        SELECT tab.project_id AS id, date_trunc('milliseconds', max(message.created)) AS at
        FROM messages message JOIN tabs tab ON tab.id = message.tab_id
        WHERE message.id = ANY ($1::bigint[]) GROUP BY tab.project_id
      ), held AS (
        SELECT project.id, asked.at FROM projects project JOIN asked ON asked.id = project.id
        WHERE project.last_used < asked.at FOR NO KEY UPDATE OF project SKIP LOCKED)
      UPDATE projects SET last_used = greatest(last_used, held.at) FROM held WHERE projects.id = held.id`,
    values: [messageIds],
  })
}
