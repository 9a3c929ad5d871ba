import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Attachment } from '@polylogue/contract'
import { effectiveLevel, qualified, type Viewer } from '#access/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { QuestionFile } from '#features/attachments/index.ts'
import { projects } from '#features/projects/table.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { tabs } from '#features/tabs/table.ts'
import type { MessageAccess } from './policy.ts'
import type { MessageFacts } from './rules.ts'
import { answerEvents, attachments, messages } from './table.ts'

/** A message's row with its attachments and, while unfinished, the log of its answer, from one snapshot. */
export interface MessageRow extends MessageFacts {
  readonly log: string[] | null
}

const listed = sql<Attachment[]>`CASE WHEN ${messages.attachmentCount} = 0 THEN '[]'::json ELSE (
  SELECT coalesce(json_agg(json_strip_nulls(json_build_object('name', file.name, 'size', file.size,
    'mime_type', file.mime_type, 'timestamp', floor(extract(epoch FROM file.created))::bigint,
    'readCharacters', file.read_characters,
    'confidence', ${qualified(messages.statistics)}->'recognized'->file.position::text)) ORDER BY file.position), '[]')
  FROM ${attachments} file WHERE file.message_id = ${qualified(messages.id)}) END`

// In the same statement as the row: otherwise the log could be deleted between the two reads.
const log = sql<string[] | null>`CASE WHEN ${messages.state} < 2 THEN (
  SELECT array_agg(batch.events ORDER BY batch.first_seq)
  FROM ${answerEvents} batch WHERE batch.message_id = ${qualified(messages.id)}) END`

/** Returns the selected columns of `MessageRow`. */
export const rowOf = ({ ofMessage }: Pick<Confidentiality, 'ofMessage'>) => ({
  ...getTableColumns(messages),
  attachments: listed,
  log,
  isConfidential: sql<boolean>`${sql.raw(ofMessage('messages'))}`,
})

export type Row = ReturnType<typeof rowOf>

export async function findMessage(db: Queries, row: Row, id: number): Promise<MessageRow | undefined> {
  const [found] = await db.select(row).from(messages).where(eq(messages.id, id))
  return found
}

export async function isConfidential(db: Queries, { isConfidential }: Row, id: number): Promise<boolean> {
  const [found] = await db.select({ isConfidential }).from(messages).where(eq(messages.id, id))
  return found?.isConfidential ?? false
}

/**
 * Returns the query of messages by id, ordered by turn and version, the newest first. It is prepared: every answer needs it. The
 * array of a subquery hides how many ids there are: otherwise the statement is planned each time, which takes longer than it.
 */
export function messagesById(db: Queries, row: Row): (ids: readonly number[]) => Promise<MessageRow[]> {
  const query = db
    .select(row)
    .from(messages)
    .where(sql`${messages.id} = ANY (ARRAY(SELECT unnest(${sql.placeholder('ids')}::bigint[])))`)
    .orderBy(desc(messages.turnId), desc(messages.id))
    .prepare('queries.messages')
  return async (ids) => (ids.length === 0 ? [] : query.execute({ ids }))
}

/** The size of a message's texts, computed without reading them; for an unfinished one, of its log. */
export const bytes = sql<number>`(octet_length(${messages.queryText}) + octet_length(${messages.responseText})
  + octet_length(${messages.reasoningText}) + pg_column_size(${messages.sources})
  + CASE WHEN ${messages.state} < 2 THEN coalesce((SELECT sum(octet_length(batch.events))
    FROM ${answerEvents} batch WHERE batch.message_id = ${qualified(messages.id)}), 0) ELSE 0 END)::float8`

/** A message before it is read, to plan a page. */
export interface Sized {
  readonly id: number
  readonly turnId: number
  readonly bytes: number
}

/** Returns a tab's messages before a place, ordered by turn and version, the newest first. */
export async function sizesBefore(
  db: Queries,
  tabId: number,
  place: { turnId: number; id: number } | undefined,
  limit: number,
): Promise<Sized[]> {
  const before = place && sql`(${messages.turnId}, ${messages.id}) < (${place.turnId}, ${place.id})`
  return db
    .select({ id: messages.id, turnId: messages.turnId, bytes })
    .from(messages)
    .where(and(eq(messages.tabId, tabId), before))
    .orderBy(desc(messages.turnId), desc(messages.id))
    .limit(limit)
}

/** Returns a message's place and the viewer's access level. */
export interface GuardedMessage {
  readonly id: number
  readonly tabId: number
  readonly projectId: number
  readonly projectOwnerId: number
  readonly turnId: number
  readonly userId: number | null
  readonly state: number
  /** The saved prompt that the question was made from; 0 none. */
  readonly promptId: number
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
      turnId: messages.turnId,
      userId: messages.userId,
      state: messages.state,
      promptId: messages.promptId,
      level: effectiveLevel(viewer, projects.contextId),
    })
    .from(messages)
    .innerJoin(tabs, eq(tabs.id, messages.tabId))
    .innerJoin(projects, eq(projects.id, tabs.projectId))
    .where(eq(messages.id, id))
  return found
}

export async function findTab(db: Queries, viewer: Viewer, id: number): Promise<MessageAccess | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, projects.contextId), projectOwnerId: projects.ownerId })
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

/** Returns the blob keys of all attachments in these tabs. */
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

/** Returns which of these keys are used by attachments. */
export async function blobsInUse(db: Queries, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const found = await db
    .selectDistinct({ blob: attachments.blob })
    .from(attachments)
    .where(inArray(attachments.blob, [...keys]))
  return new Set(found.map(({ blob }) => blob))
}

/** Locks the tab of a message against copying and deleting messages. Asking is not blocked. */
export async function lockTabOf(tx: Tx, messageId: number): Promise<void> {
  await tx
    .select({ id: tabs.id })
    .from(tabs)
    .where(sql`${tabs.id} = (SELECT tab_id FROM messages WHERE id = ${messageId})`)
    .for('no key update')
}

export interface Version {
  readonly id: number
  readonly userId: number | null
  readonly state: number
  readonly promptId: number
}

/** Returns all versions of a turn. */
export async function versionsOf(tx: Tx, tabId: number, turnId: number): Promise<Version[]> {
  return tx
    .select({
      id: messages.id,
      userId: messages.userId,
      state: messages.state,
      promptId: messages.promptId,
    })
    .from(messages)
    .where(and(eq(messages.tabId, tabId), eq(messages.turnId, turnId)))
    .orderBy(asc(messages.id))
}

/**
 * Deletes finished messages of one turn with their attachments; returns the blob keys. The rest of the turn is kept: it
 * keeps its number, and a version that replaced a deleted one now replaces that one's predecessor.
 */
export async function removeMessages(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const files = await tx
    .delete(attachments)
    .where(inArray(attachments.messageId, [...ids]))
    .returning({ blob: attachments.blob })
  for (const id of ids)
    await tx.execute(sql`UPDATE messages SET replaces_id = gone.replaces_id FROM messages gone
      WHERE gone.id = ${id} AND messages.replaces_id = gone.id AND messages.tab_id = gone.tab_id
        AND messages.turn_id = gone.turn_id`)
  await tx.delete(messages).where(inArray(messages.id, [...ids]))
  return files.map(({ blob }) => blob)
}

/** Whether an answer is being written in a tab. */
export async function isAnswering(tx: Tx, tabId: number): Promise<boolean> {
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.tabId, tabId), sql`${messages.state} < 2`))
    .limit(1)
  return found.length > 0
}

/** Returns the files of a question in their order. */
export async function filesOf(db: Queries, messageId: number): Promise<QuestionFile[]> {
  const { name, mimeType, size, blob, text, readCharacters, created } = attachments
  const confidence = sql<
    number | null
  >`(${messages.statistics}->'recognized'->>${attachments.position}::text)::integer`
  return db
    .select({ name, mimeType, size, blob, text, readCharacters, confidence, created })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(eq(attachments.messageId, messageId))
    .orderBy(asc(attachments.position))
}
