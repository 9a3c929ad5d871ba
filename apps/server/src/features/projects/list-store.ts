// The list of projects with what their cards say, in one statement.
import { and, desc, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { askingOnce, qualified, reachable, visible, type Viewer } from '../../access/index.ts'
import type { Queries } from '../../platform/db/index.ts'
import { containing } from '../../platform/like.ts'
import type { ListedFacts } from './rules.ts'
import { seenBy } from './store.ts'
import { projects } from './table.ts'

export interface ProjectsWanted {
  readonly q?: string | undefined
  readonly kind?: 'chat' | 'project' | undefined
  readonly ids?: readonly number[] | undefined
}

/** Where a page of the list ended. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly lastUsed: number
  readonly id: number
}

/** The last moment of the year 9999: a cursor is what somebody sends. */
const LAST_MS = 253_402_300_799_999

const numTabs = sql<number>`(SELECT count(*) FROM tabs counted WHERE counted.project_id = ${qualified(projects.id)})`

// Whoever may read a project may read all of its tabs.
const lastQuery = sql<string>`coalesce((
  SELECT left(newest.query_text, 200)
  FROM tabs asked CROSS JOIN LATERAL (
    SELECT id, query_text FROM messages WHERE messages.tab_id = asked.id ORDER BY messages.id DESC LIMIT 1) newest
  WHERE asked.project_id = ${qualified(projects.id)} ORDER BY newest.id DESC LIMIT 1), '')`

/** The projects that the viewer may read and wants, the last used first, after a place. */
export async function listVisible(
  db: Queries,
  viewer: Viewer,
  { q, kind, ids }: ProjectsWanted,
  after: Place | undefined,
  limit: number,
): Promise<ListedFacts[]> {
  const pattern = q ? containing(q) : undefined
  const { once, asked } = askingOnce(viewer)
  const wanted = and(
    after &&
      sql`(${projects.lastUsed}, ${projects.id}) < (${new Date(Math.min(after.lastUsed, LAST_MS)).toISOString()}::timestamptz, ${after.id}::bigint)`,
    ids && inArray(projects.id, [...ids]),
    kind && (kind === 'chat' ? eq(projects.type, 0) : ne(projects.type, 0)),
    pattern === undefined
      ? undefined
      : or(ilike(projects.name, pattern), ilike(projects.description, pattern)),
    reachable(asked, CONTEXT_TYPES.project, projects.contextId),
  )
  // Access is asked from the last used on until the page is full, and what cards say is looked up for the page alone.
  const page = sql`(${once} SELECT latest.id FROM (
      SELECT projects.id, projects.context_id, projects.last_used FROM projects WHERE ${wanted}
      ORDER BY projects.last_used DESC, projects.id DESC OFFSET 0) AS latest
    WHERE ${visible(asked, sql.raw('latest.context_id'))}
    ORDER BY latest.last_used DESC, latest.id DESC LIMIT ${limit})`
  return db
    .select({ ...seenBy(viewer), lastUsed: projects.lastUsed, numTabs, lastQuery })
    .from(projects)
    .where(sql`${projects.id} IN ${page}`)
    .orderBy(desc(projects.lastUsed), desc(projects.id))
}
