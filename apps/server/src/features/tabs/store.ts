import { and, asc, eq, exists, getTableColumns, inArray, lte, notExists, sql } from 'drizzle-orm'
import { effectiveLevel, ownerOf, type Person, type Viewer } from '#access/index.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import { projects } from '#features/projects/table.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { messages } from '#features/queries/table.ts'
import { SETTINGS, type ChatDefaults } from './defaults.ts'
import type { TabFacts } from './rules.ts'
import { tabs } from './table.ts'

export type NewTab = typeof tabs.$inferInsert
/** Where a tab stands in a project, and since when. */
export type Place = Pick<NewTab, 'projectId' | 'tabIndex' | 'name' | 'created' | 'modified'>
export type GuardedTab = TabFacts & { readonly level: number }

/** The fields of a project that its tabs need: the viewer's level, and the settings of new tabs. */
export interface ProjectOfTabs extends ChatDefaults {
  readonly id: number
  readonly level: number
}

export async function findProject(
  db: Queries,
  viewer: Viewer,
  id: number,
): Promise<ProjectOfTabs | undefined> {
  const [found] = await db
    .select({
      id: projects.id,
      defaultModelId: projects.defaultModelId,
      defaultModelTagId: projects.defaultModelTagId,
      defaultDatasourceId: projects.defaultDatasourceId,
      amountOfChunks: projects.amountOfChunks,
      custInstWhoId: projects.custInstWhoId,
      custInstRespondId: projects.custInstRespondId,
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(projects)
    .where(eq(projects.id, id))
  return found
}

/** Locks a project's row to serialize changes of its tabs. Call before reading: earlier reads may be stale. */
export async function lockProject(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('update')
}

/** Locks a tab's row against changing, deleting and asking in it until the transaction ends. False when it is deleted. */
export async function lock(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.select({ id: tabs.id }).from(tabs).where(eq(tabs.id, id)).for('update')
  return found.length > 0
}

/** Locks the project of a tab and optionally another one, always in the same order to prevent deadlocks. */
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

/** Returns the highest place of a project's tabs; -1 when it has none. */
export async function lastIndex(tx: Tx, projectId: number): Promise<number> {
  const [found] = await tx
    .select({ last: sql<number | null>`max(${tabs.tabIndex})` })
    .from(tabs)
    .where(eq(tabs.projectId, projectId))
  return found?.last ?? -1
}

export async function find(db: Queries, viewer: Viewer, id: number): Promise<GuardedTab | undefined> {
  const [found] = await db
    .select({ ...getTableColumns(tabs), level: effectiveLevel(viewer, projects.contextId) })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, id))
  return found
}

/** The fields of a tab that asking needs, with the viewer's level. */
export interface TabForPrompt {
  readonly tabId: number
  readonly projectId: number
  readonly projectContextId: number
  readonly ownerContextId: number
  readonly level: number
  /** The options of a prompt that brings none. */
  readonly options: Record<string, unknown>
  /** 0 means none, as for the instructions. */
  readonly defaultDatasourceId: number
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** One prepared statement, access included, because it precedes every question. */
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
      amountOfChunks: tabs.amountOfChunks,
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

/** Inserts many tabs in one statement. Returns their ids by their uuid. */
export async function insertAll(tx: Tx, all: readonly NewTab[]): Promise<Map<string, number>> {
  const rows = await tx
    .insert(tabs)
    .values([...all])
    .returning({ uuid: tabs.uuid, id: tabs.id })
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}

export async function update(tx: Tx, id: number, change: Partial<NewTab>): Promise<TabFacts> {
  return onlyRow(await tx.update(tabs).set(change).where(eq(tabs.id, id)).returning())
}

/**
 * Updates a project's tabs that are empty, unchanged since their creation and still have the settings `before`. Keeps
 * `modified`, so that they follow the next change, too. Returns their ids.
 */
export async function updateFollowing(
  tx: Tx,
  projectId: number,
  before: Partial<ChatDefaults>,
  change: Partial<ChatDefaults>,
): Promise<number[]> {
  const same = SETTINGS.flatMap((name) => (before[name] === undefined ? [] : [eq(tabs[name], before[name])]))
  const changed = await tx
    .update(tabs)
    .set(change)
    .where(
      and(
        eq(tabs.projectId, projectId),
        eq(tabs.modified, tabs.created),
        notExists(tx.select({ id: messages.id }).from(messages).where(eq(messages.tabId, tabs.id))),
        ...same,
      ),
    )
    .returning({ id: tabs.id })
  return changed.map(({ id }) => id)
}

/** Names a tab whose name no person typed. `modified` stays: a form that a person has open must not conflict. */
export async function giveTitle(tx: Tx, id: number, name: string): Promise<boolean> {
  const named = await tx
    .update(tabs)
    .set({ name, autoNamed: false })
    .where(and(eq(tabs.id, id), eq(tabs.autoNamed, true)))
    .returning({ id: tabs.id })
  return named.length > 0
}

/** Whether the tab exists and is in this project. */
export async function isIn(tx: Tx, id: number, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: tabs.id })
    .from(tabs)
    .where(and(eq(tabs.id, id), eq(tabs.projectId, projectId)))
  return found.length > 0
}

/** Numbers a project's tabs from 0 in the order of the ids. */
export async function setOrder(tx: Tx, projectId: number, tabIds: readonly number[]): Promise<void> {
  await tx.execute(sql`UPDATE tabs SET tab_index = wished.place - 1
    FROM jsonb_array_elements_text(${JSON.stringify(tabIds)}::jsonb) WITH ORDINALITY AS wished (id, place)
    WHERE tabs.id = wished.id::bigint AND tabs.project_id = ${projectId}`)
}

/** Deletes a tab with its messages. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(tabs).where(eq(tabs.id, id))
}

/** The type of an unfinished copy; users cannot choose it. */
export const COPYING_TYPE = -1
/** On a shared server another process may be copying: only old copies count as abandoned. */
const OLD_MS = 3_600_000

/** Gives a finished copy its type, unless a user changed it. Undefined when the copy is deleted. */
export async function endCopy(tx: Tx, id: number, type: number): Promise<TabFacts | undefined> {
  const [ended] = await tx
    .update(tabs)
    .set({ type: sql`CASE ${tabs.type} WHEN ${COPYING_TYPE} THEN ${type} ELSE ${tabs.type} END` })
    .where(eq(tabs.id, id))
    .returning()
  return ended
}

/** Returns the copies that dead processes left. */
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

/** Deletes an unfinished copy. Returns the id of its project; undefined when the copy is already deleted. */
export async function removeCopy(tx: Tx, id: number): Promise<number | undefined> {
  const [gone] = await tx.delete(tabs).where(eq(tabs.id, id)).returning({ projectId: tabs.projectId })
  return gone?.projectId
}

/** Returns which of these tabs have confidential messages. */
export async function withConfidential(
  db: Queries,
  { ofMessage }: Pick<Confidentiality, 'ofMessage'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  // The condition of the partial index comes first.
  const { rows } = await db.execute<{
    id: number
  }>(sql`SELECT id FROM tabs WHERE id = ANY (${sql.param([...ids])}::bigint[])
    AND EXISTS (SELECT FROM messages WHERE tab_id = tabs.id AND (confidential OR datasource_ids <> '{}')
      AND ${sql.raw(ofMessage('messages'))})`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these tabs contain questions of other users. */
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
