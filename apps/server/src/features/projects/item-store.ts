// The SQL of projects beside that of all items.
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { outsideBin, readersAmong } from '#access/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { placeName, saysNothing, tabs } from '#features/tabs/table.ts'
import { CHAT_TYPE } from './rules.ts'
import { projects } from './table.ts'

/** The name under which projects are counted when their owner leaves. */
export const countedName: SQL<string> = sql<string>`CASE WHEN ${projects.type} = ${CHAT_TYPE} THEN 'chats' ELSE 'projects' END`

/** What a project is called: a single chat is no project to people. */
export const calledName: SQL<string> = sql<string>`CASE WHEN ${projects.type} = ${CHAT_TYPE} THEN 'chat' ELSE 'project' END`

/** Searches tabs by name too, in readable projects; a tab whose name says nothing is found by its description only. */
export const tabNames = (readable: string): string =>
  `SELECT 'tab', tab.id, tab.project_id, tab.id,
      ${placeName('project', 'tab')},
      tab.name || E'\\n' || tab.description, tab.created, tab.words, '/projects/' || tab.project_id
    FROM tabs tab JOIN ${readable} AS readable ON readable.id = tab.project_id
    JOIN projects project ON project.id = tab.project_id
    WHERE NOT (${saysNothing('project', 'tab')} AND tab.description = '')`

/** Returns the ids of a user's own projects, the oldest first. */
export async function idsOf(db: Queries, userId: number): Promise<number[]> {
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.ownerId, userId), outsideBin(projects.contextId)))
    .orderBy(asc(projects.id))
  return found.map(({ id }) => id)
}

/** Returns the tabs of projects, by project. */
export async function tabsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = await tx
    .select({ id: tabs.id, projectId: tabs.projectId })
    .from(tabs)
    .where(inArray(tabs.projectId, [...ids]))
    .orderBy(tabs.id)
  const byProject = Map.groupBy(found, ({ projectId }) => projectId)
  return new Map([...byProject].map(([projectId, own]) => [projectId, own.map(({ id }) => id)]))
}

/** An answer that is running or waits for its turn. */
export type Unfinished = { messageId: number; tabId: number; projectId: number }

/** Returns the unfinished answers that a user may read, oldest first. */
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
