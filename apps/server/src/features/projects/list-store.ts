// The list of projects with what their cards say.
import { and, eq, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { CONTEXT_TYPES } from '@polylogue/contract'
import { askingOnce, effectiveLevel, qualified, reachable, type Person } from '../../access/index.ts'
import type { Queries } from '../../platform/db/index.ts'
import { containing } from '../../platform/like.ts'
import { CHAT_TYPE, type ListedFacts } from './rules.ts'
import { seen } from './store.ts'
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

const firstTabId = sql<number | null>`(SELECT first.id FROM tabs first
  WHERE first.project_id = ${qualified(projects.id)} ORDER BY first.tab_index, first.id LIMIT 1)`

// Whoever may read a project may read all of its tabs.
const lastQuery = sql<string>`coalesce((
  SELECT left(newest.query_text, 200)
  FROM tabs asked CROSS JOIN LATERAL (
    SELECT id, query_text FROM messages WHERE messages.tab_id = asked.id ORDER BY messages.id DESC LIMIT 1) newest
  WHERE asked.project_id = ${qualified(projects.id)} ORDER BY newest.id DESC LIMIT 1), '')`

/** The projects that the viewer may read and wants, the last used first, after a place. */
export async function listVisible(
  db: Queries,
  viewer: Person,
  wanted: ProjectsWanted,
  after: Place | undefined,
  limit: number,
): Promise<ListedFacts[]> {
  const page = await pageOf(db, viewer, wanted, after, limit)
  if (page.length === 0) return []
  const ids = sql.param(page.map(({ id }) => id))
  const levels = sql.param(page.map(({ level }) => level))
  return db
    .select({
      ...seen(sql<number>`listed.level`),
      lastUsed: projects.lastUsed,
      numTabs,
      firstTabId,
      lastQuery,
    })
    .from(sql`unnest(${ids}::bigint[], ${levels}::int[]) WITH ORDINALITY AS listed (id, level, place)`)
    .innerJoin(projects, sql`${projects.id} = listed.id`)
    .orderBy(sql`listed.place`)
}

/** Of so many that were used last in the whole installation a page is mostly full, for whoever reads much of it. */
const RECENT = 1_000

/** A project of a page, and the viewer's level on it. */
interface Listed extends Record<string, unknown> {
  readonly id: number
  readonly level: number
}

/** A page: of what was used last where that is enough, else of everything that the viewer could read. */
async function pageOf(
  db: Queries,
  viewer: Person,
  wanted: ProjectsWanted,
  after: Place | undefined,
  limit: number,
): Promise<Listed[]> {
  const { once, asked } = askingOnce(viewer)
  const place =
    after === undefined
      ? sql`true`
      : sql`(${projects.lastUsed}, ${projects.id}) < (${new Date(Math.min(after.lastUsed, LAST_MS)).toISOString()}::timestamptz, ${after.id}::bigint)`
  const condition = fits(wanted) ?? sql`true`
  const newestFirst = sql`ORDER BY projects.last_used DESC, projects.id DESC`
  // Access is asked from the last used on until the page is full.
  const pageIn = async (latest: SQL): Promise<Listed[]> => {
    const level = effectiveLevel(asked, sql.raw('latest.context_id'))
    const { rows } = await db.execute<Listed>(sql`${once} SELECT levelled.id, levelled.level
      FROM (SELECT latest.*, ${level} AS level FROM (${latest}) AS latest
        ORDER BY latest.last_used DESC, latest.id DESC OFFSET 0) AS levelled
      WHERE levelled.level >= 1 ORDER BY levelled.last_used DESC, levelled.id DESC LIMIT ${limit}`)
    return rows
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
    kind && (kind === 'chat' ? eq : ne)(projects.type, CHAT_TYPE),
    pattern === undefined
      ? undefined
      : or(ilike(projects.name, pattern), ilike(projects.description, pattern)),
  )
}
