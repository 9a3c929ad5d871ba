import { and, asc, eq, getTableColumns, notExists, sql } from 'drizzle-orm'
import { effectiveLevel, ownerOf, type Person } from '../../access/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { projects } from '../projects/table.ts'
import { messages } from '../queries/table.ts'
import type { ChatDefaults } from './defaults.ts'
import type { TabFacts } from './rules.ts'
import { tabs } from './table.ts'

export type NewTab = typeof tabs.$inferInsert
export type GuardedTab = TabFacts & { readonly level: number }

/** A project as far as its tabs need it: the viewer's level, and what new tabs inherit. */
export interface ProjectOfTabs extends ChatDefaults {
  readonly id: number
  readonly level: number
}

export async function findProject(
  db: Queries,
  viewer: Person,
  id: number,
): Promise<ProjectOfTabs | undefined> {
  const [found] = await db
    .select({
      id: projects.id,
      defaultModelId: projects.defaultModelId,
      defaultModelTagId: projects.defaultModelTagId,
      defaultDatasourceId: projects.defaultDatasourceId,
      custInstWhoId: projects.custInstWhoId,
      custInstRespondId: projects.custInstRespondId,
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(projects)
    .where(eq(projects.id, id))
  return found
}

/**
 * Holds a project's row, so that changes of its tabs follow one another. Before anything is read: what was read earlier may
 * be old by then.
 */
export async function lockProject(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
}

/** Holds a tab's row: until the transaction ends nobody changes it, deletes it, or asks in it. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: tabs.id }).from(tabs).where(eq(tabs.id, id)).for('update')
}

/** Holds the project of a tab, and another one if named: always in the same order, so that nobody waits in a circle. */
export async function lockProjectsOf(tx: Tx, tabId: number, otherId?: number): Promise<void> {
  await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      sql`${projects.id} IN (SELECT project_id FROM tabs WHERE id = ${tabId} UNION SELECT ${otherId ?? null}::bigint)`,
    )
    .orderBy(asc(projects.id))
    .for('update')
}

/** The highest place of a project's tabs; -1 when it has none. */
export async function lastIndex(tx: Tx, projectId: number): Promise<number> {
  const [found] = await tx
    .select({ last: sql<number | null>`max(${tabs.tabIndex})` })
    .from(tabs)
    .where(eq(tabs.projectId, projectId))
  return found?.last ?? -1
}

export async function find(db: Queries, viewer: Person, id: number): Promise<GuardedTab | undefined> {
  const [found] = await db
    .select({ ...getTableColumns(tabs), level: effectiveLevel(viewer, projects.contextId) })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, id))
  return found
}

/** A tab as far as asking in it needs it: where it is, whose, and the viewer's level. */
export interface TabForPrompt {
  readonly tabId: number
  readonly projectId: number
  readonly projectContextId: number
  readonly ownerContextId: number
  readonly level: number
  /** What a prompt that brings no options is asked with. */
  readonly options: Record<string, unknown>
  /** 0 is none, as with the next two. */
  readonly defaultDatasourceId: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** One prepared statement, access included: it stands before every question. */
export async function findForPrompt(
  db: Queries,
  viewer: Person,
  tabId: number,
): Promise<TabForPrompt | undefined> {
  const [found] = await db
    .select({
      tabId: tabs.id,
      options: tabs.options,
      defaultDatasourceId: tabs.defaultDatasourceId,
      custInstWhoId: tabs.custInstWhoId,
      custInstRespondId: tabs.custInstRespondId,
      projectId: projects.id,
      projectContextId: projects.contextId,
      ownerContextId: ownerOf(projects.contextId),
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, tabId))
    .prepare('tabs.for-prompt')
    .execute()
  return found
}

export async function listOfProject(db: Queries, projectId: number): Promise<TabFacts[]> {
  return db.select().from(tabs).where(eq(tabs.projectId, projectId)).orderBy(asc(tabs.tabIndex), asc(tabs.id))
}

export async function insert(tx: Tx, tab: NewTab): Promise<TabFacts> {
  return onlyRow(await tx.insert(tabs).values(tab).returning())
}

export async function update(tx: Tx, id: number, change: Partial<NewTab>): Promise<TabFacts> {
  return onlyRow(await tx.update(tabs).set(change).where(eq(tabs.id, id)).returning())
}

/** Changes those tabs of a project that hold no message and were not changed since they were made. Returns their ids. */
export async function updateUntouched(tx: Tx, projectId: number, change: Partial<NewTab>): Promise<number[]> {
  const changed = await tx
    .update(tabs)
    .set(change)
    .where(
      and(
        eq(tabs.projectId, projectId),
        eq(tabs.modified, tabs.created),
        notExists(tx.select({ id: messages.id }).from(messages).where(eq(messages.tabId, tabs.id))),
      ),
    )
    .returning({ id: tabs.id })
  return changed.map(({ id }) => id)
}

/** Numbers a project's tabs from 0 in the order of the given ids. */
export async function setOrder(tx: Tx, projectId: number, tabIds: readonly number[]): Promise<void> {
  await tx.execute(sql`UPDATE tabs SET tab_index = wished.place - 1
    FROM jsonb_array_elements_text(${JSON.stringify(tabIds)}::jsonb) WITH ORDINALITY AS wished (id, place)
    WHERE tabs.id = wished.id::bigint AND tabs.project_id = ${projectId}`)
}

/** Deletes a tab with its messages. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(tabs).where(eq(tabs.id, id))
}

export async function hasMessagesOfOthers(tx: Tx, id: number, userId: number): Promise<boolean> {
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.tabId, id), sql`${messages.userId} IS DISTINCT FROM ${userId}`))
    .limit(1)
  return found.length > 0
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row
}
