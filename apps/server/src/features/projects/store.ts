import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { effectiveLevel, ownerOf, reachable, sharesOf, visible, type Viewer } from '../../access/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { tabs } from '../tabs/table.ts'
import { users } from '../users/table.ts'
import type { ProjectFacts } from './rules.ts'
import { projects } from './table.ts'

export type NewProject = typeof projects.$inferInsert

function seenBy(viewer: Viewer) {
  return {
    ...getTableColumns(projects),
    ownerContextId: ownerOf(projects.contextId),
    level: effectiveLevel(viewer, projects.contextId),
    shares: sharesOf(projects.contextId),
  }
}

export async function find(db: Queries, viewer: Viewer, id: number): Promise<ProjectFacts | undefined> {
  const [found] = await db.select(seenBy(viewer)).from(projects).where(eq(projects.id, id))
  return found
}

/** The projects that the viewer may read, the newest first. */
export async function listVisible(
  db: Queries,
  viewer: Viewer,
  before: number | undefined,
  limit: number,
): Promise<ProjectFacts[]> {
  return db
    .select(seenBy(viewer))
    .from(projects)
    .where(
      and(
        before === undefined ? undefined : lt(projects.id, before),
        reachable(viewer, CONTEXT_TYPES.project, projects.contextId),
        visible(viewer, projects.contextId),
      ),
    )
    .orderBy(desc(projects.id))
    .limit(limit)
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
