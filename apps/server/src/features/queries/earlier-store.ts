// Earlier prompts of a user, and questions that were asked in several tabs at once.
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { effectiveLevel, visible, type Person, type Viewer } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { contains } from '#platform/folded.ts'
import { projects } from '#features/projects/table.ts'
import { tabs } from '#features/tabs/table.ts'
import type { MessageAccess } from './policy.ts'
import { firstPage } from './rules.ts'
import { bytes, type MessageRow, type Row } from './store.ts'
import { messages } from './table.ts'

export interface EarlierRow {
  readonly id: number
  /** Size of its text, which is not read yet. */
  readonly bytes: number
  readonly created: Date
  readonly projectId: number
  readonly projectName: string
  readonly projectTabId: number
  readonly tabName: string
}

export interface EarlierFilter {
  readonly q?: string | undefined
  readonly projectTabId?: number | undefined
  readonly projectId?: number | undefined
}

/** Limit on messages of one compared question; more, or more text than a page holds, is not listed. */
const MAX_COMPARED = 500

/** Size of the first batch of questions; each further batch is twice as long. */
const FIRST_LOOK = 250

/** Questions, and characters of each, that one text filter reads: the embedded database runs one statement at a time. */
const STRETCH = 1_000
const READ_FOR_PART = 4_000

/**
 * Returns the viewer's own readable questions before an id, the newest first, each text once. Reads them in batches: the
 * subqueries of a row (newest of its text, readable) must not run for all rows, which a planner with old statistics would
 * do.
 */
export async function earlierPrompts(
  db: Queries,
  viewer: Person,
  wanted: EarlierFilter,
  before: number | undefined,
  limit: number,
): Promise<EarlierRow[]> {
  const found: EarlierRow[] = []
  let size = FIRST_LOOK
  let below = before
  while (found.length < limit) {
    const from = wanted.q ? await stretchBefore(db, viewer, below) : undefined
    const rows = await look(db, viewer, wanted, { from, below }, size)
    for (const { isShown, ...row } of rows) if (isShown) found.push(row)
    const isThrough = rows.length < size
    if (isThrough && from === undefined) break
    below = isThrough ? from : rows.at(-1)?.id
    if (!isThrough) size *= 2
  }
  return found.slice(0, limit)
}

/** Returns the texts of questions by id. */
export async function promptTexts(db: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: messages.id, text: messages.queryText })
    .from(messages)
    .where(inArray(messages.id, [...ids]))
  return new Map(found.map(({ id, text }) => [id, text]))
}

/** Returns the first id of the batch of the viewer's questions before an id; undefined when it reaches the oldest. */
async function stretchBefore(
  db: Queries,
  viewer: Person,
  before: number | undefined,
): Promise<number | undefined> {
  const [begin] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.userId, viewer.userId), before === undefined ? undefined : lt(messages.id, before)),
    )
    .orderBy(desc(messages.id))
    .offset(STRETCH)
    .limit(1)
  return begin && begin.id + 1
}

/** Returns `size` of the viewer's questions between two ids, the newest first, each with whether it is shown. */
async function look(
  db: Queries,
  viewer: Person,
  wanted: EarlierFilter,
  { from, below }: { from: number | undefined; below: number | undefined },
  size: number,
): Promise<(EarlierRow & { isShown: boolean })[]> {
  const { q, projectTabId, projectId } = wanted
  const { id, queryText, created, tabId } = messages
  const own = db
    .select({ id, queryText, created, tabId })
    .from(messages)
    .where(
      and(
        eq(messages.userId, viewer.userId),
        from === undefined ? undefined : gte(messages.id, from),
        below === undefined ? undefined : lt(messages.id, below),
        projectTabId === undefined ? undefined : eq(messages.tabId, projectTabId),
        projectId === undefined
          ? undefined
          : sql`${messages.tabId} IN (SELECT id FROM tabs WHERE project_id = ${projectId})`,
        q ? contains(sql`left(${messages.queryText}, ${sql.raw(String(READ_FOR_PART))})`, q) : undefined,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(size)
    .as('own')
  return db
    .select({
      id: own.id,
      bytes: sql<number>`octet_length(${own.queryText})`,
      created: own.created,
      projectId: projects.id,
      projectName: projects.name,
      projectTabId: tabs.id,
      tabName: tabs.name,
      isShown: sql<boolean>`${visible(viewer, projects.contextId)} AND ${isNewestOfText(viewer, wanted)}`,
    })
    .from(own)
    .innerJoin(tabs, eq(tabs.id, own.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .orderBy(desc(own.id))
}

// The hash uses the index. OFFSET prevents the planner from merging it into one join that reads everything.
function isNewestOfText(viewer: Person, { projectTabId, projectId }: EarlierFilter) {
  const inTab = projectTabId === undefined ? sql`` : sql`AND newer.tab_id = ${projectTabId}`
  const inProject = projectId === undefined ? sql`` : sql`AND newer_tab.project_id = ${projectId}`
  return sql`NOT EXISTS (SELECT 1 FROM messages newer
    JOIN tabs newer_tab ON newer_tab.id = newer.tab_id
    JOIN projects newer_project ON newer_project.id = newer_tab.project_id
    WHERE newer.user_id = ${viewer.userId} AND newer.id > own.id
      AND hashtextextended(newer.query_text, 0) = hashtextextended(own.query_text, 0)
      AND newer.query_text = own.query_text ${inTab} ${inProject}
      AND ${visible(viewer, sql`newer_project.context_id`)}
    OFFSET 0)`
}

/** Characters of a compared question in the list. */
const LISTED_OF_TEXT = 300

export interface ComparisonRow {
  readonly id: number
  readonly compareId: string
  readonly queryText: string
  readonly created: Date
}

/** Returns the questions asked in several tabs of a project at once, each by its first message there, the newest first. */
export async function comparisons(
  db: Queries,
  viewer: Viewer,
  projectId: number,
  before: number | undefined,
  limit: number,
): Promise<ComparisonRow[]> {
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM messages other JOIN tabs other_tab ON other_tab.id = other.tab_id
    WHERE other.compare_id = ${messages.compareId} AND other.id < ${messages.id} AND other_tab.project_id = ${projectId})`
  return db
    .select({
      id: messages.id,
      compareId: sql<string>`${messages.compareId}`,
      queryText: sql<string>`left(${messages.queryText}, ${sql.raw(String(LISTED_OF_TEXT))})`,
      created: messages.created,
    })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(
      and(
        eq(projects.id, projectId),
        isNotNull(messages.compareId),
        before === undefined ? undefined : lt(messages.id, before),
        visible(viewer, projects.contextId),
        isFirst,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit)
}

/** Returns the messages of a compared question in the tabs that the viewer may read, in the order of the tabs. */
export async function compared(
  db: Queries,
  row: Row,
  viewer: Viewer,
  compareId: string,
): Promise<(MessageRow & MessageAccess)[]> {
  const level = effectiveLevel(viewer, projects.contextId)
  const order = [asc(projects.id), asc(tabs.tabIndex), asc(tabs.id), asc(messages.id)] as const
  const sizes = await db
    .select({ id: messages.id, bytes })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(and(eq(messages.compareId, compareId), visible(viewer, projects.contextId)))
    .orderBy(...order)
    .limit(MAX_COMPARED)
  if (sizes.length === 0) return []
  const ids = firstPage(sizes, MAX_COMPARED).map(({ id }) => id)
  return db
    .select({ ...row, level, projectOwnerId: projects.ownerId })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(and(inArray(messages.id, ids), visible(viewer, projects.contextId)))
    .orderBy(...order)
}
