// The projects of one person, all at once.
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { qualified } from '../../access/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { tabs } from '../tabs/table.ts'
import { projects } from './table.ts'

/** A project as far as its owner's leaving needs it; `contextIds`: with whom it is shared. */
export interface OwnedProject {
  readonly id: number
  readonly contextId: number
  readonly type: number
  readonly contextIds: number[]
}

const contextIds = sql<number[]>`ARRAY(SELECT share.assoc_context_id FROM associations share
  WHERE share.context_id = ${qualified(projects.contextId)} ORDER BY share.created, share.assoc_context_id)`

export async function ownedBy(db: Queries, userId: number): Promise<OwnedProject[]> {
  return db
    .select({ id: projects.id, contextId: projects.contextId, type: projects.type, contextIds })
    .from(projects)
    .where(eq(projects.ownerId, userId))
    .orderBy(asc(projects.id))
}

/** The ids of a person's own projects, the oldest first. */
export async function idsOf(db: Queries, userId: number): Promise<number[]> {
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.ownerId, userId))
    .orderBy(asc(projects.id))
  return found.map(({ id }) => id)
}

/** Holds a person's projects, in one order; before anything of them is read. */
export async function lockOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.ownerId, userId))
    .orderBy(asc(projects.id))
    .for('update')
}

/** Gives projects to another owner; whoever changed one from an older state is told so. */
export async function give(tx: Tx, ids: readonly number[], ownerId: number, now: Date): Promise<void> {
  const modified = sql`greatest(${now.toISOString()}::timestamptz, ${projects.modified} + interval '1 millisecond')`
  await tx
    .update(projects)
    .set({ ownerId, modified })
    .where(inArray(projects.id, [...ids]))
}

/** The tabs of projects, by project. */
export async function tabsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = await tx
    .select({ id: tabs.id, projectId: tabs.projectId })
    .from(tabs)
    .where(inArray(tabs.projectId, [...ids]))
    .orderBy(asc(tabs.id))
  const byProject = Map.groupBy(found, ({ projectId }) => projectId)
  return new Map([...byProject].map(([projectId, own]) => [projectId, own.map(({ id }) => id)]))
}

/** Deletes projects with their tabs and messages; their contexts stay for the caller to remove. */
export async function removeAll(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(projects).where(inArray(projects.id, [...ids]))
}
