import { sql } from 'drizzle-orm'
import { formerReadersAmong, readersAmong, type FormerAccess } from '../../access/index.ts'
import type { Queries } from '../../platform/db/index.ts'

/** A project, and one who may read it; null stands once for a project that none of those asked for may read. */
export type Reading = {
  projectId: number
  /** The project's context. */
  contextId: number
  /** The reader, by their own context. */
  reader: number | null
}

/** Which of some people may read which of some projects, named by their ids or their contexts: one question for all. */
export async function readersOf(
  db: Queries,
  wanted: { projectIds: readonly number[]; contextIds: readonly number[] },
  people: readonly number[],
): Promise<Reading[]> {
  const named = sql`projects.id = ANY (${sql.param([...wanted.projectIds])}::bigint[])
    OR projects.context_id = ANY (${sql.param([...wanted.contextIds])}::bigint[])`
  const { rows } = await db.execute<Reading>(sql`
    SELECT projects.id AS "projectId", projects.context_id AS "contextId", readers.reader
    FROM projects
    LEFT JOIN ${readersAmong(sql`SELECT projects.context_id FROM projects WHERE ${named}`, people)} AS readers
      ON readers.item = projects.context_id
    WHERE ${named}`)
  return rows
}

/** An answer that is being written, or waits for its turn. */
export type Unfinished = { messageId: number; tabId: number; projectId: number }

/** The unfinished answers that somebody may read, oldest first. */
export async function unfinishedOf(db: Queries, person: number): Promise<Unfinished[]> {
  const unfinished = sql`SELECT messages.id, messages.tab_id, tabs.project_id, projects.context_id
    FROM messages JOIN tabs ON tabs.id = messages.tab_id JOIN projects ON projects.id = tabs.project_id
    WHERE messages.state < 2`
  const { rows } = await db.execute<Unfinished>(sql`
    WITH unfinished AS MATERIALIZED (${unfinished})
    SELECT unfinished.id AS "messageId", unfinished.tab_id AS "tabId", unfinished.project_id AS "projectId"
    FROM unfinished
    JOIN ${readersAmong(sql`SELECT context_id FROM unfinished`, [person])} AS readers
      ON readers.item = unfinished.context_id
    ORDER BY unfinished.id`)
  return rows
}

/** Which of some people could read something before. */
export async function formerReadersOf(
  db: Queries,
  former: FormerAccess,
  people: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ reader: number }>(
    sql`SELECT former.reader FROM ${formerReadersAmong(former, people)} AS former`,
  )
  return rows.map(({ reader }) => reader)
}
