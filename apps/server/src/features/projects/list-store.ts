// The list of projects with the details of their cards.
import { and, eq, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { qualified, type Person } from '#access/index.ts'
import { listed, pageOf, type PageCursor } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'
import { isArchivedBy } from './archive-store.ts'
import { projectItem } from './item.ts'
import { CHAT_TYPE, type ListedFacts } from './rules.ts'
import { projects } from './table.ts'

export interface ProjectsFilter {
  readonly q?: string | undefined
  readonly kind?: 'chat' | 'project' | undefined
  readonly ids?: readonly number[] | undefined
  /** Without it, archived projects are left out. */
  readonly archived?: 'only' | 'all' | undefined
}

const numTabs = sql<number>`(SELECT count(*) FROM tabs counted WHERE counted.project_id = ${qualified(projects.id)})`

const firstTabId = sql<number | null>`(SELECT first.id FROM tabs first
  WHERE first.project_id = ${qualified(projects.id)} ORDER BY first.tab_index, first.id LIMIT 1)`

// A user who may read a project may read all of its tabs.
const lastQuery = sql<string>`coalesce((
  SELECT left(newest.query_text, 200)
  FROM tabs asked CROSS JOIN LATERAL (
    SELECT id, query_text FROM messages WHERE messages.tab_id = asked.id ORDER BY messages.id DESC LIMIT 1) newest
  WHERE asked.project_id = ${qualified(projects.id)} ORDER BY newest.id DESC LIMIT 1), '')`

/** Returns the projects that the viewer may read and that match, the last used first, after a cursor. */
export async function listVisible(
  db: Queries,
  viewer: Person,
  wanted: ProjectsFilter,
  after: PageCursor | undefined,
  limit: number,
): Promise<ListedFacts[]> {
  const selective = wanted.q !== undefined || wanted.ids !== undefined || wanted.archived === 'only'
  const condition = fits(viewer, wanted)
  const page = await pageOf(db, viewer, projectItem, { condition, after, limit, selective })
  return listed(db, viewer, projectItem, page, { numTabs, firstTabId, lastQuery })
}

function fits({ userId }: Person, { q, kind, ids, archived }: ProjectsFilter): SQL | undefined {
  const isArchived = isArchivedBy(userId)
  return and(
    archived === 'all' ? undefined : archived === 'only' ? isArchived : not(isArchived),
    ids && inArray(projects.id, [...ids]),
    kind && (kind === 'chat' ? eq : ne)(projects.type, CHAT_TYPE),
    q ? or(contains(projects.name, q), contains(projects.description, q)) : undefined,
  )
}
