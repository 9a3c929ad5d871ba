import { and, eq, sql, type SQL } from 'drizzle-orm'
import { qualified, type Person } from '#access/index.ts'
import { pageOf } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { projectItem } from './item.ts'
import { archivedProjects, projects } from './table.ts'

/** Whether a user has archived a row of `projects`. */
export const isArchivedBy = (userId: number): SQL =>
  sql`EXISTS (SELECT FROM archived_projects archived
    WHERE archived.user_id = ${userId} AND archived.project_id = ${qualified(projects.id)})`

/** The maximum number of ids of one reply. */
const MOST = 10_000

export async function archivedOf(db: Queries, viewer: Person): Promise<number[]> {
  const condition = isArchivedBy(viewer.userId)
  const page = await pageOf(db, viewer, projectItem, {
    condition,
    after: undefined,
    limit: MOST,
    selective: true,
  })
  return page.map(({ id }) => id)
}

export async function add(db: Queries, userId: number, projectId: number): Promise<void> {
  // Not for a project that was deleted since the access check.
  await db.execute(sql`INSERT INTO archived_projects (user_id, project_id)
    SELECT ${userId}, id FROM projects WHERE id = ${projectId} FOR KEY SHARE
    ON CONFLICT DO NOTHING`)
}

export async function remove(db: Queries, userId: number, projectId: number): Promise<void> {
  await db
    .delete(archivedProjects)
    .where(and(eq(archivedProjects.userId, userId), eq(archivedProjects.projectId, projectId)))
}
