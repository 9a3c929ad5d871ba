// Deleting items: into the recycle bin, out of it again, and for good (ACCESS-16).
import type { AuditAction } from '@polylogue/contract'
import type { Tx } from '#platform/db/index.ts'
import { authorize } from '../policy.ts'
import {
  allSharesOf,
  binItemContext,
  isBinned,
  leftBy,
  removeItemContext,
  restoreItemContext,
} from '../shares-store.ts'
import type { Person } from '../viewer.ts'
import type { ItemHooks, ItemsDeps } from './deps.ts'
import { noticeDeleted, noticeRestored, publishAccess, publishDeleted } from './publish.ts'
import { requireRoom } from './room.ts'
import { dropRequests } from './sharing.ts'
import * as store from './store.ts'
import type { ItemFacts, ItemTable, ItemType } from './type.ts'

type Item = ItemFacts<ItemTable>

/** Deleting an item with 100,000 dependent rows is slow. */
const LIMIT_MS = 60_000

/** An item in the recycle bin, with what is told of it. */
export interface Binned {
  readonly id: number
  readonly contextId: number
  readonly ownerContextId: number
  readonly name: string
  /** The contexts it is shared with. */
  readonly contextIds: readonly number[]
}

/** Puts an item into the recycle bin, or erases it when nothing is kept there. */
export async function remove(
  deps: ItemsDeps,
  type: ItemType,
  hooks: ItemHooks,
  viewer: Person,
  id: number,
): Promise<void> {
  if (deps.binDays() === 0) return erase(deps, type, hooks, viewer, id)
  await deps.db.transaction(async (tx) => {
    const item = await removable(tx, type, viewer, id)
    const partIds = await partsOf(tx, hooks, id)
    await dropRequests(deps.bus, tx, [item.contextId])
    await noticeDeleted(deps.bus, tx, viewer, {
      ...item,
      noun: type.noun,
      left: await leftBy(tx, item.contextId),
    })
    await binItemContext(tx, item.contextId, { at: deps.clock.now(), by: viewer.userId })
    await hooks.binned?.(tx, id)
    await tell(deps, type, hooks, tx, { viewer, item, partIds })
  })
}

/** Deletes an item with its context and its parts for good. */
export async function erase(
  deps: ItemsDeps,
  type: ItemType,
  hooks: ItemHooks,
  viewer: Person,
  id: number,
): Promise<void> {
  await deps.db.transaction(
    async (tx) => {
      const item = await removable(tx, type, viewer, id)
      const partIds = await partsOf(tx, hooks, id)
      await dropRequests(deps.bus, tx, [item.contextId])
      await noticeDeleted(deps.bus, tx, viewer, {
        ...item,
        noun: type.noun,
        left: await leftBy(tx, item.contextId),
      })
      await deleteRows(type, hooks, tx, item)
      await tell(deps, type, hooks, tx, { viewer, item, partIds })
    },
    { limitMs: LIMIT_MS },
  )
}

async function removable(tx: Tx, type: ItemType, viewer: Person, id: number): Promise<Item> {
  await store.lock(tx, type, id)
  return authorize(type.policy, 'remove', await store.find(tx, viewer, type, id))
}

async function partsOf(tx: Tx, { parts }: ItemHooks, id: number): Promise<readonly number[]> {
  return (await parts?.of(tx, [id]))?.get(id) ?? []
}

/** Records and publishes that a person deleted an item. */
async function tell(
  deps: ItemsDeps,
  { noun, actions }: ItemType,
  { parts }: ItemHooks,
  tx: Tx,
  { viewer, item, partIds }: { viewer: Person; item: Item; partIds: readonly number[] },
): Promise<void> {
  const { id, name, shares, ownerContextId } = item
  const details = { ...(parts ? { [parts.name]: partIds.length } : {}), shares: shares.length }
  const contextIds = shares.map(({ contextId }) => contextId)
  await record(deps, tx, noun, { viewer, action: actions?.deleted ?? 'item.deleted', id, name, details })
  await publishDeleted(deps.bus, tx, { noun, id, partIds: [...partIds], ownerContextId, contextIds })
}

/** The name of a private item, often its first question, is content and stays out of the audit trail (decision 39). */
async function record(
  deps: ItemsDeps,
  tx: Tx,
  noun: string,
  what: {
    viewer: Person
    action: AuditAction
    id: number
    name: string
    details: Record<string, number> & { shares: number }
  },
): Promise<void> {
  const { viewer, action, id, name, details } = what
  const on = { type: noun, id, name: details.shares > 0 ? name : '' }
  await deps.audit.record(tx, { action, by: viewer, on, details })
}

/** Deletes the rows of an item, its parts and its context. */
async function deleteRows(
  type: ItemType,
  { parts }: ItemHooks,
  tx: Tx,
  { id, contextId }: { readonly id: number; readonly contextId: number },
): Promise<void> {
  await parts?.clear(tx, [id], await parts.of(tx, [id]))
  await store.remove(tx, type, [id])
  await removeItemContext(tx, contextId)
}

/** What the recycle bin does with items of one noun; the caller has checked access, except of whether they are in it. */
export interface BinOfNoun {
  readonly type: ItemType
  /** Takes an item out of the bin. Returns false if it is not in it any more. @throws Problem of the noun: its owner has too many */
  restore(viewer: Person, item: Binned): Promise<boolean>
  /** Deletes an item in the bin for good; `viewer` is nobody when its time is over. Returns false if it is not in it any more. */
  erase(viewer: Person | undefined, item: Binned): Promise<boolean>
}

/** Returns what the recycle bin does with items of a noun. */
export function binOf(deps: ItemsDeps, type: ItemType, hooks: ItemHooks): BinOfNoun {
  const { noun } = type
  return {
    type,
    restore: (viewer, { id, contextId, ownerContextId, name, contextIds }) =>
      deps.db.transaction(async (tx) => {
        // The owner first: whoever removes their account locks both in this order.
        const ownerId = await store.ownerIdOf(tx, type, id)
        if (ownerId === undefined) return false
        await requireRoom(tx, type, ownerId)
        await store.lock(tx, type, id)
        if (!(await isBinned(tx, contextId))) return false
        await restoreItemContext(tx, contextId)
        const details = { shares: contextIds.length }
        await record(deps, tx, noun, { viewer, action: 'item.restored', id, name, details })
        await publishAccess(deps.bus, tx, { contextId, ownerContextId }, contextIds)
        const shares = await allSharesOf(tx, contextId)
        await noticeRestored(deps.bus, tx, viewer, { noun, id, contextId, ownerContextId, shares })
        await deps.bus.publish(tx, { type: 'item.changed', noun, id })
        return true
      }),
    erase: (viewer, { id, contextId, ownerContextId, name, contextIds }) =>
      deps.db.transaction(
        async (tx) => {
          await store.lock(tx, type, id)
          if (!(await isBinned(tx, contextId))) return false
          await deleteRows(type, hooks, tx, { id, contextId })
          const details = { shares: contextIds.length }
          if (viewer) await record(deps, tx, noun, { viewer, action: 'item.erased', id, name, details })
          await publishDeleted(deps.bus, tx, { noun, id, partIds: [], ownerContextId, contextIds: [] })
          return true
        },
        { limitMs: LIMIT_MS },
      ),
  }
}
