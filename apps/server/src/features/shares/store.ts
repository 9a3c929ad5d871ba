// The SQL of people's own links, and of the administrators' list.
import { and, count, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { ShownFile } from '@polylogue/contract'
import { effectiveLevel, levelOutsideBin, sameSide, type Person } from '#access/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { projects } from '#features/projects/table.ts'
import { messages, attachments } from '#features/queries/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { users } from '#features/users/table.ts'
import { seesOverWalls, type LinkOwner } from './policy.ts'
import type { ListedLink, SomebodysLink } from './rules.ts'
import { shareLinks, type Frozen, type LinkRow } from './table.ts'

type NewLink = Omit<LinkRow, 'id' | 'views' | 'lastOpened'>
export type LinkFields = Omit<NewLink, 'ownerId' | 'tabId' | 'projectId' | 'created'>

/** The tab or project that a link shows, with the viewer's access level. */
export interface Target {
  readonly tabId: number | null
  readonly tabName: string | null
  readonly projectId: number
  readonly projectName: string
  readonly level: number
}

/** Finds what is to be shared, and keeps it from being deleted until the transaction ends. */
export async function findTarget(
  tx: Tx,
  viewer: Person,
  wanted: { tabId?: number | undefined; project?: number | undefined },
): Promise<Target | undefined> {
  const level = effectiveLevel(viewer, projects.contextId)
  const project = { projectId: projects.id, projectName: projects.name, level }
  if (wanted.tabId === undefined) {
    const [found] = await tx
      .select(project)
      .from(projects)
      .where(eq(projects.id, wanted.project ?? 0))
      .for('key share')
    return found && { ...found, tabId: null, tabName: null }
  }
  const [found] = await tx
    .select({ ...project, tabId: tabs.id, tabName: tabs.name })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, wanted.tabId))
    .for('key share')
  return found
}

/** Ids before the newest one that may belong to questions which are still being stored, and get visible after it. */
const STORED_TOGETHER = 1_000

/** Returns what a target has now, for a link that does not go on with it. */
export async function freeze(tx: Tx, { tabId, projectId }: Target, title: string): Promise<Frozen> {
  const shown = await tx
    .select({ id: tabs.id, name: tabs.name })
    .from(tabs)
    .where(tabId === null ? eq(tabs.projectId, projectId) : eq(tabs.id, tabId))
    .orderBy(tabs.tabIndex, tabs.id)
  const inTabs = sql`tab_id = ANY (${sql.param(shown.map(({ id }) => id))}::bigint[])`
  const { rows } = await tx.execute<{ last: number; unfinished: number[] | null }>(
    sql`WITH newest AS MATERIALIZED (SELECT coalesce(max(id), 0) AS id FROM ${messages} WHERE ${inTabs})
      SELECT newest.id::float8 AS last, (SELECT json_agg(id) FROM (
        SELECT id FROM ${messages} WHERE state < 2 AND ${inTabs}
        UNION
        SELECT missing.id FROM generate_series(greatest(newest.id - ${STORED_TOGETHER}, 1), newest.id) missing (id)
        WHERE NOT EXISTS (SELECT FROM ${messages} known WHERE known.id = missing.id)
      ) AS hidden) AS unfinished FROM newest`,
  )
  const [at] = rows
  return { title, tabs: shown, lastMessageId: at?.last ?? 0, unfinished: at?.unfinished ?? [] }
}

/** Returns which of these attachments are in the chat or project. */
export async function filesIn(
  tx: Tx,
  { tabId, projectId }: Target,
  files: readonly ShownFile[],
): Promise<ShownFile[]> {
  if (files.length === 0) return []
  const wanted = sql`(${attachments.messageId}, ${attachments.position}) IN (
    SELECT ("queryId")::bigint, ("index")::int FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      AS file ("queryId" bigint, "index" int))`
  return tx
    .select({ queryId: attachments.messageId, index: attachments.position })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .where(and(wanted, tabId === null ? eq(tabs.projectId, projectId) : eq(tabs.id, tabId)))
}

/** Serializes adding links of a person, so that their limit holds. */
export async function lockLinks(tx: Tx, ownerId: number): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7153, hashtext(${String(ownerId)}))`)
}

export async function countOf(tx: Tx, ownerId: number): Promise<number> {
  const [row] = await tx.select({ size: count() }).from(shareLinks).where(eq(shareLinks.ownerId, ownerId))
  return row?.size ?? 0
}

export async function insert(tx: Tx, link: NewLink): Promise<LinkRow> {
  const [row] = await tx.insert(shareLinks).values(link).returning()
  if (!row) throw new Error('The database returned no row for a new share link')
  return row
}

export async function update(tx: Tx, id: number, fields: Partial<LinkFields>): Promise<void> {
  await tx.update(shareLinks).set(fields).where(eq(shareLinks.id, id))
}

const LISTED = {
  link: shareLinks,
  tabName: tabs.name,
  projectId: projects.id,
  projectName: projects.name,
}

const ofLink = sql`coalesce(${tabs.projectId}, ${shareLinks.projectId})`

const listed = (db: Queries, viewer: Person) =>
  db
    .select({
      ...LISTED,
      level: effectiveLevel(viewer, projects.contextId),
      levelOutsideBin: levelOutsideBin(viewer, projects.contextId),
    })
    .from(shareLinks)
    .leftJoin(tabs, eq(tabs.id, shareLinks.tabId))
    .innerJoin(projects, eq(projects.id, ofLink))

/** Returns a person's links, the newest first; `before`: only older ones. */
export function list(
  db: Queries,
  viewer: Person,
  wanted: { project?: number | undefined; tabId?: number | undefined },
  before: number | undefined,
  limit: number,
): Promise<ListedLink[]> {
  const conditions: (SQL | undefined)[] = [
    eq(shareLinks.ownerId, viewer.userId),
    before === undefined ? undefined : lt(shareLinks.id, before),
    wanted.project === undefined ? undefined : eq(projects.id, wanted.project),
    wanted.tabId === undefined ? undefined : eq(shareLinks.tabId, wanted.tabId),
  ]
  return listed(db, viewer)
    .where(and(...conditions))
    .orderBy(desc(shareLinks.id))
    .limit(limit)
}

/** Finds one of a person's links and locks it, so that changes are serialized. */
export async function findOwn(tx: Tx, viewer: Person, id: number): Promise<ListedLink | undefined> {
  const [row] = await listed(tx, viewer)
    .where(and(eq(shareLinks.id, id), eq(shareLinks.ownerId, viewer.userId)))
    .for('no key update', { of: shareLinks })
  return row
}

const SOMEBODYS = {
  id: shareLinks.id,
  ownerId: shareLinks.ownerId,
  firstName: users.firstName,
  lastName: users.lastName,
  ownerContextId: users.contextId,
  tabId: shareLinks.tabId,
  goesOn: sql<boolean>`${shareLinks.frozen} IS NULL`,
  audience: shareLinks.audience,
  created: shareLinks.created,
  expires: shareLinks.expires,
  views: shareLinks.views,
  lastOpened: shareLinks.lastOpened,
}

const ofSide = (viewer: Person) =>
  seesOverWalls(viewer) ? undefined : sameSide(viewer, sql`${users.tenantContextId}`)

/** Returns the links of everybody on an administrator's side, the newest first. */
export function listAll(
  db: Queries,
  viewer: Person,
  before: number | undefined,
  limit: number,
): Promise<SomebodysLink[]> {
  return db
    .select(SOMEBODYS)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.ownerId))
    .where(and(ofSide(viewer), before === undefined ? undefined : lt(shareLinks.id, before)))
    .orderBy(desc(shareLinks.id))
    .limit(limit)
}

/** Finds a link for the person who ends it, and locks it. `others`: whether they may end those of others on their side. */
export async function findToEnd(
  tx: Tx,
  viewer: Person,
  id: number,
  others: boolean,
): Promise<SomebodysLink | undefined> {
  const own = eq(shareLinks.ownerId, viewer.userId)
  const [row] = await tx
    .select(SOMEBODYS)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.ownerId))
    .where(and(eq(shareLinks.id, id), others ? ofSide(viewer) : own))
    .for('update', { of: shareLinks })
  return row
}

/** Returns a person's links that are to be ended together, and locks them. */
export function findAllToEnd(tx: Tx, viewer: Person, project: number | undefined): Promise<SomebodysLink[]> {
  const inProject =
    project === undefined
      ? undefined
      : sql`coalesce((SELECT tab.project_id FROM ${tabs} tab WHERE tab.id = ${shareLinks.tabId}),
          ${shareLinks.projectId}) = ${project}`
  return tx
    .select(SOMEBODYS)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.ownerId))
    .where(and(eq(shareLinks.ownerId, viewer.userId), inProject))
    .orderBy(shareLinks.id)
    .for('update', { of: shareLinks })
}

export async function remove(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(shareLinks).where(sql`${shareLinks.id} = ANY (${sql.param([...ids])}::bigint[])`)
}

/** Deletes links that expired before this moment; returns the contexts of their owners. */
export async function removeExpired(db: Queries, before: Date): Promise<number[]> {
  const { rows } = await db.execute<{ context: number }>(sql`WITH gone AS (
      DELETE FROM share_links WHERE expires < ${before.toISOString()}::timestamptz RETURNING owner_id
    ) SELECT DISTINCT owner.context_id::float8 AS context FROM gone JOIN users owner ON owner.id = gone.owner_id`)
  return rows.map(({ context }) => context)
}

/** Adds views to links; returns the contexts of the owners whose lists changed. */
export async function addViews(
  db: Queries,
  views: readonly { readonly id: number; readonly count: number }[],
  at: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ context: number }>(sql`WITH seen AS (
      UPDATE share_links SET views = views + view.count, last_opened = greatest(last_opened, ${at})
      FROM jsonb_to_recordset(${JSON.stringify(views)}::jsonb) AS view (id bigint, count int)
      WHERE share_links.id = view.id RETURNING share_links.owner_id
    ) SELECT DISTINCT owner.context_id::float8 AS context FROM seen JOIN users owner ON owner.id = seen.owner_id`)
  return rows.map(({ context }) => context)
}

/** Returns what a link shows beside the texts, and keeps it so until the transaction ends; undefined if it has ended. */
export async function shownBeside(
  tx: Tx,
  id: number,
): Promise<Pick<LinkRow, 'keyHash' | 'reasoning' | 'passages' | 'files'> | undefined> {
  const { keyHash, reasoning, passages, files } = shareLinks
  const [row] = await tx
    .select({ keyHash, reasoning, passages, files })
    .from(shareLinks)
    .where(eq(shareLinks.id, id))
    .for('share')
  return row
}

/** Locks a tab against deleting its messages. Asking is not blocked. */
export async function lockTab(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: tabs.id }).from(tabs).where(eq(tabs.id, id)).for('no key update')
}

/** Returns the owners of the links of an item that have not expired, as they are now. */
export async function ownersOfLinks(db: Queries, itemContextId: number, now: Date): Promise<LinkOwner[]> {
  const owner = { contextId: users.contextId, tenantContextId: users.tenantContextId }
  return db
    .select({
      roleId: users.roleId,
      canUseUi: users.canUseUi,
      level: effectiveLevel(owner, projects.contextId),
    })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.ownerId))
    .leftJoin(tabs, eq(tabs.id, shareLinks.tabId))
    .innerJoin(projects, eq(projects.id, ofLink))
    .where(
      and(
        eq(projects.contextId, itemContextId),
        sql`(${shareLinks.expires} IS NULL OR ${shareLinks.expires} > ${now.toISOString()}::timestamptz)`,
      ),
    )
}
