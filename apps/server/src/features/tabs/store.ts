import { and, asc, eq, exists, getTableColumns, inArray, lte, notExists, sql } from 'drizzle-orm'
import { effectiveLevel, ownerOf, type Person } from '../../access/index.ts'
import type { Database, Queries, Tx } from '../../platform/db/index.ts'
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

/** Holds a tab's row: until the transaction ends nobody changes it, deletes it, or asks in it. False when it is gone. */
export async function lock(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.select({ id: tabs.id }).from(tabs).where(eq(tabs.id, id)).for('update')
  return found.length > 0
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

/** The type, which nobody can choose, of a copy until all is in it. */
export const COPYING_TYPE = -1
/** On a shared server another process may be copying: only what nobody can be at any more is taken for left. */
const OLD_MS = 3_600_000

/** Gives a copy the type that it is to have, unless somebody chose another. Undefined when it is gone. */
export async function endCopy(tx: Tx, id: number, type: number): Promise<TabFacts | undefined> {
  const [ended] = await tx
    .update(tabs)
    .set({ type: sql`CASE ${tabs.type} WHEN ${COPYING_TYPE} THEN ${type} ELSE ${tabs.type} END` })
    .where(eq(tabs.id, id))
    .returning()
  return ended
}

/** Copies that a process which died has begun. */
export async function leftCopies(
  db: { kind: Database['kind']; orm: Queries },
  now: Date,
): Promise<{ id: number }[]> {
  const before = new Date(now.getTime() - (db.kind === 'postgres' ? OLD_MS : 0))
  return db.orm
    .select({ id: tabs.id })
    .from(tabs)
    .where(and(eq(tabs.type, COPYING_TYPE), lte(tabs.created, before)))
}

/** Deletes a copy that did not come to its end. Returns the id of its project; undefined when it is gone. */
export async function removeCopy(tx: Tx, id: number): Promise<number | undefined> {
  const [gone] = await tx.delete(tabs).where(eq(tabs.id, id)).returning({ projectId: tabs.projectId })
  return gone?.projectId
}

/** Those of some tabs in which others than this person asked. */
export async function askedByOthers(
  db: Queries,
  ids: readonly number[],
  userId: number,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const ofOthers = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.tabId, tabs.id), sql`${messages.userId} IS DISTINCT FROM ${userId}`))
  const found = await db
    .select({ id: tabs.id })
    .from(tabs)
    .where(and(inArray(tabs.id, [...ids]), exists(ofOthers)))
  return new Set(found.map(({ id }) => id))
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row
}
