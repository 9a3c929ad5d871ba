// The SQL of requests to publish items to groups that need approval.
import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'
import { asksApproval } from '../context-level.ts'
import type { Share } from '../shares.ts'
import { contexts, publications } from '../table.ts'
import type { Person } from '../viewer.ts'

/** A request as in an event: `asker` is their own context. */
export interface RequestIds {
  readonly id: number
  readonly contextId: number
  readonly groupContextId: number
  readonly asker: number
}

/** Returns those of the contexts in which shares of the viewer wait for approval. */
export async function groupsAsking(
  tx: Tx,
  viewer: Person,
  contextIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (contextIds.length === 0) return new Set()
  const found = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(
      and(inArray(contexts.id, [...contextIds]), asksApproval(viewer, contexts.id, contexts.needsApproval)),
    )
  return new Set(found.map(({ id }) => id))
}

/** Stores a request for each share; returns the new and the changed ones. One that waits already is kept. */
export async function storeRequests(
  tx: Tx,
  viewer: Person,
  contextId: number,
  held: readonly Share[],
  now: Date,
): Promise<RequestIds[]> {
  if (held.length === 0) return []
  const stored = await tx
    .insert(publications)
    .values(
      held.map(({ contextId: groupContextId, canWrite, canAdmin }) => ({
        contextId,
        groupContextId,
        canWrite,
        canAdmin,
        askerId: viewer.userId,
        created: now,
      })),
    )
    .onConflictDoUpdate({
      target: [publications.contextId, publications.groupContextId],
      set: {
        canWrite: sql`excluded.can_write`,
        canAdmin: sql`excluded.can_admin`,
        askerId: sql`excluded.asker_id`,
        created: sql`excluded.created`,
        declined: null,
        declinedBy: null,
        reason: '',
      },
      setWhere: sql`${publications.declined} IS NOT NULL
        OR (${publications.askerId}, ${publications.canWrite}, ${publications.canAdmin})
          <> (excluded.asker_id, excluded.can_write, excluded.can_admin)`,
    })
    .returning({ id: publications.id, groupContextId: publications.groupContextId })
  return stored.map((request) => ({ ...request, contextId, asker: viewer.contextId }))
}

/** Deletes the requests of items, or only those to some groups and of some kind; returns them. */
export async function removeRequests(
  tx: Tx,
  contextIds: readonly number[],
  groupIds?: readonly number[],
  kind?: SQL,
): Promise<RequestIds[]> {
  if (contextIds.length === 0 || groupIds?.length === 0) return []
  return tx
    .delete(publications)
    .where(
      and(
        inArray(publications.contextId, [...contextIds]),
        groupIds && inArray(publications.groupContextId, [...groupIds]),
        kind,
      ),
    )
    .returning({
      id: publications.id,
      contextId: publications.contextId,
      groupContextId: publications.groupContextId,
      asker: sql<number>`(SELECT asker.context_id FROM users asker WHERE asker.id = ${publications.askerId})`,
    })
}
