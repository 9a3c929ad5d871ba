import { eq, sql } from 'drizzle-orm'
import type { UserProfile } from '@polylogue/contract'
import { effectiveLevel, readersAmong, type Guarded, type Person } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { projects } from '#features/projects/table.ts'

/** Returns the viewer's access level on a project; undefined when it does not exist. */
export async function levelOf(db: Queries, viewer: Person, projectId: number): Promise<Guarded | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, projects.contextId) })
    .from(projects)
    .where(eq(projects.id, projectId))
  return found
}

/** Returns the project of a context; undefined for contexts of other items. */
export async function projectOf(db: Queries, contextId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: projects.id }).from(projects).where(eq(projects.contextId, contextId))
  return found?.id
}

/** A user who may read a project. */
export type Reader = UserProfile & {
  /** The context of the user. */
  readonly person: number
}

/** Returns which of these users (by their contexts) may read a project. */
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
