import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#platform/db/index.ts'
import { messages } from '#features/queries/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { pluginChats, pluginConsents } from './table.ts'

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

export async function remove(db: Queries, pair: Pair): Promise<void> {
  await db.delete(pluginConsents).where(ofPair(pair))
}

/** Notes that a plugin began a chat. */
export async function noteChat(db: Queries, { userId, pluginId }: Pair, projectId: number): Promise<void> {
  await db.insert(pluginChats).values({ projectId, userId, pluginId }).onConflictDoNothing()
}

const CHAT_OF: Readonly<Record<'project' | 'tab' | 'message', (id: number) => SQL>> = {
  project: (id) => sql`${id}::bigint`,
  // The person may have given it a data source since: its answers would tell what is in there.
  tab: (id) =>
    sql`(SELECT ${tabs.projectId} FROM ${tabs} WHERE ${tabs.id} = ${id} AND ${tabs.defaultDatasourceId} = 0)`,
  message: (
    id,
  ) => sql`(SELECT ${tabs.projectId} FROM ${tabs} JOIN ${messages} ON ${messages.tabId} = ${tabs.id}
    WHERE ${messages.id} = ${id})`,
}

/** Whether the plugin began the chat of a project, tab or message for this person, and the tab has no data source. */
export async function isOwnChat(
  db: Queries,
  { userId, pluginId }: Pair,
  kind: keyof typeof CHAT_OF,
  id: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: pluginChats.projectId })
    .from(pluginChats)
    .where(
      and(
        eq(pluginChats.projectId, CHAT_OF[kind](id)),
        eq(pluginChats.userId, userId),
        eq(pluginChats.pluginId, pluginId),
      ),
    )
  return rows.length > 0
}
