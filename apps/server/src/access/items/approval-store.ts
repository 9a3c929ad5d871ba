// The SQL of changed texts that wait for approval.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'
import type { ApprovedTexts } from '../approved-texts.ts'
import { asksApproval } from '../context-level.ts'
import { effectiveLevel } from '../effective-level.ts'
import { LEVEL } from '../policy.ts'
import { approvedTexts, publications } from '../table.ts'
import type { Person } from '../viewer.ts'
import { removeRequests, type RequestIds } from './publications-store.ts'

/** A group whose members read an item, and in which texts wait or would wait. */
export interface ReadingGroup {
  readonly contextId: number
  /** The group has the setting now. */
  readonly needsApproval: boolean
  /** A change of the viewer waits there. */
  readonly asks: boolean
  /** What its readers get while a change waits. */
  readonly texts: ApprovedTexts | null
}

/** Returns the groups that read the item and have the setting, or texts that wait. Those that may write read all changes. */
export async function readingGroups(tx: Tx, viewer: Person, contextId: number): Promise<ReadingGroup[]> {
  const { rows } = await tx.execute<ReadingGroup & Record<string, unknown>>(sql`
    SELECT held.id AS "contextId", held.needs_approval AS "needsApproval", kept.texts,
      ${asksApproval(viewer, sql.raw('held.id'), sql.raw('held.needs_approval'))} AS asks
    FROM associations share JOIN contexts held ON held.id = share.assoc_context_id
    LEFT JOIN approved_texts kept ON kept.context_id = share.context_id AND kept.group_context_id = held.id
    WHERE share.context_id = ${contextId} AND NOT share.can_write AND NOT share.can_admin
      AND (held.needs_approval OR kept.id IS NOT NULL)
    ORDER BY held.id`)
  return rows
}

/** Keeps the approved texts for the readers of groups. */
export async function keepTexts(
  tx: Tx,
  contextId: number,
  groupIds: readonly number[],
  texts: ApprovedTexts,
): Promise<void> {
  if (groupIds.length === 0) return
  await tx
    .insert(approvedTexts)
    .values(groupIds.map((groupContextId) => ({ contextId, groupContextId, texts })))
    .onConflictDoNothing()
}

/** Lets the readers of groups have the item's own texts again. Returns whether they had others. */
export async function releaseTexts(tx: Tx, contextId: number, groupIds: readonly number[]): Promise<boolean> {
  if (groupIds.length === 0) return false
  const released = await tx
    .delete(approvedTexts)
    .where(and(eq(approvedTexts.contextId, contextId), inArray(approvedTexts.groupContextId, [...groupIds])))
    .returning({ id: approvedTexts.id })
  return released.length > 0
}

/** Deletes the requests that ask for no more access than groups have; returns them. */
export async function removeTextRequests(
  tx: Tx,
  contextId: number,
  groupIds: readonly number[],
): Promise<RequestIds[]> {
  return removeRequests(tx, [contextId], groupIds, eq(publications.canWrite, false))
}

/**
 * Requests approval of changed texts; returns the new and the renewed requests. A request for more access stays: approving
 * it covers the texts, unless its asker may no longer share.
 */
export async function storeTextRequests(
  tx: Tx,
  viewer: Person,
  contextId: number,
  groupIds: readonly number[],
  now: Date,
): Promise<RequestIds[]> {
  if (groupIds.length === 0) return []
  const asker = (column: string) =>
    sql`(SELECT asker.${sql.raw(column)} FROM users asker WHERE asker.id = publications.asker_id)`
  const askersLevel = effectiveLevel(
    { contextId: asker('context_id'), tenantContextId: asker('tenant_context_id') },
    publications.contextId,
  )
  const stored = await tx
    .insert(publications)
    .values(
      groupIds.map((groupContextId) => ({ contextId, groupContextId, askerId: viewer.userId, created: now })),
    )
    .onConflictDoUpdate({
      target: [publications.contextId, publications.groupContextId],
      set: {
        canWrite: false,
        canAdmin: false,
        askerId: sql`excluded.asker_id`,
        created: sql`excluded.created`,
        declined: null,
        declinedBy: null,
        reason: '',
      },
      setWhere: sql`${publications.declined} IS NOT NULL
        OR CASE WHEN ${publications.canWrite} THEN ${askersLevel} < ${LEVEL.admin}
          ELSE ${publications.askerId} <> excluded.asker_id END`,
    })
    .returning({ id: publications.id, groupContextId: publications.groupContextId })
  return stored.map((request) => ({ ...request, contextId, asker: viewer.contextId }))
}
