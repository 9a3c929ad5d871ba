// Changes of an item's shares. A share with a group that needs approval waits for it, unless the person has write access in
// that group (decision 70).
import type { Bus } from '#platform/bus.ts'
import type { Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { requireMayShare, storeShares } from '../shares-store.ts'
import { accessName, holdBack, shareChanges, sharingDetails, type Share } from '../shares.ts'
import type { Person } from '../viewer.ts'
import { releaseTexts } from './approval-store.ts'
import type { ItemsDeps } from './deps.ts'
import { groupsAsking, removeRequests, storeRequests, type RequestIds } from './publications-store.ts'
import { noticeRequests, publishAccess, publishRequests } from './publish.ts'
import { touch } from './store.ts'
import type { ItemFacts, ItemTable, ItemType } from './type.ts'

/**
 * Replaces an item's shares, audits the change, and publishes it also to people who lost access. Stores a request for what is
 * held back; returns whether a share changed. The caller must hold the lock on the item's row.
 * @throws Problem PERMISSION_DENIED without `can_share` when anybody would get more access; NOT_FOUND for a context that the
 *   viewer may not share with
 */
export async function shareItem<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  item: ItemFacts<Table>,
  wished: readonly Share[],
): Promise<boolean> {
  const changes = shareChanges(item.shares, wished)
  if (!changes) return false
  await requireMayShare(tx, viewer, changes)
  const changed = changes.set.map(({ contextId }) => contextId)
  const { granted, held } = holdBack(item.shares, wished, await groupsAsking(tx, viewer, changed))
  await request(deps, type, tx, viewer, item, held)
  return grant(deps, type, tx, viewer, item, granted)
}

/**
 * Gives a group the access that was asked for and the item's own texts, with the approval of the viewer, and ends the
 * request. The caller must hold the lock on the item's row.
 */
export async function publishItem<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  item: ItemFacts<Table>,
  share: Share,
): Promise<void> {
  const others = item.shares.filter(({ contextId }) => contextId !== share.contextId)
  await removeRequests(tx, [item.contextId], [share.contextId])
  const released = await releaseTexts(tx, item.contextId, [share.contextId])
  const granted = await grant(deps, type, tx, viewer, item, [...others, share])
  if (released || granted) await touchItem(deps, tx, type, item.id)
}

/**
 * Notes that an item's shares were changed outside its own form: sets `modified`, so that a list of shares that is being
 * edited gets a conflict, and publishes it. The caller must hold the lock on the item's row.
 */
export async function touchItem(
  { bus, clock }: Pick<ItemsDeps, 'bus' | 'clock'>,
  tx: Tx,
  type: ItemType,
  id: number,
): Promise<void> {
  await touch(tx, type, [id], clock.now())
  await bus.publish(tx, { type: 'item.changed', noun: type.noun, id })
}

/** Ends the requests of items, or only those to some groups, because their shares changed or the items are gone. */
export async function dropRequests(
  bus: Pick<Bus, 'publish'>,
  tx: Tx,
  contextIds: readonly number[],
  groupIds?: readonly number[],
): Promise<readonly RequestIds[]> {
  const dropped = await removeRequests(tx, contextIds, groupIds)
  await publishRequests(bus, tx, 'withdrawn', dropped)
  return dropped
}

async function request<Table extends ItemTable>(
  { bus, audit, clock }: ItemsDeps,
  { noun }: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  { id, name, contextId, shares }: ItemFacts<Table>,
  held: readonly Share[],
): Promise<void> {
  const asked = clock.now()
  const requests = await storeRequests(tx, viewer, contextId, held, asked)
  // The name of a private item stays out of the audit trail (decision 39).
  const on = { type: noun, id, name: shares.length > 0 ? name : '' }
  for (const { groupContextId } of requests) {
    const share = held.find((one) => one.contextId === groupContextId)
    const details = { group: groupContextId, ...(share ? { access: accessName(share) } : {}) }
    await audit.record(tx, { action: 'publication.requested', by: viewer, on, details })
  }
  await noticeRequests(bus, tx, viewer, { noun, id, contextId }, { requests, asked })
  await publishRequests(bus, tx, 'requested', requests)
}

async function grant<Table extends ItemTable>(
  { bus, audit }: ItemsDeps,
  { noun, actions }: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  item: ItemFacts<Table>,
  granted: readonly Share[],
): Promise<boolean> {
  const { id, name, shares, contextId } = item
  const changes = shareChanges(shares, granted)
  if (!changes) return false
  const left = await storeShares(tx, contextId, changes)
  const set = changes.set.map((share) => share.contextId)
  // Who may give a group more access without asking it approves what it reads then.
  await releaseTexts(tx, contextId, set)
  const touched = [...changes.ended, ...set]
  await dropRequests(bus, tx, [contextId], touched)
  const details = sharingDetails(changes, { before: shares.length, after: granted.length })
  const on = { type: noun, id, name }
  await audit.record(tx, { action: actions?.shared ?? 'item.shared', by: viewer, on, details })
  const before = shares.map((share) => share.contextId)
  await publishAccess(bus, tx, item, before)
  const { ownerContextId } = item
  await notice(
    tx,
    bus,
    viewer.userId,
    { noun, id, contextId },
    {
      kind: 'access',
      data: { ownerContextId, before: shares, after: granted, left },
    },
  )
  return true
}
