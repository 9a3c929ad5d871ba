// Running imports: until they are complete, their projects have a type that users cannot choose.
import { and, eq, lte } from 'drizzle-orm'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
import { projects } from './table.ts'

export const IMPORTING_TYPE = -1

/** On a shared server another process may be importing: only old imports count as abandoned. */
const OLD_MS = 3_600_000

export async function end(tx: Tx, projectId: number, type: number): Promise<void> {
  await tx
    .update(projects)
    .set({ type })
    .where(and(eq(projects.id, projectId), eq(projects.type, IMPORTING_TYPE)))
}

/** Returns the projects of imports that dead processes left, with their contexts. */
export async function left(
  db: { kind: Database['kind']; orm: Queries },
  now: Date,
): Promise<{ id: number; contextId: number }[]> {
  const before = new Date(now.getTime() - (db.kind === 'postgres' ? OLD_MS : 0))
  return db.orm
    .select({ id: projects.id, contextId: projects.contextId })
    .from(projects)
    .where(and(eq(projects.type, IMPORTING_TYPE), lte(projects.created, before)))
}
