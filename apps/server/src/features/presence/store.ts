import { eq, sql } from 'drizzle-orm'
import type { UserProfile } from '@polylogue/contract'
import { effectiveLevel, readersAmong, type Guarded, type Person } from '../../access/index.ts'
import type { Queries } from '../../platform/db/index.ts'
import { projects } from '../projects/table.ts'

/** How far somebody's access to a project reaches; undefined when there is none of this id. */
export async function levelOf(db: Queries, viewer: Person, projectId: number): Promise<Guarded | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, projects.contextId) })
    .from(projects)
    .where(eq(projects.id, projectId))
  return found
}

/** The project whose context this is; undefined for the context of anything else. */
export async function projectOf(db: Queries, contextId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: projects.id }).from(projects).where(eq(projects.contextId, contextId))
  return found?.id
}

/** A person who may read a project. */
export type Reader = UserProfile & {
  /** By their own context. */
  readonly person: number
}

/** Those of some people (by their contexts) who may read a project. */
export async function readersOf(
  db: Queries,
  projectId: number,
  people: readonly number[],
): Promise<Reader[]> {
  const item = sql`SELECT projects.context_id FROM projects WHERE projects.id = ${projectId}`
  const { rows } = await db.execute<Reader>(sql`
    SELECT readers.reader AS person, users.id, users.first_name AS "firstName", users.last_name AS "lastName",
      users.username, user_pictures.version AS picture
    FROM ${readersAmong(item, people)} AS readers
    JOIN users ON users.context_id = readers.reader
    LEFT JOIN user_pictures ON user_pictures.user_id = users.id`)
  return rows
}
