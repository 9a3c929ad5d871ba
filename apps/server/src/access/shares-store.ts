// The SQL of sharing: an item's context, its shares, and with whom one may share (reading 4).
import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { ContextTypeId } from '@polylogue/contract'
import type { Queries, Tx } from '../platform/db/index.ts'
import { Problem } from '../problem.ts'
import { partner } from './context-level.ts'
import { qualified } from './effective-level.ts'
import { shareChanges, type Share, type ShareChanges, type SharedItem } from './shares.ts'
import { associations, contexts, hiddenContexts } from './table.ts'
import type { Person } from './viewer.ts'

/** The context of a new item, owned by the viewer. Returns its id. */
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

/** The name of an item's context follows the item's. */
export async function renameItemContext(tx: Tx, contextId: number, name: string): Promise<void> {
  await tx
    .update(contexts)
    .set({ name, modified: sql`now()` })
    .where(eq(contexts.id, contextId))
}

/** Removes an item's context with its shares; after the item itself. */
export async function removeItemContext(tx: Tx, contextId: number): Promise<void> {
  await tx.delete(contexts).where(eq(contexts.id, contextId))
}

/** Removes the contexts of many items with their shares; after the items themselves. */
export async function removeItemContexts(tx: Tx, contextIds: readonly number[]): Promise<void> {
  await tx.delete(contexts).where(inArray(contexts.id, [...contextIds]))
}

/** Gives items to another owner. Their shares stay, but for the new owner's own, who sees all of them now. */
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

/** The owner of the context in `contextId` (a column), as SQL. */
export function ownerOf(contextId: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT owned.owner_context_id FROM contexts owned WHERE owned.id = ${qualified(contextId)})`
}

/** The shares of the context in `contextId` (a column), the oldest first, as SQL. */
export function sharesOf(contextId: SQLWrapper): SQL<Share[]> {
  return sql<Share[]>`(SELECT coalesce(json_agg(json_build_object('contextId', shared.assoc_context_id,
      'canWrite', shared.can_write, 'canAdmin', shared.can_admin)
      ORDER BY shared.created, shared.assoc_context_id), '[]')
    FROM associations shared WHERE shared.context_id = ${qualified(contextId)})`
}

/**
 * Gives an item the wished shares. Whoever it is newly shared with in person sees it again, though they left it.
 * Returns what changed; undefined for nothing. The caller holds the item's row, so that two such changes follow one another.
 * @throws Problem PERMISSION_DENIED without `can_share` when anybody gets more access than before;
 *   NOT_FOUND for a context that does not exist, is no person or group, or that the viewer may not see.
 */
export async function replaceShares(
  tx: Tx,
  viewer: Person,
  item: SharedItem,
  wished: readonly Share[],
): Promise<ShareChanges | undefined> {
  const changes = shareChanges(item.shares, wished)
  if (!changes) return undefined
  if (changes.widens && !viewer.permissions.has('can_share')) throw new Problem('PERMISSION_DENIED')
  const { contextId } = item
  if (changes.added.length) await requirePartners(tx, viewer, changes.added)
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
  if (changes.added.length)
    await tx
      .delete(hiddenContexts)
      .where(
        and(
          eq(hiddenContexts.contextId, contextId),
          inArray(hiddenContexts.userContextId, [...changes.added]),
        ),
      )
  return changes
}

/**
 * Contexts that somebody may share with or put into a group: people on the same side of the tenants' walls, and groups one is
 * in, owns, or manages. Rows are held, so that none of them is deleted before the share stands.
 * @throws Problem NOT_FOUND for any other, whether it exists or not.
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
    .for('key share')
  if (found.length < wanted.length) throw new Problem('NOT_FOUND', { thing: 'context to share with' })
}
