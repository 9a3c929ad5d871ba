// The SQL of sharing: an item's context, its shares, and the people and groups to share with (ACCESS-4).
import { and, eq, inArray, isNotNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { ContextTypeId } from '@polylogue/contract'
import type { Queries, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { partner } from './context-level.ts'
import { effectiveLevel, holders, qualified } from './effective-level.ts'
import { LEVEL } from './policy.ts'
import type { Share, ShareChanges } from './shares.ts'
import { associations, contexts, hiddenContexts } from './table.ts'
import type { Person } from './viewer.ts'

/** Creates the context of a new item, owned by the viewer. Returns its id. */
export async function createItemContext(
  tx: Tx,
  viewer: Person,
  item: { uuid: string; typeId: ContextTypeId; name: string },
): Promise<number> {
  const [row] = await tx
    .insert(contexts)
    .values({ ...item, ownerContextId: viewer.contextId })
    .returning({ id: contexts.id })
  if (!row) throw new Error('The database returned no row for a new context')
  return row.id
}

/** Creates the contexts of many new items in one statement. Returns their ids by their uuid. */
export async function createItemContexts(
  tx: Tx,
  viewer: Person,
  items: readonly { uuid: string; typeId: ContextTypeId; name: string }[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insert(contexts)
    .values(items.map((item) => ({ ...item, ownerContextId: viewer.contextId })))
    .returning({ uuid: contexts.uuid, id: contexts.id })
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}

/** Renames an item's context together with the item. */
export async function renameItemContext(tx: Tx, contextId: number, name: string): Promise<void> {
  await tx
    .update(contexts)
    .set({ name, modified: sql`now()` })
    .where(eq(contexts.id, contextId))
}

/** Puts an item into the recycle bin: nobody has access to it from now on. */
export async function binItemContext(
  tx: Tx,
  contextId: number,
  { at, by }: { readonly at: Date; readonly by: number },
): Promise<void> {
  await tx.update(contexts).set({ deleted: at, deletedBy: by }).where(eq(contexts.id, contextId))
}

/** Takes an item out of the recycle bin, with its shares. */
export async function restoreItemContext(tx: Tx, contextId: number): Promise<void> {
  await tx.update(contexts).set({ deleted: null, deletedBy: null }).where(eq(contexts.id, contextId))
}

/** Returns whether an item is in the recycle bin. The caller holds the lock on the item's row. */
export async function isBinned(tx: Tx, contextId: number): Promise<boolean> {
  const found = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.id, contextId), isNotNull(contexts.deleted)))
  return found.length > 0
}

/** Deletes an item's context with its shares. Call it after deleting the item. */
export async function removeItemContext(tx: Tx, contextId: number): Promise<void> {
  await tx.delete(contexts).where(eq(contexts.id, contextId))
}

/** Deletes the contexts of many items with their shares. Call it after deleting the items. */
export async function removeItemContexts(tx: Tx, contextIds: readonly number[]): Promise<void> {
  await tx.delete(contexts).where(inArray(contexts.id, [...contextIds]))
}

/** Transfers items to another owner. Keeps the shares, except those with the new owner. */
export async function giveItems(tx: Tx, contextIds: readonly number[], to: number): Promise<void> {
  const ids = [...contextIds]
  await tx
    .update(contexts)
    .set({ ownerContextId: to, modified: sql`now()` })
    .where(inArray(contexts.id, ids))
  await tx
    .delete(associations)
    .where(and(inArray(associations.contextId, ids), eq(associations.assocContextId, to)))
  await tx
    .delete(hiddenContexts)
    .where(and(inArray(hiddenContexts.contextId, ids), eq(hiddenContexts.userContextId, to)))
}

/** Returns SQL for the owner of the context in `contextId` (a column). */
export function ownerOf(contextId: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT owned.owner_context_id FROM contexts owned WHERE owned.id = ${qualified(contextId)})`
}

/** Returns SQL for the shares of the context in `contextId` (a column), oldest first. */
export function sharesOf(contextId: SQLWrapper): SQL<Share[]> {
  return sql<Share[]>`(SELECT coalesce(json_agg(json_build_object('contextId', shared.assoc_context_id,
      'canWrite', shared.can_write, 'canAdmin', shared.can_admin)
      ORDER BY shared.created, shared.assoc_context_id), '[]')
    FROM associations shared WHERE shared.context_id = ${qualified(contextId)})`
}

/**
 * Checks that the viewer may make these changes to an item's shares.
 * @throws Problem PERMISSION_DENIED without `can_share` when anybody gets more access than before; NOT_FOUND for a context
 *   that does not exist, is no person or group, or that the viewer may not see.
 */
export async function requireMayShare(tx: Tx, viewer: Person, changes: ShareChanges): Promise<void> {
  if (changes.widens && !viewer.permissions.has('can_share')) throw new Problem('PERMISSION_DENIED')
  if (changes.added.length) await requirePartners(tx, viewer, changes.added)
}

/**
 * Stores changes of an item's shares. A new direct share shows the item again to a person who had left it: returns these, by
 * their own contexts. The caller must hold the lock on the item's row.
 */
export async function storeShares(tx: Tx, contextId: number, changes: ShareChanges): Promise<number[]> {
  if (changes.ended.length)
    await tx
      .delete(associations)
      .where(
        and(eq(associations.contextId, contextId), inArray(associations.assocContextId, [...changes.ended])),
      )
  if (changes.set.length)
    await tx
      .insert(associations)
      .values(
        changes.set.map((share) => ({
          contextId,
          assocContextId: share.contextId,
          canWrite: share.canWrite,
          canAdmin: share.canAdmin,
        })),
      )
      .onConflictDoUpdate({
        target: [associations.contextId, associations.assocContextId],
        set: { canWrite: sql`excluded.can_write`, canAdmin: sql`excluded.can_admin` },
      })
  if (changes.added.length === 0) return []
  const shown = await tx
    .delete(hiddenContexts)
    .where(
      and(eq(hiddenContexts.contextId, contextId), inArray(hiddenContexts.userContextId, [...changes.added])),
    )
    .returning({ id: hiddenContexts.userContextId })
  return shown.map(({ id }) => id)
}

/** Returns the shares of an item. */
export async function allSharesOf(tx: Tx, contextId: number): Promise<Share[]> {
  return tx
    .select({
      contextId: associations.assocContextId,
      canWrite: associations.canWrite,
      canAdmin: associations.canAdmin,
    })
    .from(associations)
    .where(eq(associations.contextId, contextId))
}

/** Returns the people who left an item and would still have access through a group, by their own contexts. */
export async function leftBy(tx: Tx, contextId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: hiddenContexts.userContextId })
    .from(hiddenContexts)
    .where(eq(hiddenContexts.contextId, contextId))
  return rows.map(({ id }) => id)
}

/**
 * Checks that the viewer may share with these contexts or add them to a group: people on the same side of the tenant wall,
 * and groups that the viewer is in, owns or manages. Locks the rows, so that none is deleted before the share exists.
 * @throws Problem NOT_FOUND for any other context, whether it exists or not.
 */
export async function requirePartners(
  tx: Queries,
  viewer: Person,
  contextIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(contextIds)]
  const found = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(sql`${contexts.id} = ANY (${sql.param(wanted)}::bigint[])`, partner(viewer, contexts.id)))
    .orderBy(contexts.id)
    .for('key share')
  if (found.length < wanted.length) throw new Problem('NOT_FOUND', { thing: 'context to share with' })
}

/**
 * Returns SQL for whether the item in `contextId` (a column) is shared with a group or person itself, as far as the viewer may
 * know: shares with others are visible only to those with admin access to the item (ACCESS-4).
 */
export function isSharedWith(viewer: Person, contextId: SQLWrapper, holder: number): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM associations shared
    WHERE shared.context_id = ${qualified(contextId)} AND shared.assoc_context_id = ${holder})
    AND (${holder} IN ${holders(viewer)} OR ${effectiveLevel(viewer, contextId)} >= ${LEVEL.admin})`
}
