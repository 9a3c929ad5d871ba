import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'
import { messages } from '#features/queries/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { pluginChats, pluginConsents, pluginTabs } from './table.ts'

export type ConsentRow = typeof pluginConsents.$inferSelect

/** A person and a plugin. */
export interface Pair {
  readonly userId: number
  readonly pluginId: string
}

const ofPair = ({ userId, pluginId }: Pair) =>
  and(eq(pluginConsents.userId, userId), eq(pluginConsents.pluginId, pluginId))

export const list = (db: Queries, userId: number): Promise<ConsentRow[]> =>
  db.select().from(pluginConsents).where(eq(pluginConsents.userId, userId))

export async function find(db: Queries, pair: Pair): Promise<ConsentRow | undefined> {
  const [row] = await db.select().from(pluginConsents).where(ofPair(pair))
  return row
}

export async function put(db: Queries, row: ConsentRow): Promise<void> {
  const { scopes, hash, given } = row
  await db
    .insert(pluginConsents)
    .values(row)
    .onConflictDoUpdate({
      target: [pluginConsents.userId, pluginConsents.pluginId],
      set: { scopes, hash, given },
    })
}

/** Returns whether there was one. */
export async function remove(db: Queries, pair: Pair): Promise<boolean> {
  const removed = await db
    .delete(pluginConsents)
    .where(ofPair(pair))
    .returning({ id: pluginConsents.pluginId })
  return removed.length > 0
}

/** Notes that a plugin began a chat with its tabs, or a tab. */
export async function noteChat(
  db: Queries,
  { userId, pluginId }: Pair,
  { projectId, tabId }: { projectId?: number; tabId?: number },
): Promise<void> {
  if (projectId !== undefined)
    await db.insert(pluginChats).values({ projectId, userId, pluginId }).onConflictDoNothing()
  await db.execute(sql`INSERT INTO ${pluginTabs} (tab_id, user_id, plugin_id)
    SELECT id, ${userId}, ${pluginId} FROM ${tabs} WHERE project_id = ${projectId ?? null}::bigint OR id = ${tabId ?? null}::bigint
    ON CONFLICT DO NOTHING`)
}

export interface Named {
  readonly kind: 'project' | 'tab' | 'message'
  readonly id: number
  /** The plugin reads neither chats nor data sources: text of data sources in its own chat is not for it either. */
  readonly isPlain: boolean
}

/** Whether the plugin began a chat, or the tab of a tab or message, for this person, and the tab has no data source. */
export async function isOwnChat(
  db: Queries,
  { userId, pluginId }: Pair,
  { kind, id, isPlain }: Named,
): Promise<boolean> {
  const own = sql`begun.user_id = ${userId} AND begun.plugin_id = ${pluginId}`
  const withSources = sql`EXISTS (SELECT FROM ${messages} used WHERE used.tab_id = begun.tab_id
    AND (used.confidential OR used.datasource_ids <> '{}'))`
  const isOwnTab = sql`SELECT FROM ${pluginTabs} begun JOIN ${tabs} tab ON tab.id = begun.tab_id
    WHERE ${own} AND NOT (${isPlain}::boolean AND ${withSources})`
  const { rows } = await db.execute(
    kind === 'project'
      ? sql`SELECT FROM ${pluginChats} begun WHERE ${own} AND begun.project_id = ${id}`
      : kind === 'tab'
        ? // The person may have given it a data source since: its answers would tell what is in there.
          sql`${isOwnTab} AND tab.id = ${id} AND tab.default_datasource_id = 0`
        : sql`${isOwnTab} AND tab.id = (SELECT asked.tab_id FROM ${messages} asked WHERE asked.id = ${id})`,
  )
  return rows.length > 0
}
