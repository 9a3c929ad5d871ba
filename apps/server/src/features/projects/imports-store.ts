// Running imports: until they are complete, their projects have a type that users cannot choose.
import { and, eq, inArray, lte, max, sql } from 'drizzle-orm'
import type pg from 'pg'
import { outsideBin } from '#access/index.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import { projects } from './table.ts'

export const IMPORTING_TYPE = -1

/** On a shared server another process may be importing: only old imports count as abandoned. */
const OLD_MS = 3_600_000

/** The class of the advisory locks of people whose import is being completed. */
const LOCK_CLASS = 7_211

/** Completes an import; with times the project has those of its chat. */
export async function end(
  tx: Tx,
  projectId: number,
  change: { type: number; importKey?: string; created?: Date; modified?: Date; lastUsed?: Date },
): Promise<void> {
  await tx
    .update(projects)
    .set(change)
    .where(and(eq(projects.id, projectId), eq(projects.type, IMPORTING_TYPE)))
}

/** Returns the projects of a user that were imported with these fingerprints, by fingerprint. */
export async function known(
  pool: Pick<pg.Pool, 'query'>,
  ownerId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; id: number }>({
    name: 'projects.imported',
    text: `SELECT import_key AS key, max(id) AS id FROM projects
      WHERE owner_id = $1 AND import_key = ANY ($2::text[])
        AND NOT EXISTS (SELECT FROM contexts WHERE contexts.id = projects.context_id AND contexts.deleted IS NOT NULL)
      GROUP BY import_key`,
    values: [ownerId, keys],
  })
  return new Map(rows.map(({ key, id }) => [key, Number(id)]))
}

/**
 * Lets one process at a time complete imports of a person, until the transaction ends. Returns the projects that were imported
 * with these fingerprints meanwhile, by fingerprint.
 */
export async function lockKnown(
  tx: Tx,
  ownerId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${ownerId}::int)`)
  const found = await tx
    .select({ key: projects.importKey, id: max(projects.id) })
    .from(projects)
    .where(
      and(
        eq(projects.ownerId, ownerId),
        inArray(projects.importKey, [...keys]),
        outsideBin(projects.contextId),
      ),
    )
    .groupBy(projects.importKey)
  return new Map(found.flatMap(({ key, id }) => (key === null || id === null ? [] : [[key, id]])))
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
