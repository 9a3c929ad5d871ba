import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Attachment } from '@polylogue/contract'
import { effectiveLevel, qualified, type Viewer } from '../../access/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { projects } from '../projects/table.ts'
import { tabs } from '../tabs/table.ts'
import type { MessageFacts } from './rules.ts'
import { answerEvents, attachments, messages } from './table.ts'

/** A message's row with its attachments and, while it is unfinished, the log of its answer, all of one moment. */
export interface MessageRow extends MessageFacts {
  readonly log: string[] | null
}

const listed = sql<Attachment[]>`CASE WHEN ${messages.attachmentCount} = 0 THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(json_build_object('name', file.name, 'size', file.size,
    'mime_type', file.mime_type, 'timestamp', floor(extract(epoch FROM file.created))::bigint)
    ORDER BY file.position), '[]')
  FROM ${attachments} file WHERE file.message_id = ${qualified(messages.id)}) END`

// In the same statement as the row: a log that was dropped because its fold was stored meanwhile must not be missed.
const log = sql<string[] | null>`CASE WHEN ${messages.state} < 2 THEN (
  SELECT array_agg(batch.events ORDER BY batch.first_seq)
  FROM ${answerEvents} batch WHERE batch.message_id = ${qualified(messages.id)}) END`

const row = { ...getTableColumns(messages), attachments: listed, log }

export async function findMessage(db: Queries, id: number): Promise<MessageRow | undefined> {
  const [found] = await db.select(row).from(messages).where(eq(messages.id, id))
  return found
}

export async function messagesById(db: Queries, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return db
    .select(row)
    .from(messages)
    .where(inArray(messages.id, [...ids]))
}

/** A tab's messages before a place, the newest turn first and of a turn the newest version first. */
export async function messagesBefore(
  db: Queries,
  tabId: number,
  place: { turnId: number; id: number } | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const before = place && sql`(${messages.turnId}, ${messages.id}) < (${place.turnId}, ${place.id})`
  return db
    .select(row)
    .from(messages)
    .where(and(eq(messages.tabId, tabId), before))
    .orderBy(desc(messages.turnId), desc(messages.id))
    .limit(limit)
}

/** Where a message stands and how far the viewer's access to it goes. */
export interface GuardedMessage {
  readonly id: number
  readonly tabId: number
  readonly projectId: number
  readonly projectOwnerId: number
  readonly userId: number | null
  readonly state: number
  readonly level: number
}

export async function findGuarded(
  db: Queries,
  viewer: Viewer,
  id: number,
): Promise<GuardedMessage | undefined> {
  const [found] = await db
    .select({
      id: messages.id,
      tabId: messages.tabId,
      projectId: projects.id,
      projectOwnerId: projects.ownerId,
      userId: messages.userId,
      state: messages.state,
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(messages.id, id))
  return found
}

export async function findTab(
  db: Queries,
  viewer: Viewer,
  id: number,
): Promise<{ level: number } | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, projects.contextId) })
    .from(tabs)
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(tabs.id, id))
  return found
}

export async function findAttachment(
  db: Queries,
  messageId: number,
  position: number,
): Promise<{ name: string; mimeType: string; blob: string } | undefined> {
  const [found] = await db
    .select({ name: attachments.name, mimeType: attachments.mimeType, blob: attachments.blob })
    .from(attachments)
    .where(and(eq(attachments.messageId, messageId), eq(attachments.position, position)))
  return found
}

/** Rates a finished answer. Returns whether it was finished. */
export async function rate(tx: Tx, id: number, rating: number): Promise<boolean> {
  const rated = await tx
    .update(messages)
    .set({ rating })
    .where(and(eq(messages.id, id), sql`${messages.state} >= 2`))
    .returning({ id: messages.id })
  return rated.length > 0
}

/** The keys of the bytes of all attachments in these tabs. */
export async function blobsOfTabs(tx: Tx, tabIds: readonly number[]): Promise<string[]> {
  if (tabIds.length === 0) return []
  const found = await tx
    .select({ blob: attachments.blob })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(inArray(messages.tabId, [...tabIds]))
    .orderBy(asc(attachments.blob))
  return found.map(({ blob }) => blob)
}
