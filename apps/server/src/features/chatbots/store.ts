// The SQL of chatbots as items.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { effectiveLevel, type Person } from '#access/index.ts'
import { listed, pageOf } from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { projects } from '#features/projects/table.ts'
import { tabs } from '#features/tabs/table.ts'
import { chatbotItem } from './item.ts'
import { OVERLOADS } from './overload.ts'
import type { ChatbotFacts } from './rules.ts'
import { chatbotMessages, chatbots, chatbotSessions, type SessionKind } from './table.ts'

/** Limit of the list, which has no pages. */
const LISTED = 1_000

/** Returns the chatbots that the viewer may read, the newest first. */
export async function readable(db: Queries, viewer: Person): Promise<ChatbotFacts[]> {
  const wanted = { condition: undefined, after: undefined, limit: LISTED, selective: false }
  const found = await listed(db, viewer, chatbotItem, await pageOf(db, viewer, chatbotItem, wanted))
  return found.toSorted((one, other) => other.created.getTime() - one.created.getTime() || other.id - one.id)
}

/** A tab whose settings a chatbot takes, with the viewer's level on its project. */
export type SourceTab = Awaited<ReturnType<typeof findTab>> & object

export async function findTab(db: Queries, viewer: Person, tabId: number) {
  const [found] = await db
    .select({
      tabId: tabs.id,
      modelTagId: tabs.defaultModelTagId,
      datasourceId: tabs.defaultDatasourceId,
      amountOfChunks: tabs.amountOfChunks,
      custInstWhoId: tabs.custInstWhoId,
      custInstRespondId: tabs.custInstRespondId,
      options: tabs.options,
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, tabId))
  return found
}

/** Returns the projects among these that the viewer may read. */
export async function readableProjects(
  db: Queries,
  viewer: Person,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, [...ids]), sql`${effectiveLevel(viewer, projects.contextId)} >= 1`))
  return new Set(found.map(({ id }) => id))
}

/**
 * SQL for whether a message is one of the inbox. The partial index `chatbot_inbox` has the first two conditions; failures by
 * overload are few.
 */
export const IN_INBOX = sql`NOT ${chatbotMessages.settled}
  AND (${chatbotMessages.missed} OR ${chatbotMessages.rating} = -1 OR ${chatbotMessages.state} = 2)
  AND (${chatbotMessages.missed} OR ${chatbotMessages.rating} = -1
    OR coalesce(${chatbotMessages.errorCode}, '') <> ALL (${sql.param([...OVERLOADS])}::text[]))`

/** Returns how many questions the inboxes of chatbots have. */
export async function unansweredOf(
  db: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: chatbotMessages.chatbotId, count: sql<number>`count(*)::int` })
    .from(chatbotMessages)
    .where(and(inArray(chatbotMessages.chatbotId, [...ids]), IN_INBOX))
    .groupBy(chatbotMessages.chatbotId)
  return new Map(found.map(({ id, count }) => [id ?? 0, count]))
}

/** Ends the sessions of a chatbot, all or those of one kind: their tokens are unknown from now on. */
export async function endSessions(tx: Tx, chatbotId: number, now: Date, kind?: SessionKind): Promise<void> {
  await tx
    .update(chatbotSessions)
    .set({ expires: now })
    .where(
      and(
        eq(chatbotSessions.chatbotId, chatbotId),
        kind && eq(chatbotSessions.kind, kind),
        sql`${chatbotSessions.expires} > ${now.toISOString()}`,
      ),
    )
}

/** Replaces keys of a chatbot. */
export async function setKeys(
  tx: Tx,
  id: number,
  keys: { readonly identifier?: string; readonly secret?: string },
): Promise<void> {
  await tx.update(chatbots).set(keys).where(eq(chatbots.id, id))
}
