// The list of projects with what their cards say.
import { and, desc, eq, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
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
  wanted: ProjectsWanted,
  after: Place | undefined,
  limit: number,
): Promise<ListedFacts[]> {
  const ids = await pageOf(db, viewer, wanted, after, limit)
  if (ids.length === 0) return []
  return db
    .select({ ...seenBy(viewer), lastUsed: projects.lastUsed, numTabs, lastQuery })
    .from(projects)
    .where(inArray(projects.id, ids))
    .orderBy(desc(projects.lastUsed), desc(projects.id))
}

/** Of so many that were used last in the whole installation a page is mostly full, for whoever reads much of it. */
const RECENT = 1_000

/** The ids of a page: of what was used last where that is enough, else of everything that the viewer could read. */
async function pageOf(
  db: Queries,
  viewer: Viewer,
  wanted: ProjectsWanted,
  after: Place | undefined,
  limit: number,
): Promise<number[]> {
  const { once, asked } = askingOnce(viewer)
  const place =
    after === undefined
      ? sql`true`
      : sql`(${projects.lastUsed}, ${projects.id}) < (${new Date(Math.min(after.lastUsed, LAST_MS)).toISOString()}::timestamptz, ${after.id}::bigint)`
  const condition = fits(wanted) ?? sql`true`
  const newestFirst = sql`ORDER BY projects.last_used DESC, projects.id DESC`
  // Access is asked from the last used on until the page is full.
  const pageIn = async (latest: SQL): Promise<number[]> => {
    const { rows } = await db.execute<{ id: number }>(sql`${once} SELECT latest.id FROM (${latest}) AS latest
      WHERE ${visible(asked, sql.raw('latest.context_id'))}
      ORDER BY latest.last_used DESC, latest.id DESC LIMIT ${limit}`)
    return rows.map(({ id }) => id)
  }
  const isPicked = wanted.q !== undefined || wanted.ids !== undefined
  const recent = isPicked
    ? []
    : await pageIn(sql`SELECT projects.id, projects.context_id, projects.last_used
    FROM (SELECT * FROM projects WHERE ${place} ${newestFirst} LIMIT ${RECENT}) AS projects
    WHERE ${condition} ${newestFirst} OFFSET 0`)
  if (recent.length === limit) return recent
  const within = reachable(asked, CONTEXT_TYPES.project, projects.contextId)
  return pageIn(sql`SELECT projects.id, projects.context_id, projects.last_used FROM projects
    WHERE ${condition} AND ${place} AND ${within} ${newestFirst} OFFSET 0`)
}

function fits({ q, kind, ids }: ProjectsWanted): SQL | undefined {
  const pattern = q ? containing(q) : undefined
  return and(
    ids && inArray(projects.id, [...ids]),
    kind && (kind === 'chat' ? eq(projects.type, 0) : ne(projects.type, 0)),
    pattern === undefined
      ? undefined
      : or(ilike(projects.name, pattern), ilike(projects.description, pattern)),
  )
}
